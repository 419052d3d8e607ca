# Moves of pawns (N4, N8).
from oddfish.cext.core.bits cimport Bitboard, bit, lsb, pop_lsb, popcount
from oddfish.cext.core.generation cimport ALL, COUNT, NOISY, Mode, add_move
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport NO_POINT, last_rank, tables
from oddfish.cext.fanorona.pawn_steps cimport NO_STEP, StepMoves, Steps, pawn_steps, step_moves
from oddfish.cext.fanorona.position cimport KING, KNIGHT, PAWN, FanoronaPosition, lost_types, pack


cdef inline int add_steps(Move* moves, int n, Bitboard steps, const Move* step_move) noexcept nogil:
    while steps:
        n = add_move(moves, n, ALL, step_move[pop_lsb(&steps)])
    return n


cdef inline int add_first_step(Move* moves, int n, Bitboard* steps, const Move* step_move) noexcept nogil:
    """If the word has a step, remove the first one and append its move. Avoids a branch that would often be
    mispredicted."""
    moves[n] = step_move[lsb(steps[0] | bit(NO_STEP))]
    n += steps[0] != 0
    steps[0] &= steps[0] - 1
    return n


cdef inline int add_promotions(Move* moves, int n, Mode mode, Move move, int lost) noexcept nogil:
    cdef int t
    for t in range(KNIGHT, KING):
        if lost & 1 << t:
            n = add_move(moves, n, mode, move | pack(0, 0, 0, 0, t))
    return n


cdef inline int promotions(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    """Pawn moves to the last rank: one for each type that the side has lost (N8)."""
    cdef int us = p.side, lost = lost_types(p, us), sq, to, victim
    cdef Bitboard enemy = p.color[1 - us], empty = last_rank(us) & ~(p.color[0] | p.color[1])
    cdef Bitboard left = p.type[PAWN] & p.color[us], targets
    if not lost:
        return n
    while left:
        sq = pop_lsb(&left)
        targets = tables.pawn_steps[us][sq] & empty
        while targets:
            to = pop_lsb(&targets)
            # Withdrawals only: there is nothing beyond the last rank.
            victim = tables.step[sq][tables.direction[to][sq]]
            n = add_promotions(moves, n, mode, pack(sq, to, victim if enemy & bit(victim) else NO_POINT, PAWN, 0), lost)
    return n


cdef inline bint can_promote(const FanoronaPosition* p) noexcept nogil:
    return (p.type[PAWN] & p.color[p.side] & (last_rank(1) << 5 if p.side else last_rank(0) >> 5)) != 0


cdef inline int pawn_moves(const FanoronaPosition* p, Move* moves, int n, Mode mode) noexcept nogil:
    cdef const StepMoves* table = &step_moves[p.side]
    cdef Steps steps = pawn_steps(p)
    if mode >= COUNT:
        n += popcount(steps.quiet) + popcount(steps.withdrawals) + popcount(steps.approaches)
    else:
        n = add_first_step(moves, n, &steps.withdrawals, table.withdrawal)
        n = add_first_step(moves, n, &steps.approaches, table.approach)
        if steps.withdrawals | steps.approaches:
            n = add_steps(moves, n, steps.withdrawals, table.withdrawal)
            n = add_steps(moves, n, steps.approaches, table.approach)
        if mode != NOISY:
            n = add_steps(moves, n, steps.quiet, table.quiet)
    return promotions(p, moves, n, mode) if can_promote(p) else n
