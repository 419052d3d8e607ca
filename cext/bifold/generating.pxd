# Castling, drops, and the generator of all moves.
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.castling cimport LONG, SHORT, king_home, rights_of
from oddfish.cext.core.generation cimport NOISY, QUIET, Mode, add_moves
from oddfish.cext.core.packed_move cimport CASTLING, DROP
from oddfish.cext.core.types cimport Move
from oddfish.cext.bifold.attacks cimport threatened
from oddfish.cext.bifold.pawn_moves cimport en_passant_moves, pawn_moves
from oddfish.cext.bifold.pawns cimport last_rank
from oddfish.cext.bifold.piece_moves cimport half_moves, pair_moves
from oddfish.cext.bifold.position cimport FULL_SIZE, BifoldPosition, pack, royals_of
from oddfish.cext.bifold.units cimport BISHOP, FERZ, HORSE, LEFT_PAWN, QUEEN, ROOK, TYPES, WAZIR


cdef inline int open_castlings(const BifoldPosition* p) noexcept nogil:
    """The castling rights of the side to move for which all squares between king and rook are empty."""
    cdef int us = p.side, king = king_home(us), rights = rights_of(p.rights, us)
    cdef Bitboard occ = p.color[0] | p.color[1]
    if occ & (bit(king + 1) | bit(king + 2)):
        rights &= ~SHORT
    if occ & (bit(king - 1) | bit(king - 2) | bit(king - 3)):
        rights &= ~LONG
    return rights


cdef inline int add_castlings(const BifoldPosition* p, Move* moves, int n, Mode mode, int rights) noexcept nogil:
    """B9: only the square that the king crosses must not be threatened."""
    cdef int us = p.side, king = king_home(us), side
    cdef Move stem = pack(king, 0, CASTLING, p.board[us][king], 0, 0)
    for side in range(SHORT, LONG + 1):
        if rights & side and not threatened(p, king + 3 - 2 * side, king, 1 - us):
            n = add_moves(moves, n, mode, bit(king + 6 - 4 * side), stem)
    return n


cdef inline int castling_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    cdef int rights = open_castlings(p)
    return add_castlings(p, moves, n, mode, rights) if rights else n


cdef inline Bitboard drop_squares(const BifoldPosition* p, int t) noexcept nogil:
    """B6: bifolds drop on squares with room, full-size pawns on empty ones. H6: pawns do not drop on the last rank."""
    cdef int us = p.side
    cdef Bitboard squares = ~(p.full[0] | p.full[1] | (p.color[0] & p.color[1]))
    if not p.setup.drop_beside_enemy:
        squares &= ~p.color[1 - us]
    if t >= LEFT_PAWN:
        squares &= ~last_rank(us)
        if p.setup.pawns == FULL_SIZE:
            squares &= ~(p.color[0] | p.color[1])
    return squares


cdef inline int drop_moves(const BifoldPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    cdef int t
    for t in range(TYPES):
        if p.hand[p.side][t]:
            n = add_moves(moves, n, mode, drop_squares(p, t), pack(0, 0, DROP, t, 0, 0))
    return n


cdef inline int generate_mode(const BifoldPosition* p, Move* moves, Mode mode) noexcept nogil:
    cdef int us = p.side, them = 1 - us, n = 0
    cdef Bitboard own = p.color[us], enemy = p.color[them], single_mask, pair_mask
    if not royals_of(p, 0) or not royals_of(p, 1):
        return 0                # B7: the game is over
    if mode == NOISY:
        single_mask = (own & enemy) | p.full[them]
        pair_mask = enemy & ~own
    elif mode == QUIET:
        single_mask = ~(p.full[us] | p.full[them] | (own & enemy))
        pair_mask = ~(own | enemy)
    else:
        single_mask = ~p.full[us]
        pair_mask = ~own
    # B2: halves, alone on their square or leaving it, ...
    n = half_moves(p, moves, n, mode, single_mask, QUEEN)
    n = half_moves(p, moves, n, mode, single_mask, ROOK)
    n = half_moves(p, moves, n, mode, single_mask, BISHOP)
    n = half_moves(p, moves, n, mode, single_mask, HORSE)
    n = half_moves(p, moves, n, mode, single_mask, WAZIR)
    n = half_moves(p, moves, n, mode, single_mask, FERZ)
    # ... then pairs, pawns, castling and drops.
    n = pair_moves(p, moves, n, mode, pair_mask)
    n = pawn_moves(p, moves, n, mode, ~(<Bitboard> 0))
    if mode != QUIET and p.en_passant_legal:
        n = en_passant_moves(p, moves, n, mode)
    if mode != NOISY:
        if rights_of(p.rights, us):
            n = castling_moves(p, moves, n, mode)
        n = drop_moves(p, moves, n, mode)
    return n
