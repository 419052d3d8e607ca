# Legal moves, listed and counted.
#
# Moves of officers and pawns are generated pseudo-legal. Of these only the moves that could open an attack on the king,
# which is few of them, are tested.
from oddfish.cext.core.bits cimport Bitboard, pop_lsb
from oddfish.cext.core.generation cimport ALL, COUNT, Mode
from oddfish.cext.core.types cimport MAX_MOVES, Move
from oddfish.cext.fanorona.attacks cimport (CheckInfo, find_checks_and_pins, is_legal, may_evade, may_expose,
                                            straight_sliders)
from oddfish.cext.fanorona.geometry cimport STRONG, diagonal_attacks, straight_attacks, tables
from oddfish.cext.fanorona.pawn_moves cimport pawn_moves
from oddfish.cext.fanorona.piece_moves cimport add_leaps, add_slides, king_moves, knight_moves, slider_moves
from oddfish.cext.fanorona.position cimport BISHOP, KNIGHT, PAWN, QUEEN, FanoronaPosition


cdef inline int legal_moves(const FanoronaPosition* p, Move* moves, Mode mode) noexcept nogil:
    """List legal moves (mode ALL or NOISY) and return their number."""
    cdef CheckInfo info
    cdef int i, n
    find_checks_and_pins(p, &info)
    i = king_moves(p, moves, 0, mode, info.check)
    n = slider_moves(p, moves, i, mode)
    n = knight_moves(p, moves, n, mode)
    n = pawn_moves(p, moves, n, mode)
    if not info.pinned | info.screens:
        return n
    while i < n:
        if may_expose(&info, moves[i]) and (info.check and not may_evade(&info, moves[i]) or not is_legal(p, moves[i])):
            n -= 1
            moves[i] = moves[n]
        else:
            i += 1
    return n


cdef inline int count_illegal(const FanoronaPosition* p, const CheckInfo* info, const Move* moves,
                              int n) noexcept nogil:
    """How many of ``n`` moves leave the king, which is not in check, attacked."""
    cdef int i, illegal = 0
    for i in range(n):
        if may_expose(info, moves[i]):
            illegal += not is_legal(p, moves[i])
    return illegal


cdef inline int illegal_moves(const FanoronaPosition* p, const CheckInfo* info) noexcept nogil:
    """How many pseudo-legal moves of officers and pawns leave the king, which is not in check, attacked. They are moves
    of pieces that block an attack, and captures of enemies that do."""
    cdef Move buffer[MAX_MOVES]
    cdef Bitboard own = p.color[p.side], occ = p.color[0] | p.color[1], left = straight_sliders(p) & own, reach
    cdef int n = 0, sq
    while left:
        sq = pop_lsb(&left)
        reach = straight_attacks(sq, occ)
        if p.board[sq] == QUEEN:
            reach |= diagonal_attacks(sq, occ)
        if info.pinned >> sq & 1 or info.screens & reach:
            n += count_illegal(p, info, buffer, add_slides(p, buffer, 0, ALL, sq, p.board[sq], reach))
    left = p.type[BISHOP] & own & STRONG
    while left:
        sq = pop_lsb(&left)
        reach = diagonal_attacks(sq, occ)
        if info.pinned >> sq & 1 or info.screens & reach:
            n += count_illegal(p, info, buffer, add_slides(p, buffer, 0, ALL, sq, BISHOP, reach))
    left = p.type[KNIGHT] & own
    while left:
        sq = pop_lsb(&left)
        if info.pinned >> sq & 1 or info.screens & tables.knight_victims[sq]:
            n += count_illegal(p, info, buffer, add_leaps(p, buffer, 0, ALL, sq))
    if info.pinned & p.type[PAWN] or info.screens:
        n += count_illegal(p, info, buffer, pawn_moves(p, buffer, 0, ALL))
    return n


cdef inline int count_moves(const FanoronaPosition* p) noexcept nogil:
    """The number of legal moves. Lists moves only in check, and those that may be illegal."""
    cdef Move buffer[MAX_MOVES]
    cdef CheckInfo info
    cdef int n
    find_checks_and_pins(p, &info)
    if info.check:
        return legal_moves(p, buffer, ALL)
    n = king_moves(p, NULL, 0, COUNT, False)
    n = slider_moves(p, NULL, n, COUNT)
    n = knight_moves(p, NULL, n, COUNT)
    n = pawn_moves(p, NULL, n, COUNT)
    return n - illegal_moves(p, &info) if info.pinned | info.screens else n
