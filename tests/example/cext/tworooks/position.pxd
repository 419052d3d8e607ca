# Two Rooks (docs/rules/two-rooks.md): its position and its packed move.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    FILES = 5
    SQUARES = 25            # a1 = 0, b1 = 1 … e5 = 24
    ROOK = 0
    KING = 1
    TYPES = 2

# What the evaluation goes by, in centipawns.
ctypedef struct Weights:
    int rook
    int corner              # for each step the enemy king is nearer to the edge

ctypedef struct TwoRooksPosition:
    Key key                 # the five fields of core.rules.Common
    const Weights* weights
    uint16_t clock          # plies without a capture
    uint16_t number
    uint8_t side
    Bitboard type[TYPES]
    Bitboard color[2]

# A move: to 0-4, from 5-9.

cdef inline Move pack(int origin, int to) noexcept nogil:
    return <Move> (to | origin << 5)


cdef inline int move_to(Move move) noexcept nogil:
    return move & 31


cdef inline int move_from(Move move) noexcept nogil:
    return move >> 5 & 31
