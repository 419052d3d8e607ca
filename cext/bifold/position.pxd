# Bifold Halfgi (rules/bifold-halfgi.md): its structs and its packed move. `bifold_units` knows how units move,
# `bifold_moves` generates and makes moves, `bifold_eval` judges positions, `bifold` owns, parses and prints them.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.bifold.units cimport OFFICERS, TYPES, Law
from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    NO_SQUARE = 64

cdef enum:                  # castling rights
    WHITE_SHORT = 1
    WHITE_LONG = 2
    BLACK_SHORT = 4
    BLACK_LONG = 8

cdef enum PawnKind:
    FULL_SIZE = 0
    HANDED = 1
    WEAK = 2

# A move: to 0-5, from 6-11, kind 12-14, unit that moves or type that is dropped 15-20, unit promoted to 21-26, victim
# 27-30: the type chosen of two different enemies and 1, else 0.
cdef enum:
    PLAIN = 0
    DOUBLE_STEP = 1         # one that en passant may answer (H5)
    EN_PASSANT = 2
    CASTLING = 3
    PROMOTION = 4
    DROP = 5


cdef inline Move pack(int origin, int to, int kind, int unit, int promoted, int victim) noexcept nogil:
    return <Move> (to | origin << 6 | kind << 12 | unit << 15 | promoted << 21 | victim << 27)


cdef inline int move_to(Move m) noexcept nogil:
    return m & 63


cdef inline int move_from(Move m) noexcept nogil:
    return m >> 6 & 63


cdef inline int move_kind(Move m) noexcept nogil:
    return m >> 12 & 7


cdef inline int move_unit(Move m) noexcept nogil:
    return m >> 15 & 63


cdef inline int move_promoted(Move m) noexcept nogil:
    return m >> 21 & 63


cdef inline int move_victim(Move m) noexcept nogil:
    """The victim's type and 1, or 0."""
    return m >> 27 & 15


# What all positions of one game share.
ctypedef struct SetupData:
    const Law* law              # by unit
    const uint8_t* promotions   # units a whole pawn promotes to
    int promotion_count
    PawnKind pawns
    bint wazirs                 # two Wazirs are the royals
    bint castling               # B9
    bint drop_beside_enemy      # B6
    Key salt                    # tells games apart in keys

# A square holds at most two bifolds, or a full-size pawn; both colours may share it.
# What the evaluation goes by, in centipawns unless bifold_eval says otherwise, which names and explains them.
# Left-handed and right-handed pawns are each other's mirror images, and so worth the same.
ctypedef struct Weights:
    int piece_value[TYPES - 1]
    int full_pawn
    int piece_hand[TYPES - 1]
    int piece_mobility[OFFICERS]
    int piece_centre[TYPES - 1]
    int advance[8]
    int pair
    int pair_mobility
    int threat_pair
    int threat_lone
    int defended
    int tempo
    int near_whole
    int near_half
    int in_hand
    int one_left
    int danger
    int most_danger
    # Made of these, for each type and none:
    int value[TYPES + 1]
    int hand[TYPES + 1]
    int mobility[TYPES + 1]
    int centre[TYPES + 1]
    int danger_score[256]

ctypedef struct BifoldPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without capture, drop or pawn move
    uint16_t number
    uint8_t side
    uint8_t rights
    uint8_t en_passant          # square passed over by the last double step, else NO_SQUARE
    uint8_t live                # whether something can take en passant: only then the square is in the key
    const SetupData* setup
    Bitboard any[2]             # squares where the colour has something,
    Bitboard full[2]            # something that leaves no room beside it,
    Bitboard mixed[2]           # two different halves,
    Bitboard half[2][TYPES]     # a half (or full-size pawn) of that type
    uint8_t board[2][64]        # unit or NOTHING
    uint8_t hand[2][TYPES]

# Bound on legal moves (MAX_MOVES = 2048): a side's piece on the board brings at most 27. The richest pairs have 54,
# unit and halves together: LD before the last rank, 3 * 10 + 2 * 4 * (1 + 2); QH has 48, PQ 52 and PP 50 there; a lone
# piece has 20 at most. A square with two different enemies adds a move for each of at most 24 officer halves that reach
# it, less than two pieces of one's own would bring. Each of 6 kinds in hand drops on 63 squares. Of at most 64 pieces
# the opponent has one: 27 * 57 + 6 * 63 = 1917. The most a search for crowded positions has found is 895.


cdef inline const Law* law_at(const BifoldPosition* p, int color, int sq) noexcept nogil:
    return &p.setup.law[p.board[color][sq]]


cdef inline Bitboard officers_of(const BifoldPosition* p, int color) noexcept nogil:
    """Squares where the colour has a half that is no pawn."""
    cdef const Bitboard* h = p.half[color]
    return h[0] | h[1] | h[2] | h[3] | h[4] | h[5]


cdef inline Bitboard royals_of(const BifoldPosition* p, int color) noexcept nogil:
    return p.half[color][4] | p.half[color][5]


cdef inline Bitboard left_takers(const BifoldPosition* p, int color) noexcept nogil:
    """H1: pawns that may take to their owner's left."""
    return p.half[color][6] | p.half[color][8]


cdef inline Bitboard right_takers(const BifoldPosition* p, int color) noexcept nogil:
    return p.half[color][7] | p.half[color][8]
