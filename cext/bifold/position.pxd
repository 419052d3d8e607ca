# Bifold Halfgi (rules/bifold-halfgi.md): one position, its packed move, and what all positions of a game share.
# `units` defines what can stand on a square, `pawns` how pawns step, `moves` generates and makes moves, `evaluation`
# evaluates positions, and `game` reads and writes them for Python.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.bifold.units cimport (BISHOP, FERZ, HORSE, LEFT_PAWN, OFFICERS, PAWN, QUEEN, RIGHT_PAWN, ROOK, TYPES,
                                        WAZIR, UnitInfo)
from oddfish.cext.core.bits cimport Bitboard, popcount
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    NO_SQUARE = 64

cdef enum PawnKind:
    FULL_SIZE = 0
    HANDED = 1
    WEAK = 2

# A move: to, from and kind (core/packed_move.pxd), the unit that moves or the type that is dropped 15-20, the unit
# promoted to 21-26, victim 27-30.


cdef inline Move pack(int origin, int to, int kind, int unit, int promoted, int victim) noexcept nogil:
    return <Move> (to | origin << 6 | kind << 12 | unit << 15 | promoted << 21 | victim << 27)


cdef inline int move_unit(Move m) noexcept nogil:
    """The unit that leaves its square, or the type that is dropped."""
    return m >> 15 & 63


cdef inline int move_promoted(Move m) noexcept nogil:
    return m >> 21 & 63


cdef inline int move_victim(Move m) noexcept nogil:
    """Which of two different enemies is captured: its type plus 1; 0 if there is no choice (B4)."""
    return m >> 27 & 15


cdef inline int captured_half(Move m, const UnitInfo* theirs) noexcept nogil:
    """The type of the half that a single bifold captures: its choice, if there are two different ones (B4)."""
    return move_victim(m) - 1 if move_victim(m) else theirs.first


# What all positions of one game share.
ctypedef struct SetupData:
    const UnitInfo* info        # by unit
    const uint8_t* promotions   # units a full pawn promotes to
    int promotion_count
    PawnKind pawns
    uint8_t royal_pair          # the unit of both royals
    bint castling               # B9
    bint drop_beside_enemy      # B6
    Key salt                    # makes keys differ between games

# Terms of the evaluation, which evaluation.pyx names and explains, ...
ctypedef struct Weights:
    # Left-handed and right-handed pawns are mirror images of each other, so they share a weight.
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
    # ... and the tables that `prepare` derives from them: by type, 0 for NO_TYPE, and king danger by attack units.
    int value[TYPES + 1]
    int hand[TYPES + 1]
    int mobility[TYPES + 1]
    int centre[TYPES + 1]
    int danger_score[256]

# A square holds at most two halves, of either colour, or one full-size pawn.
ctypedef struct BifoldPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without capture, drop or pawn move
    uint16_t number
    uint8_t side
    uint8_t rights              # core/castling.pxd
    uint8_t en_passant          # square passed over by the last double step, else NO_SQUARE
    uint8_t en_passant_legal    # whether a capture there is legal: only then is the square part of the key
    const SetupData* setup
    Bitboard color[2]           # squares where the colour has something
    Bitboard full[2]            # squares where that leaves no room for another piece
    Bitboard mixed[2]           # squares where it has two different halves
    Bitboard half[2][TYPES]     # squares where it has a half (or full-size pawn) of that type
    uint8_t board[2][64]        # unit or NOTHING
    uint8_t hand[2][TYPES]

# Bound on legal moves (MAX_MOVES = 2048): each piece that a side has on the board adds at most 27. The richest pairs
# have 54, unit and halves together: LD before the last rank, 3 * 10 + 2 * 4 * (1 + 2); QH has 48, PQ 52 and PP 50
# there; a lone piece has at most 20. A square with two different enemies adds a move for each of at most 24 officer
# halves that reach it, fewer than two more pieces of one's own would add. Each of 6 kinds in hand drops on 63 squares.
# Of at most 64 pieces the opponent has one: 27 * 57 + 6 * 63 = 1917. The most found by a search for crowded positions
# is 895.


cdef inline const UnitInfo* info_at(const BifoldPosition* p, int color, int sq) noexcept nogil:
    return &p.setup.info[p.board[color][sq]]


cdef inline Bitboard officers_of(const BifoldPosition* p, int color) noexcept nogil:
    """Squares where the colour has a half that is not a pawn."""
    cdef const Bitboard* h = p.half[color]
    return h[QUEEN] | h[ROOK] | h[BISHOP] | h[HORSE] | h[WAZIR] | h[FERZ]


cdef inline Bitboard royals_of(const BifoldPosition* p, int color) noexcept nogil:
    return p.half[color][WAZIR] | p.half[color][FERZ]


cdef inline Bitboard pawns_of(const BifoldPosition* p, int color) noexcept nogil:
    """Squares where the colour has a pawn or a pawn half."""
    return p.half[color][LEFT_PAWN] | p.half[color][RIGHT_PAWN] | p.half[color][PAWN]


cdef inline Bitboard full_pawns(const BifoldPosition* p, int color) noexcept nogil:
    """Full-size pawns and pairs of pawn halves, which move like them."""
    return p.full[color] & ~officers_of(p, color)


cdef inline int half_count(const BifoldPosition* p, int color, int t) noexcept nogil:
    """Number of halves of a type on the board, or of full-size pawns."""
    cdef Bitboard squares = p.half[color][t], twins = squares & p.full[color] & ~p.mixed[color]
    if t == PAWN and p.setup.pawns == FULL_SIZE:
        twins = 0
    return popcount(squares) + popcount(twins)


cdef inline Bitboard left_capturers(const BifoldPosition* p, int color) noexcept nogil:
    """H1: pawns that may capture to their owner's left."""
    return p.half[color][LEFT_PAWN] | p.half[color][PAWN]


cdef inline Bitboard right_capturers(const BifoldPosition* p, int color) noexcept nogil:
    return p.half[color][RIGHT_PAWN] | p.half[color][PAWN]
