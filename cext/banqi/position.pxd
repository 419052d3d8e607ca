# Banqi (rules/banqi.md): its position and packed move, and what its modules share.
# `banqi_moves` generates and makes moves, `banqi_eval` judges positions, `banqi_tables` solves endings, `banqi` owns,
# parses, prints.
#
# A square is 4 * rank + file; smaller boards are the lower ranks of the 4x8 one, so the geometry is one for all.
# Nothing here knows what lies under a face-down piece: a position is what both players see.
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from oddfish.cext.core.types cimport Key, Move

ctypedef uint32_t Squares       # a set of squares

cdef enum:
    GENERAL = 0
    ADVISOR = 1
    ELEPHANT = 2
    CHARIOT = 3
    HORSE = 4
    CANNON = 5
    SOLDIER = 6
    TYPES = 7
    PIECES = 14             # 7 * colour + type; red is 0, black 1
    NO_COLOR = 2
    NO_SQUARE = 32
    ALL_TYPES = 127         # bit t: type t
    MOST_MOVES = 512        # 32 flips, or 16 men with 4 steps and 4 jumps or rides each, and a stop: far fewer

# A move: to 0-4, from 5-9, kind 10-12, the mover's type 13-15, the victim's 16-18, outcome 19-22 (piece + 1, 0: none).
cdef enum Kind:
    STEP = 1
    CAPTURE = 2
    JUMP = 3                # a capture by a cannon's jump
    FLIP = 4
    ATTEMPT = 5             # on a face-down piece
    JUMP_ATTEMPT = 6
    STOP = 7                # ends a MultiCapture series


cdef inline Move pack(int origin, int to, int kind, int mover, int victim) noexcept nogil:
    return <Move> (to | origin << 5 | kind << 10 | mover << 13 | victim << 16)


cdef inline int move_to(Move m) noexcept nogil:
    return m & 31


cdef inline int move_from(Move m) noexcept nogil:
    return m >> 5 & 31


cdef inline int move_kind(Move m) noexcept nogil:
    return m >> 10 & 7


cdef inline int move_mover(Move m) noexcept nogil:
    return m >> 13 & 7


cdef inline int move_victim(Move m) noexcept nogil:
    return m >> 16 & 7


cdef inline int move_outcome(Move m) noexcept nogil:
    """The piece turned up, plus 1; 0 if the move has no outcome (yet)."""
    return m >> 19 & 15


cdef inline Move with_outcome(Move m, int piece) noexcept nogil:
    return m | <Move> (piece + 1) << 19


cdef inline bint of_chance(Move m) noexcept nogil:
    """Whether the move turns a piece up."""
    cdef int kind = move_kind(m)
    return kind == FLIP or kind == ATTEMPT or kind == JUMP_ATTEMPT


cdef enum:
    MULTISETS = 120         # of at most three men of seven types
    UNLISTED = 255

# Solved endings: for each pair of multisets of men (the side to move's first) a byte a position, or NULL. A byte is
# 0 for a draw, else 1 + the plies to the end: odd where the side to move loses, even where it wins.
ctypedef struct TableSet:
    const uint8_t* table[MULTISETS][MULTISETS]
    int most                # men in all of the largest ending known

# What all positions of one game share: rules, options, board.
ctypedef struct SetupData:
    uint8_t takes[TYPES]        # bit u: the type takes type u by a step (Q4)
    uint8_t jumps[TYPES]        # ... by a jump
    uint8_t number[TYPES]       # men of each type in a colour's set
    Squares board
    int ranks
    bint dark_capture
    bint multi_capture
    bint chariot_rides
    bint chaser_loses
    int no_progress             # plies to a draw, 0 for never
    const TableSet* tables      # NULL for none
    Key salt                    # tells rules apart in keys

# What the evaluation goes by, in centipawns unless banqi_eval says otherwise, which names and explains them.
ctypedef struct Weights:
    int base[TYPES]
    int per_prey
    int per_hunter
    int free
    int screen
    int step_room
    int hunt
    int nearness[15]            # by steps, from 1

ctypedef struct BanqiPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without flip or capture
    uint16_t number
    uint8_t side                # the player: 0 first, 1 second
    uint8_t first               # the first player's colour, NO_COLOR before the first flip
    uint8_t series              # square of the piece that may go on capturing, else NO_SQUARE
    uint8_t stepped_from        # of the move that led here, if it was a step; else NO_SQUARE
    uint8_t stepped_to
    uint8_t pool[PIECES]        # face-down men
    const SetupData* setup
    Squares type[TYPES]         # face up
    Squares color[2]
    Squares dark


cdef inline int color_of(const BanqiPosition* p, int player) noexcept nogil:
    """The colour a player owns; meaningless before the first flip."""
    return (p.first ^ player) & 1


cdef inline int type_on(const BanqiPosition* p, int sq) noexcept nogil:
    """The type of the face-up piece on a square."""
    cdef int t
    for t in range(TYPES - 1):
        if p.type[t] >> sq & 1:
            return t
    return TYPES - 1


cdef inline bint lost(const BanqiPosition* p, int color) noexcept nogil:
    """Whether every man of a colour has been captured (Q3)."""
    cdef int t
    if p.color[color]:
        return False
    for t in range(TYPES):
        if p.pool[color * TYPES + t]:
            return False
    return True
