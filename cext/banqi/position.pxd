# Banqi (docs/rules/banqi.md): position and setup structs, packed moves.
#
# `moves` generates and makes moves, `evaluation` evaluates positions and exchanges, `tablebase` solves endings, `game`
# is the Python interface. A position contains what both players see, so never what lies under a face-down piece.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.core.ending_tables cimport TableSet
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    GENERAL = 0
    ADVISOR = 1
    ELEPHANT = 2
    CHARIOT = 3
    HORSE = 4
    CANNON = 5
    SOLDIER = 6
    TYPES = 7
    ROW = 8                 # length of a table by type, padded to fill a vector
    PIECES = 14             # a piece is 7 * colour + type; red is 0, black 1
    NO_COLOR = 2
    NO_SQUARE = 32
    ALL_TYPES = 127         # a set of types: bit t is type t
    MAX_PIECE_MOVES = 64    # of one piece
    MAX_BANQI_MOVES = 512   # at most 32 flips, 16 pieces with 4 steps and 4 jumps or rides each, and a stop

# A move: to 0-4, from 5-9, kind 10-12, type of the mover 13-15, of the victim 16-18, outcome 19-22.
cdef enum Kind:
    STEP = 1
    CAPTURE = 2             # by a step, or by a chariot's ride
    JUMP = 3                # a capture by a cannon's jump
    FLIP = 4
    ATTEMPT = 5             # to capture a face-down piece (DarkCapture)
    JUMP_ATTEMPT = 6
    STOP = 7                # ends a series (MultiCapture)


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
    """The revealed piece plus 1; 0 if the move reveals none, or has no outcome yet."""
    return m >> 19 & 15


cdef inline Move with_outcome(Move m, int piece) noexcept nogil:
    return m | <Move> (piece + 1) << 19


cdef inline bint is_chance(Move m) noexcept nogil:
    """Whether a move reveals a piece: a flip or an attempt."""
    cdef int kind = move_kind(m)
    return kind == FLIP or kind == ATTEMPT or kind == JUMP_ATTEMPT


# What all positions of one game share: rules, options, board.
ctypedef struct SetupData:
    uint8_t takes[TYPES]        # set of types that each type captures by a step (Q4)
    uint8_t jumps[TYPES]        # ... and by a jump
    Squares if_takes[TYPES][ROW]    # all squares if the first type can capture the second by a step, else none
    Squares if_taken[TYPES][ROW]    # all squares if the second can capture the first, else none
    uint8_t number[TYPES]       # pieces of each type in a colour's set
    Squares board
    int ranks
    bint dark_capture
    bint multi_capture
    bint chariot_rides
    bint chaser_loses
    uint8_t house_rules         # rules of capture that a network sees: a bit for each non-standard one
    int no_progress             # plies to a draw, 0 for never
    const TableSet* tables      # NULL if there are none
    Key salt                    # makes keys differ between sets of rules

# The evaluation's weights; `evaluation` names them.
ctypedef struct Weights:
    int base[TYPES]
    int per_prey
    int per_hunter
    int free
    int screen
    int step_room
    int hunt
    int nearness[15]            # by number of steps, from 1

ctypedef struct BanqiPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without flip or capture
    uint16_t number
    uint8_t side                # the player: 0 first, 1 second
    uint8_t first               # the first player's colour, NO_COLOR before the first flip
    uint8_t series              # square of the piece in a series of captures, else NO_SQUARE
    uint8_t stepped_from        # of the last move, if it was a step; else NO_SQUARE
    uint8_t stepped_to
    uint8_t pool[PIECES]        # face-down pieces
    const SetupData* setup
    Squares type[TYPES]         # face up
    Squares color[2]
    Squares dark                # squares with a face-down piece


cdef inline int color_of(const BanqiPosition* p, int player) noexcept nogil:
    """A player's colour; meaningless before the first flip (Q1)."""
    return (p.first ^ player) & 1


cdef inline int type_on(const BanqiPosition* p, int sq) noexcept nogil:
    """The type of the face-up piece on a square."""
    cdef int t
    for t in range(TYPES - 1):
        if p.type[t] >> sq & 1:
            return t
    return TYPES - 1


cdef inline Squares occupied(const BanqiPosition* p) noexcept nogil:
    return p.color[0] | p.color[1] | p.dark


cdef inline bint all_captured(const BanqiPosition* p, int color) noexcept nogil:
    """Whether every piece of a colour has been captured (Q3)."""
    cdef int t
    if p.color[color]:
        return False
    for t in range(TYPES):
        if p.pool[color * TYPES + t]:
            return False
    return True


cdef inline bint game_over(const BanqiPosition* p) noexcept nogil:
    """Whether a side has lost its last piece (Q3)."""
    return (not p.color[0] or not p.color[1]) and p.first != NO_COLOR and (all_captured(p, 0) or all_captured(p, 1))
