# Moves of officers, alone and in pairs. A single bifold may go to any square with room for it, a unit to any square
# without a friend (B4). So most moves are a piece's attacks under one of two masks.
from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, Mode, add_move, add_moves
from oddfish.cext.core.geometry cimport half_bishop_attacks, half_rook_attacks, tables
from oddfish.cext.core.packed_move cimport NORMAL
from oddfish.cext.core.types cimport Move
from oddfish.cext.bifold.attacks cimport supported, threatened
from oddfish.cext.bifold.pawns cimport forward, second_rank, to_left, to_right
from oddfish.cext.bifold.position cimport (WEAK, BifoldPosition, info_at, left_capturers, officers_of, pack,
                                           right_capturers)
from oddfish.cext.bifold.units cimport (BISHOP, HORSE, QUEEN, ROOK, STEP_DIAGONAL, STEP_STRAIGHT, WAZIR, UnitInfo,
                                        attacks, mao_attacks, units)


cdef inline int add_single_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard targets,
                                 Move stem) noexcept nogil:
    """A single bifold's moves; of two different enemies it captures one, as it chooses (B4)."""
    cdef int them = 1 - p.side, to
    cdef Bitboard choices = targets & p.mixed[them]
    if mode == COUNT:
        return n + popcount(targets) + popcount(choices)
    n = add_moves(moves, n, mode, targets ^ choices, stem)
    while choices:
        to = pop_lsb(&choices)
        n = add_move(moves, n, ALL, stem | pack(0, to, 0, 0, 0, info_at(p, them, to).first + 1))
        n = add_move(moves, n, ALL, stem | pack(0, to, 0, 0, 0, info_at(p, them, to).second + 1))
    return n


cdef inline Bitboard half_attacks(int t, int sq, Bitboard occ) noexcept nogil:
    """Squares that an officer half of type ``t`` reaches on its own."""
    if t == QUEEN:
        return half_rook_attacks(&tables, sq, occ) | half_bishop_attacks(&tables, sq, occ)
    if t == ROOK:
        return half_rook_attacks(&tables, sq, occ)
    if t == BISHOP:
        return half_bishop_attacks(&tables, sq, occ)
    if t == HORSE:
        return mao_attacks(&units.mao[sq], occ)
    return units.step[STEP_STRAIGHT if t == WAZIR else STEP_DIAGONAL][sq]


cdef inline int half_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard allowed,
                           int t) noexcept nogil:
    """Moves of officer halves of type ``t`` to ``allowed`` squares."""
    cdef Bitboard pieces = p.half[p.side][t], occ = p.color[0] | p.color[1]
    cdef int sq
    while pieces:
        sq = pop_lsb(&pieces)
        n = add_single_moves(p, moves, n, mode, half_attacks(t, sq, occ) & allowed, pack(sq, 0, NORMAL, t, 0, 0))
    return n


cdef inline Bitboard pawn_half_targets(const BifoldPosition* p, int color, int sq, Bitboard occ,
                                       Bitboard blocked) noexcept nogil:
    """Where a mixed pair goes by the moves of its pawn half (H3). A double step may not pass a ``blocked`` square."""
    cdef Bitboard here = bit(sq), result = forward(here, color) & ~occ, captures = 0
    if here & second_rank(color) and not forward(here, color) & blocked:
        result |= forward(forward(here, color), color) & ~occ
    if here & left_capturers(p, color):
        captures = to_left(here, color)
    if here & right_capturers(p, color):
        captures |= to_right(here, color)
    captures &= p.color[1 - color]
    if captures and p.setup.pawns == WEAK and not supported(p, color, sq, occ):
        captures = 0
    return result | captures


cdef inline Bitboard limited_targets(const BifoldPosition* p, int color, int sq, const UnitInfo* info) noexcept nogil:
    """Targets of a unit with one royal half. A threatened square stops it like an occupied one (B8)."""
    cdef Bitboard occ = p.color[0] | p.color[1], passed = 0, blocked = occ, result
    cdef int through
    if info.straight:
        passed |= half_rook_attacks(&tables, sq, occ) & tables.half_rook[sq].mask
    if info.diagonal:
        passed |= half_bishop_attacks(&tables, sq, occ) & tables.half_bishop[sq].mask
    if info.horse:
        passed |= units.step[STEP_STRAIGHT][sq]
    if info.pawns:
        passed |= forward(bit(sq) & second_rank(color), color)
    passed &= ~occ
    while passed:
        through = pop_lsb(&passed)
        if threatened(p, through, sq, 1 - color):
            blocked |= bit(through)
    result = attacks(info, sq, blocked)
    if info.pawns:
        result |= pawn_half_targets(p, color, sq, occ, blocked)
    return result


cdef inline Bitboard pair_targets(const BifoldPosition* p, int color, int sq, const UnitInfo* info,
                                  Bitboard occ) noexcept nogil:
    """Where a pair with at least one officer can go, including friendly squares."""
    cdef Bitboard result
    if info.limited:
        return limited_targets(p, color, sq, info)
    result = attacks(info, sq, occ)
    if info.pawns:
        result |= pawn_half_targets(p, color, sq, occ, occ)
    return result


cdef inline int pair_moves(const BifoldPosition* p, Move* moves, int n, Mode mode, Bitboard allowed) noexcept nogil:
    """Moves of pairs with at least one officer to ``allowed`` squares (B1)."""
    cdef int us = p.side, sq
    cdef Bitboard pieces = p.full[us] & officers_of(p, us), occ = p.color[0] | p.color[1]
    while pieces:
        sq = pop_lsb(&pieces)
        n = add_moves(moves, n, mode, pair_targets(p, us, sq, info_at(p, us, sq), occ) & allowed,
                      pack(sq, 0, NORMAL, p.board[us][sq], 0, 0))
    return n
