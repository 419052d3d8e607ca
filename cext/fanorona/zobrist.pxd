# Zobrist keys.
from oddfish.cext.core.types cimport Key
from oddfish.cext.fanorona.position cimport TYPES

ctypedef struct Zobrist:
    Key piece[2][TYPES][64]     # by colour; 45 points, but a power of two makes indices cheaper
    Key unmoved[4]
    Key side

cdef Zobrist zobrist
