"""Zobrist keys of Fanorona Chess, the same in every process."""

from oddfish.cext.core.types cimport Key
from oddfish.cext.core.zobrist cimport fill_keys
from oddfish.cext.fanorona.geometry cimport POINTS
from oddfish.cext.fanorona.position cimport TYPES


cdef void fill() noexcept nogil:
    # The keys depend on the order of these calls: add new ones at the end.
    cdef Key state = 0xFA202084C4E55
    cdef int color, t
    for color in range(2):
        for t in range(TYPES):
            fill_keys(zobrist.piece[color][t], POINTS, &state)
    fill_keys(zobrist.unmoved, 4, &state)
    fill_keys(&zobrist.side, 1, &state)


fill()
