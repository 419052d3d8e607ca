# The kinds of moves by which perft splits its counts.
from libc.stdint cimport uint32_t

from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport FILES, NO_POINT
from oddfish.cext.fanorona.moves cimport count, in_check
from oddfish.cext.fanorona.position cimport KING, move_piece, move_promoted, move_victim

# Bits, in the order of their names in game.pyx.
cdef enum:
    IS_CAPTURE = 1
    IS_APPROACH = 2
    IS_WITHDRAWAL = 4
    IS_PROMOTION = 8
    IS_LEAP = 16
    IS_CHECK = 32
    IS_MATE = 64
    IS_STALEMATE = 128


cdef inline bint beside(int a, int b) noexcept nogil:
    """Whether two points are adjacent, with or without a line between them."""
    return abs(a % FILES - b % FILES) <= 1 and abs(a // FILES - b // FILES) <= 1


cdef inline uint32_t kinds(const void* position, Move move, const void* after) noexcept nogil:
    cdef int origin = move_from(move), to = move_to(move), victim = move_victim(move)
    cdef uint32_t result = 0
    if victim != NO_POINT:      # N5: a withdrawal captures next to the start, an approach farther away
        result = IS_CAPTURE | (IS_WITHDRAWAL if beside(origin, victim) else IS_APPROACH)
    if move_promoted(move):
        result |= IS_PROMOTION
    if move_piece(move) == KING and not beside(origin, to):     # N7
        result |= IS_LEAP
    if in_check(after):
        result |= IS_CHECK
        if count(after) == 0:
            result |= IS_MATE
    elif count(after) == 0:
        result |= IS_STALEMATE
    return result
