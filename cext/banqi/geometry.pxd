# Steps and lines of Banqi's 4x8 board.
from libc.stdint cimport uint8_t, uint32_t

from oddfish.cext.core.bits cimport msb

cdef enum:
    UP = 0          # towards higher squares, as RIGHT
    RIGHT = 1
    DOWN = 2
    LEFT = 3

ctypedef struct Lines:
    uint32_t step[32]           # squares one orthogonal step away
    uint32_t ray[32][4]         # all squares in a direction
    uint32_t cross[32]          # all four rays
    uint8_t distance[32][32]    # steps between two squares of an empty board

cdef const Lines* banqi_lines() noexcept nogil


cdef inline uint32_t around(uint32_t men) noexcept nogil:
    """Squares a step away from any of them."""
    return men << 4 | men >> 4 | (men & <uint32_t> 0x77777777) << 1 | (men & <uint32_t> 0xEEEEEEEE) >> 1


cdef inline uint32_t highest(uint32_t b) noexcept nogil:
    return <uint32_t> 1 << msb(b) if b else 0


cdef inline uint32_t hits(const Lines* g, int sq, uint32_t occupied) noexcept nogil:
    """The first man in each direction."""
    cdef uint32_t up = g.ray[sq][UP] & occupied, right = g.ray[sq][RIGHT] & occupied
    return (up & -up | right & -right | highest(g.ray[sq][DOWN] & occupied) | highest(g.ray[sq][LEFT] & occupied))


cdef inline uint32_t leaps(const Lines* g, int sq, uint32_t occupied) noexcept nogil:
    """The second man in each direction: where a cannon's jump lands (Q5)."""
    return hits(g, sq, occupied & ~hits(g, sq, occupied))
