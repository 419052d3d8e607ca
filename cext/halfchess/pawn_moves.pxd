# Pawn moves, including en passant.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, QUIET, VECTORS, Mode, add_move, list_steps
from oddfish.cext.core.geometry cimport FILE_A, FILE_H, RANK_1, RANK_3, RANK_6, RANK_8, tables
from oddfish.cext.core.packed_move cimport DOUBLE_STEP, EN_PASSANT, NORMAL, PROMOTION, MoveKind
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.attacks cimport Sliders, is_attacked, sliders_of
from oddfish.cext.halfchess.position cimport NO_SQUARE, PAWN, TYPES, HalfPosition, TypeList, pack

# Moves to count instead of listing them: those that neither start on one of `origins` nor end on one of `targets`. Both
# are indexed by piece type.
ctypedef struct Apart:
    Bitboard origins[TYPES]
    Bitboard targets[TYPES]
    Bitboard passing            # where a pawn may be captured en passant after a double step
    int count


cdef inline int add_pawn_moves(const HalfPosition* p, Move* moves, int n, Mode mode, Bitboard targets, int delta,
                               MoveKind kind, Apart* apart) noexcept nogil:
    """Append pawn moves to ``targets``, each from ``delta`` squares behind; promotions on the last rank."""
    cdef const TypeList* promotions = &p.setup.promotions[p.side]
    cdef Bitboard last = targets & (RANK_1 | RANK_8)     # a pawn cannot move to its own first rank
    cdef Bitboard listed
    cdef int to, i
    if mode >= COUNT:
        return n + popcount(targets ^ last) + popcount(last) * promotions.count
    targets ^= last
    if apart != NULL:
        listed = apart.origins[PAWN]
        listed = apart.targets[PAWN] | (listed << delta if delta > 0 else listed >> -delta)
        if kind == DOUBLE_STEP:
            listed |= apart.passing
        apart.count += popcount(targets & ~listed)
        targets &= listed
    if VECTORS and mode != NOISY:
        n = list_steps(moves, n, targets, pack(0, 0, kind, PAWN, 0), delta)
        targets = 0
    while targets:
        to = pop_lsb(&targets)
        n = add_move(moves, n, ALL, pack(to - delta, to, kind, PAWN, 0))
    while last:
        to = pop_lsb(&last)
        for i in range(promotions.count):
            n = add_move(moves, n, ALL, pack(to - delta, to, PROMOTION, PAWN, promotions.type[i]))
    return n


cdef inline int pawn_moves(const HalfPosition* p, Move* moves, int n, Mode mode, Bitboard pawns,
                           Bitboard mask, Apart* apart) noexcept nogil:
    """Append the moves of ``pawns`` to squares of ``mask``, except en passant."""
    cdef Bitboard empty = ~(p.color[0] | p.color[1]), enemy = p.color[1 - p.side] & mask
    cdef Bitboard single, double, west, east
    cdef int up
    if p.side == 0:
        up = 8
        single = (pawns << 8) & empty
        double = ((single & RANK_3) << 8) & empty & mask
        west = ((pawns & ~FILE_A) << 7) & enemy
        east = ((pawns & ~FILE_H) << 9) & enemy
    else:
        up = -8
        single = (pawns >> 8) & empty
        double = ((single & RANK_6) >> 8) & empty & mask
        west = ((pawns & ~FILE_A) >> 9) & enemy
        east = ((pawns & ~FILE_H) >> 7) & enemy
    single &= mask
    if mode == NOISY:
        single &= RANK_1 | RANK_8
    else:
        n = add_pawn_moves(p, moves, n, mode, double, 2 * up, DOUBLE_STEP, apart)
    if mode == QUIET:
        return add_pawn_moves(p, moves, n, mode, single & ~(RANK_1 | RANK_8), up, NORMAL, apart)
    n = add_pawn_moves(p, moves, n, mode, single, up, NORMAL, apart)
    n = add_pawn_moves(p, moves, n, mode, west, up - 1, NORMAL, apart)
    return add_pawn_moves(p, moves, n, mode, east, up + 1, NORMAL, apart)


# --- En passant ---------------------------------------------------------------------------------------------


cdef inline bint en_passant_legal(const HalfPosition* p, int origin, const Sliders* sliders) noexcept nogil:
    """Whether the pawn on ``origin`` may capture en passant, given the other side's sliders. Pin masks cannot decide
    this, because two pawns leave their squares."""
    cdef int us = p.side
    cdef Bitboard victim = bit(p.en_passant ^ 8)
    cdef Bitboard occ = ((p.color[0] | p.color[1]) ^ bit(origin) ^ victim) | bit(p.en_passant)
    return not is_attacked(p, p.king[us], 1 - us, occ, victim, sliders)


cdef inline int en_passant_moves(const HalfPosition* p, Move* moves, int n, Mode mode,
                                 const Sliders* sliders) noexcept nogil:
    """Append the en-passant captures; the position must have an en-passant square."""
    cdef Bitboard pawns = tables.pawn[1 - p.side][p.en_passant] & p.type[PAWN] & p.color[p.side]
    cdef int sq
    while pawns:
        sq = pop_lsb(&pawns)
        if en_passant_legal(p, sq, sliders):
            n = add_move(moves, n, mode, pack(sq, p.en_passant, EN_PASSANT, PAWN, 0))
    return n


cdef inline bint can_capture_en_passant(const HalfPosition* p) noexcept nogil:
    """Whether an en-passant capture is legal; only then is the en-passant square part of the key."""
    cdef Bitboard pawns
    cdef Sliders sliders
    if p.en_passant == NO_SQUARE:
        return False
    pawns = tables.pawn[1 - p.side][p.en_passant] & p.type[PAWN] & p.color[p.side]
    if not pawns:
        return False
    sliders = sliders_of(p, 1 - p.side)
    while pawns:
        if en_passant_legal(p, pop_lsb(&pawns), &sliders):
            return True
    return False
