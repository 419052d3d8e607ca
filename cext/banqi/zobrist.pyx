"""Banqi's Zobrist keys, the same in every process."""

from oddfish.cext.banqi.position cimport PIECES
from oddfish.cext.core.keys cimport splitmix
from oddfish.cext.core.types cimport Key


cdef void fill() noexcept nogil:
    # The keys depend on the order of these calls: add new ones at the end.
    cdef Key state = 0x42616E7169       # "Banqi"
    cdef int i, j
    for i in range(PIECES):
        for j in range(32):
            zobrist.piece[i][j] = splitmix(&state)
        for j in range(8):
            zobrist.pool[i][j] = splitmix(&state)
    for i in range(32):
        zobrist.dark[i] = splitmix(&state)
        zobrist.series[i] = splitmix(&state)
    for i in range(3):
        zobrist.first[i] = splitmix(&state)
    zobrist.side = splitmix(&state)


fill()
