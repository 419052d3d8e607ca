# Attack tables of Banqi's board: 4 files, at most 8 ranks. Squares count a1 = 0, b1 = 1, c1 = 2, d1 = 3, a2 = 4 …; a
# smaller board is the lower ranks of the full one, so all boards share these tables.
from libc.stdint cimport uint32_t, uint64_t

from oddfish.cext.core.bits cimport msb, popcount

ctypedef uint32_t Squares       # a bitboard

cdef enum:
    UP = 0          # towards higher squares, like RIGHT
    RIGHT = 1
    DOWN = 2
    LEFT = 3

ctypedef struct Board32:
    Squares step[32]            # squares one orthogonal step away
    Squares ray[32][4]          # all squares in a direction
    Squares cross[32]           # all four rays

cdef Board32 tables          # filled in at import


cdef inline Squares neighbours(Squares b) noexcept nogil:
    """Squares one step away from any square of ``b``."""
    return b << 4 | b >> 4 | (b & <Squares> 0x77777777) << 1 | (b & <Squares> 0xEEEEEEEE) >> 1


# Steps in two directions at once, each on a board in one half of a word.
cdef inline uint64_t twice(Squares b) noexcept nogil:
    return <uint64_t> b << 32 | b


cdef inline uint64_t up_and_down(Squares b) noexcept nogil:
    """The squares one step up from ``b`` in the lower half, down in the upper half."""
    return <uint64_t> (b >> 4) << 32 | <Squares> (b << 4)


cdef inline uint64_t sideways(Squares b) noexcept nogil:
    """The squares one step to the right of ``b`` in the lower half, to the left in the upper half."""
    return <uint64_t> ((b & <Squares> 0xEEEEEEEE) >> 1) << 32 | (b & <Squares> 0x77777777) << 1


cdef inline uint64_t back_up_and_down(uint64_t steps) noexcept nogil:
    """Where steps up (lower half) and down (upper half) started."""
    return (steps & <uint64_t> 0xFFFFFFFF) >> 4 | (steps & <uint64_t> 0xFFFFFFFF00000000) << 4


cdef inline uint64_t back_sideways(uint64_t steps) noexcept nogil:
    """Where steps to the right (lower half) and to the left (upper half) started."""
    return (steps & <uint64_t> 0xFFFFFFFF) >> 1 | (steps & <uint64_t> 0xFFFFFFFF00000000) << 1


cdef inline int count_steps(Squares pieces, Squares targets) noexcept nogil:
    """The number of steps from ``pieces`` to ``targets``."""
    return popcount(up_and_down(pieces) & twice(targets)) + popcount(sideways(pieces) & twice(targets))


cdef inline void count_neighbours(Squares b, uint64_t* odd, uint64_t* pairs) noexcept nogil:
    """How many squares of ``b`` are next to each square, as a two-bit number, correct up to three. Each bit is a board,
    repeated in both halves of a word."""
    cdef Squares up = b << 4, down = b >> 4
    cdef Squares right = (b & <Squares> 0x77777777) << 1, left = (b & <Squares> 0xEEEEEEEE) >> 1
    odd[0] = twice(up ^ down ^ right ^ left)
    pairs[0] = twice(up & down | right & left | (up ^ down) & (right ^ left))


cdef inline Squares highest(Squares b) noexcept nogil:
    """The highest square as a bitboard, 0 for none."""
    return <Squares> 1 << msb(b | 1) & b


cdef inline Squares ride_targets(int sq, Squares occ) noexcept nogil:
    """The first piece in each direction: where a chariot's ride ends."""
    cdef Squares up = tables.ray[sq][UP] & occ, right = tables.ray[sq][RIGHT] & occ
    return up & -up | right & -right | highest(tables.ray[sq][DOWN] & occ) | highest(tables.ray[sq][LEFT] & occ)


cdef inline Squares jump_targets(int sq, Squares occ) noexcept nogil:
    """The second piece in each direction: where a cannon's jump ends (Q5)."""
    return ride_targets(sq, occ & ~ride_targets(sq, occ))


cdef inline Squares watched_by_jumper(int sq, Squares occ) noexcept nogil:
    """The squares in each direction up to the second piece. A cannon's jumps depend only on these."""
    cdef Squares left_over = occ & ~ride_targets(sq, occ), second, watched = 0
    cdef int direction
    for direction in range(4):
        second = tables.ray[sq][direction] & left_over
        if direction == UP or direction == RIGHT:       # all squares up to the lowest piece
            watched |= tables.ray[sq][direction] & (second ^ second - 1)
        else:                                           # all squares down to the highest piece
            second = highest(second)
            watched |= tables.ray[sq][direction] & -(second | (second == 0))
    return watched
