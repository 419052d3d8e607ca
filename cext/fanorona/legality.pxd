# Legal moves, listed and counted.
#
# Moves of officers and pawns are generated pseudo-legal. Only those that could open an attack on the king, which are
# few, are then tested.
from oddfish.cext.core.bits cimport Bitboard, pop_lsb
from oddfish.cext.core.generation cimport ALL, COUNT, Mode
from oddfish.cext.core.types cimport MAX_MOVES, Move
from oddfish.cext.fanorona.attacks cimport CheckInfo, find_checks_and_pins, is_legal, may_evade, may_expose
from oddfish.cext.fanorona.geometry cimport tables
from oddfish.cext.fanorona.pawn_moves cimport pawn_moves
from oddfish.cext.fanorona.piece_moves cimport (add_leaps, add_slides, king_moves, knight_moves, slider_moves,
                                                slider_reach)
from oddfish.cext.fanorona.position cimport KING, KNIGHT, PAWN, FanoronaPosition


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


cdef inline int illegal_officer_moves(const FanoronaPosition* p, const CheckInfo* info, int sq,
                                      int piece) noexcept nogil:
    """How many pseudo-legal moves of an officer leave the king, which is not in check, attacked: because the officer
    blocks an attack, or captures an enemy that does."""
    cdef Move buffer[MAX_MOVES]
    cdef Bitboard reach
    if piece == KNIGHT:
        if not (info.pinned >> sq & 1 or info.screens & tables.knight_victims[sq]):
            return 0
        return count_illegal(p, info, buffer, add_leaps(p, buffer, 0, ALL, sq))
    reach = slider_reach(piece, sq, p.color[0] | p.color[1])
    if not (info.pinned >> sq & 1 or info.screens & reach):
        return 0
    return count_illegal(p, info, buffer, add_slides(p, buffer, 0, ALL, sq, piece, reach))


cdef inline int illegal_pawn_moves(const FanoronaPosition* p, const CheckInfo* info) noexcept nogil:
    cdef Move buffer[MAX_MOVES]
    if not (info.pinned & p.type[PAWN] or info.screens):
        return 0
    return count_illegal(p, info, buffer, pawn_moves(p, buffer, 0, ALL))


cdef inline int illegal_moves(const FanoronaPosition* p, const CheckInfo* info) noexcept nogil:
    """How many pseudo-legal moves of officers and pawns leave the king, which is not in check, attacked."""
    cdef Bitboard own = p.color[p.side], left = own & ~(p.type[PAWN] | p.type[KING])
    cdef int n = illegal_pawn_moves(p, info), sq
    while left:
        sq = pop_lsb(&left)
        n += illegal_officer_moves(p, info, sq, p.board[sq])
    return n


cdef inline int count_evasions(const FanoronaPosition* p, const CheckInfo* info) noexcept nogil:
    """The number of legal moves of officers and pawns in check. Lists only the moves of pieces that reach a point where
    they may end the check."""
    cdef Move buffer[MAX_MOVES]
    cdef Bitboard left = p.color[p.side] & ~(p.type[PAWN] | p.type[KING]), reach
    cdef int n = pawn_moves(p, buffer, 0, ALL), legal = 0, i, sq, piece
    while left:
        sq = pop_lsb(&left)
        piece = p.board[sq]
        if piece == KNIGHT:
            if tables.knight_to[sq] & info.block or tables.knight_victims[sq] & info.checker:
                n = add_leaps(p, buffer, n, ALL, sq)
        else:
            reach = slider_reach(piece, sq, p.color[0] | p.color[1])
            if reach & (info.block | info.checker):
                n = add_slides(p, buffer, n, ALL, sq, piece, reach)
    for i in range(n):
        if may_evade(info, buffer[i]):
            legal += is_legal(p, buffer[i])
    return legal


cdef inline int count_moves(const FanoronaPosition* p) noexcept nogil:
    """The number of legal moves. Lists only those that may be illegal and, in check, those that may end the check."""
    cdef CheckInfo info
    cdef int n
    find_checks_and_pins(p, &info)
    n = king_moves(p, NULL, 0, COUNT, info.check)
    if info.check:
        return n + count_evasions(p, &info)
    n = slider_moves(p, NULL, n, COUNT)
    n = knight_moves(p, NULL, n, COUNT)
    n = pawn_moves(p, NULL, n, COUNT)
    return n - illegal_moves(p, &info) if info.pinned | info.screens else n
