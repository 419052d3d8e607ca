"""Evaluation (stub)."""
from oddfish.cext.bits cimport popcount
from oddfish.cext.tandem cimport KING, TandemPosition
from oddfish.cext.types cimport Move, Score

cdef int[9] VALUE = [100, 300, 290, 450, 800, 700, 820, 250, 10000]


cdef Score material(const void* position) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int score = 0, t, b
    for b in range(2):
        for t in range(KING):
            score += VALUE[t] * (popcount(p.type[b][t] & p.color[b][0]) - popcount(p.type[b][t] & p.color[b][1]))
    return -score if p.side else score


cdef Score evaluate(const void* position) noexcept nogil:
    return material(position)


cdef int gain(const void* position, Move move) noexcept nogil:
    return 0


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    return True


cdef int gain_turn(const void* position, Move move) noexcept nogil:
    return 0


cdef bint see_turn(const void* position, Move move, int threshold) noexcept nogil:
    return True
