"""Evaluation of Two Rooks: material, and kings driven to the edge."""
from oddfish.cext.core.bits cimport bit, lsb, popcount
from oddfish.cext.core.fifty_moves cimport damped
from oddfish.cext.core.types cimport Move, Score
from oddfish.cext.tworooks.position cimport FILES, KING, ROOK, TwoRooksPosition, Weights, move_to

from oddfish.cext.core.terms import declared, one

#: In the order of the struct `Weights`.
TERMS = declared(sizeof(Weights), one("rook", 500, 100, 900), one("corner", 10, 0, 50))


cdef int one_side(const TwoRooksPosition* p, int color) noexcept nogil:
    cdef int king = lsb(p.type[KING] & p.color[1 - color])
    cdef int steps = abs(king % FILES - FILES // 2) + abs(king // FILES - FILES // 2)
    return p.weights.rook * popcount(p.type[ROOK] & p.color[color]) + p.weights.corner * steps


cdef Score evaluate(const void* position) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return damped(one_side(p, p.side) - one_side(p, 1 - p.side), p.clock)


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const TwoRooksPosition* p = <const TwoRooksPosition*> position
    return p.weights.rook if p.color[1 - p.side] & bit(move_to(move)) else 0


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    """Rooks are the only victims: the worst exchange is rook for rook."""
    return gain(position, move) >= threshold
