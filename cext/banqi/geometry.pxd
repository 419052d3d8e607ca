# Attack tables of Banqi's board: 4 files, at most 8 ranks. Squares count a1 = 0, b1 = 1, c1 = 2, d1 = 3, a2 = 4 …; a
# smaller board is the lower ranks of the full one, so they all share these tables.
from libc.stdint cimport uint32_t

from oddfish.cext.core.bits cimport msb

ctypedef uint32_t Squares       # a bitboard

cdef enum:
    UP = 0          # towards higher squares, as RIGHT
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


cdef inline Squares highest(Squares b) noexcept nogil:
    """The highest square as a bitboard, 0 for none."""
    return <Squares> 1 << msb(b) if b else 0


cdef inline Squares ride_targets(int sq, Squares occ) noexcept nogil:
    """The first piece in each direction: where a chariot's ride ends."""
    cdef Squares up = tables.ray[sq][UP] & occ, right = tables.ray[sq][RIGHT] & occ
    return up & -up | right & -right | highest(tables.ray[sq][DOWN] & occ) | highest(tables.ray[sq][LEFT] & occ)


cdef inline Squares jump_targets(int sq, Squares occ) noexcept nogil:
    """The second piece in each direction: where a cannon's jump ends (Q5)."""
    return ride_targets(sq, occ & ~ride_targets(sq, occ))
