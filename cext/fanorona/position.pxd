# Fanorona Chess (rules/fanorona-chess.md): its position and packed move, and what its modules share.
# `fanorona_moves` generates and makes moves, `fanorona_eval` judges positions, `fanorona` owns, parses, prints.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.fanorona.geometry cimport NO_POINT
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    TYPES = 6
    NOTHING = 15
    ALL_OFFICERS = 7        # N2 B2 R2 Q1 of the start array; fewer on the board: some are lost

# A move: to 0-5, from 6-11, victim 12-17 (NO_POINT: none), piece 18-20, promoted to 21-23 (0: none).

cdef inline Move pack(int origin, int to, int victim, int piece, int promoted) noexcept nogil:
    return <Move> (to | origin << 6 | victim << 12 | piece << 18 | promoted << 21)


cdef inline int move_to(Move m) noexcept nogil:
    return m & 63


cdef inline int move_from(Move m) noexcept nogil:
    return m >> 6 & 63


cdef inline int move_victim(Move m) noexcept nogil:
    return m >> 12 & 63


cdef inline int move_piece(Move m) noexcept nogil:
    return m >> 18 & 7


cdef inline int move_promoted(Move m) noexcept nogil:
    return m >> 21 & 7


# What the evaluation goes by, in centipawns (mobility: eighths of one); fanorona_eval names and explains them.
ctypedef struct Weights:
    int value[TYPES]
    int mobility[TYPES]
    int strong_point[TYPES]
    int takeable[TYPES]
    int exposed
    int tempo
    int advanced[9]
    int promoting[9]

ctypedef struct FanoronaPosition:
    Key key                 # as in rules.Common
    const Weights* weights
    uint16_t clock          # plies without capture or pawn move
    uint16_t number
    uint8_t side
    uint8_t unmoved         # bit c: the king of colour c has never moved
    uint8_t king[2]
    Bitboard type[TYPES]
    Bitboard color[2]
    uint8_t board[64]       # type or NOTHING; a power of two spares bounds
