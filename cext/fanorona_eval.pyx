"""Evaluation of Fanorona Chess, and what stands there for the exchange test.

Captures happen at a distance: a piece that takes does not land where it took, and whether it can be taken back
depends on lines that the capture itself opens. No static exchange on one square exists; instead ``see`` looks one
ply ahead at what the opponent could take next.
"""
from oddfish.cext.bits cimport popcount
from oddfish.cext.fanorona cimport KING, PAWN, TYPES, FanoronaPosition, move_promoted, move_victim
from oddfish.cext.fanorona_lines cimport NO_POINT, Lines, fanorona_lines
from oddfish.cext.types cimport Move, Score

cdef const Lines* L = fanorona_lines()

cdef int[TYPES] VALUE = [100, 290, 230, 400, 620, 10000]


cdef Score evaluate(const void* position) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int score = 0, t
    for t in range(KING):
        score += VALUE[t] * (popcount(p.type[t] & p.color[0]) - popcount(p.type[t] & p.color[1]))
    return -score if p.side else score


cdef int gain(const void* position, Move move) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int result = 0
    if move_victim(move) != NO_POINT:
        result = VALUE[p.board[move_victim(move)]]
    if move_promoted(move):
        result += VALUE[move_promoted(move)] - VALUE[PAWN]
    return result


cdef bint see(const void* position, Move move, int threshold) noexcept nogil:
    return gain(position, move) >= threshold
