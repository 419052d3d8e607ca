# Zobrist keys; keys.pxd and making.pxd combine them.
from oddfish.cext.core.types cimport Key
from oddfish.cext.core.zobrist cimport StateKeys
from oddfish.cext.halfchess.position cimport HAND_TYPES, TYPES

cdef enum:
    HAND_MAX = 32           # a hand holds at most all pieces in the game

ctypedef struct Zobrist:
    Key piece[2][TYPES][64]                     # by colour, type, square
    Key hand[2][HAND_TYPES][HAND_MAX + 1]       # by colour, type, number of pieces; 0 for none
    StateKeys state

cdef Zobrist zobrist
