# Zobrist keys (keys.pxd combines them).
from oddfish.cext.core.types cimport Key
from oddfish.cext.tandem.geometry cimport PLACES
from oddfish.cext.tandem.position cimport TYPES

ctypedef struct Zobrist:
    Key piece[2][TYPES][PLACES]     # by colour
    Key rights[16]
    Key en_passant[PLACES]
    Key moved[PLACES]               # inside a turn: the piece that has moved on the board to move
    Key board_to_move[2]
    Key only_move                   # in a turn of one move
    Key side

cdef Zobrist zobrist
