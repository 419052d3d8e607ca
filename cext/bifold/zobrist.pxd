# Zobrist keys. A position's key is their sum, not their XOR: two equal halves on a square, or in a hand, count twice.
from oddfish.cext.core.types cimport Key
from oddfish.cext.core.zobrist cimport StateKeys
from oddfish.cext.bifold.units cimport TYPES

ctypedef struct Zobrist:
    Key half[2][TYPES + 1][64]  # by colour and type; those of NO_TYPE are 0
    Key hand[2][TYPES]
    StateKeys state

cdef Zobrist zobrist
