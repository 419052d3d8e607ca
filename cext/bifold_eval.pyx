"""Evaluation of Bifold Halfgi."""
from oddfish.cext.bifold cimport (DROP, EN_PASSANT, PROMOTION, BifoldPosition, law_at, move_kind, move_promoted, move_to,
                                  move_unit, move_victim)
from oddfish.cext.bifold_units cimport NO_TYPE, NOTHING, TYPES, Law
from oddfish.cext.bits cimport bit, popcount
from oddfish.cext.types cimport Move, Score

cdef int[TYPES + 1] VALUE = [400, 250, 200, 170, 1000, 1000, 50, 50, 100, 0]


cdef Score material(const void* position) noexcept nogil:
    """Material alone, for the side to move: what the full evaluation is measured against."""
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int score = 0, t, color, sum_
    for color in range(2):
        sum_ = 0
        for t in range(TYPES):
            sum_ += VALUE[t] * (popcount(p.half[color][t]) + p.hand[color][t])
            sum_ += VALUE[t] * popcount(p.half[color][t] & p.full[color] & ~p.mixed[color])
        score += -sum_ if color else sum_
    return -score if p.side else score


cdef Score evaluate(const void* position) noexcept nogil:
    return material(position)


cdef int gain(const void* position, Move move) noexcept nogil:
    return 0


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    return True
