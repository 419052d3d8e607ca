# The position of Fanorona Chess (rules/fanorona-chess.md) and its packed moves, which all modules of this folder share.
#
# From the ground up: `geometry` (the lines of the board), `zobrist`, this struct; `attacks` (checks and pins),
# `pawn_steps` and `pawn_moves`, `piece_moves`, `legality` (legal moves), `replies` (for perft), `moves`; `kinds`,
# `evaluation`, `features`, `game`.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard, popcount
from oddfish.cext.core.ending_tables cimport TableSet
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
    START_OFFICERS = 7      # N B R Q of one side in the start array

# A move: to and from (core/packed_move.pxd), victim 12-17, the piece that moves 18-20, the type promoted to 21-23.


cdef inline Move pack(int origin, int to, int victim, int piece, int promoted) noexcept nogil:
    return <Move> (to | origin << 6 | victim << 12 | piece << 18 | promoted << 21)


cdef inline int move_victim(Move m) noexcept nogil:
    """The point of the captured piece, or NO_POINT."""
    return m >> 12 & 63


cdef inline int move_piece(Move m) noexcept nogil:
    return m >> 18 & 7


cdef inline int move_promoted(Move m) noexcept nogil:
    """The type promoted to, or 0."""
    return m >> 21 & 7


cdef inline int start_count(int t) noexcept nogil:
    """How many pieces of a type each side starts with. Those that are no longer on the board are lost (N8)."""
    return 5 if t == PAWN else 2 if t < QUEEN else 1


# The evaluation's weights; TERMS (evaluation.pyx) names and explains them.
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
    const TableSet* tables  # solved endings, NULL for none
    Bitboard type[TYPES]
    Bitboard color[2]
    uint8_t board[64]       # type or NOTHING; NO_POINT is also a valid index


cdef inline int lost_types(const FanoronaPosition* p, int color) noexcept nogil:
    """Bit set of the types a side has lost, to which its pawns can promote (N8)."""
    cdef int t, result = 0
    for t in range(KNIGHT, KING):
        if popcount(p.type[t] & p.color[color]) < start_count(t):
            result |= 1 << t
    return result


cdef inline bint has_lost_officer(const FanoronaPosition* p, Bitboard pieces) noexcept nogil:
    """Whether the side with these ``pieces`` has lost an officer, so that its pawns can promote (N8)."""
    return popcount(pieces & ~(p.type[PAWN] | p.type[KING])) < START_OFFICERS
