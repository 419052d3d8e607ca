# Zobrist keys; keys.pxd and making.pxd combine them.
from oddfish.cext.banqi.position cimport PIECES
from oddfish.cext.core.types cimport Key

ctypedef struct Zobrist:
    Key piece[PIECES][32]       # face up, by square
    Key pool[PIECES][8]         # by number of pieces
    Key dark[32]                # a face-down piece, by square
    Key series[32]              # the piece in a series of captures
    Key first[3]                # by the first player's colour
    Key side                    # the second player is to move

cdef Zobrist zobrist
