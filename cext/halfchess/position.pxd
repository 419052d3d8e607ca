# The Half Chess family (rules/half-chess-family.md): its structs, its packed move, and what its three modules
# share. `halfchess_moves` generates and makes moves, `halfchess_eval` judges positions, `halfchess` owns,
# parses and prints them.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport (Board8, bishop_attacks, half_bishop_attacks, half_rook_attacks,
                                    rook_attacks)
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.core.types cimport Key, Move

# Piece types of both players: the owner's own army, then the opponent's army met by promotion (A7).
cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    KING = 5
    FOREIGN_ROOK = 6        # letters T H E M
    FOREIGN_KNIGHT = 7
    FOREIGN_BISHOP = 8
    FOREIGN_QUEEN = 9
    TYPES = 10
    NOTHING = 15            # on the mailbox board
    HAND_TYPES = 5          # PAWN … QUEEN
    OFFICERS = 8            # types that are neither pawn nor king
    NO_SQUARE = 64

cdef enum:                  # castling rights
    WHITE_SHORT = 1
    WHITE_LONG = 2
    BLACK_SHORT = 4
    BLACK_LONG = 8

# A move: to 0-5, from 6-11, kind 12-14, piece moved or dropped 15-18, piece promoted to 19-22.
cdef enum:
    PLAIN = 0
    DOUBLE_STEP = 1
    EN_PASSANT = 2
    CASTLING = 3
    PROMOTION = 4
    DROP = 5


cdef inline Move pack(int origin, int to, int kind, int piece, int promoted) noexcept nogil:
    return <Move> (to | origin << 6 | kind << 12 | piece << 15 | promoted << 19)


cdef inline int move_to(Move m) noexcept nogil:
    return m & 63


cdef inline int move_from(Move m) noexcept nogil:
    return m >> 6 & 63


cdef inline int move_kind(Move m) noexcept nogil:
    return m >> 12 & 7


cdef inline int move_piece(Move m) noexcept nogil:
    return m >> 15 & 15


cdef inline int move_promoted(Move m) noexcept nogil:
    return m >> 19 & 15


cdef enum:
    NO_SLIDE = 0
    FULL = 1
    HALF = 2

# How one type of one colour moves: two sliders and a set of leaps.
ctypedef struct Movement:
    int rook                # NO_SLIDE, FULL or HALF
    int bishop
    Bitboard leap[64]       # from a square
    Bitboard leap_from[64]  # to a square

ctypedef struct TypeList:
    int count
    int type[OFFICERS]

# How far one type of one colour gets on average, on boards of several densities.
ctypedef struct Measure:
    double crowded
    double open
    double usual
    double reach[64]        # from a square, more than usual
    bint color_bound        # it can never leave the squares of one colour

cdef enum:
    SLOTS = 4               # N B R Q; foreign types share them

# What the evaluation goes by: the terms, which halfchess_eval names and explains, ...
ctypedef struct Weights:
    int officer_mg
    int officer_eg
    int growth
    int color_bound
    int correction_mg[SLOTS]
    int correction_eg[SLOTS]
    int slope_mg
    int slope_eg
    int mobility[SLOTS]
    int saturated
    int reach_mg
    int reach_eg
    int centre_mg
    int centre_eg
    int undeveloped
    int hand_base
    int hand_share
    int pawn_mg
    int pawn_eg
    int pawn_advance_eg
    int pawn_rank_mg[8]
    int pawn_file_mg[4]
    int passed_mg[8]
    int passed_eg[8]
    int enemy_king
    int own_king
    int doubled_mg
    int doubled_eg
    int isolated_mg
    int isolated_eg
    int supported_mg
    int supported_eg
    int chain_mg
    int chain_eg
    int king_file_mg[4]
    int king_rank_mg
    int king_centre_eg
    int file_open
    int file_bare
    int pawn_far
    int rook_open
    int rook_half_open
    int pair_mg
    int pair_eg
    int attack_light
    int attack_medium
    int attack_heavy
    int attack_hand
    int danger
    int most_danger
    int tempo
    # ... and what `prepare` makes of them for a game's armies.
    int danger_score[128]
    int16_t square_mg[2][TYPES][64]     # material and place, from the owner's view
    int16_t square_eg[2][TYPES][64]
    int16_t mobility_mg[2][TYPES][32]   # by the number of squares attacked
    int16_t mobility_eg[2][TYPES][32]
    int16_t hand[2][HAND_TYPES]         # a piece in hand
    int16_t value[2][TYPES]             # for exchanges
    int16_t phase[2][TYPES]
    int32_t phase_total                 # of both start arrays

# What all positions of one game share: the variant's rules and both armies.
ctypedef struct SetupData:
    Movement movement[2][TYPES]
    TypeList officers[2]        # types that may ever stand on the board, own army first
    TypeList promotions[2]
    TypeList leapers[2]         # officers with leaps
    TypeList full_rooks[2]      # officers with each kind of slide
    TypeList half_rooks[2]
    TypeList full_bishops[2]
    TypeList half_bishops[2]
    bint drops                  # captured units change sides (halfgi)
    Key salt                    # tells armies and variants apart in keys
    Measure measure[2][TYPES]

ctypedef struct HalfPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without capture or pawn move
    uint16_t number
    uint8_t side
    uint8_t rights
    uint8_t en_passant          # square passed over by the last double step, else NO_SQUARE
    uint8_t unused
    const SetupData* setup
    Bitboard type[TYPES]
    Bitboard color[2]
    uint8_t board[64]           # type or NOTHING
    uint8_t hand[2][HAND_TYPES]
    uint8_t king[2]

# Bound on legal moves (1024): no unit but the king (10 moves) has more than 31 (Queen + Crab). Of 16 own
# units, with promotions to 8 types, 10 + 15 * 31 < 1024; in halfgi all 31 other units can be one side's, each on
# the board (<= 16 moves: a halfling Queen) or in hand, where 5 types drop on at most 62 squares: 10 + 31 * 16 + 5 * 62.


cdef inline Bitboard attacks(const Board8* g, const Movement* m, int sq, Bitboard occ) noexcept nogil:
    """Squares the movement attacks from ``sq``."""
    cdef Bitboard result = m.leap[sq]
    if m.rook == FULL:
        result |= rook_attacks(g, sq, occ)
    elif m.rook == HALF:
        result |= half_rook_attacks(g, sq, occ)
    if m.bishop == FULL:
        result |= bishop_attacks(g, sq, occ)
    elif m.bishop == HALF:
        result |= half_bishop_attacks(g, sq, occ)
    return result


cdef inline Bitboard union_of(const HalfPosition* p, const TypeList* types) noexcept nogil:
    """Squares of both colours' pieces of the listed types."""
    cdef Bitboard result = 0
    cdef int i
    for i in range(types.count):
        result |= p.type[types.type[i]]
    return result


# One side's sliding pieces by kind of slide; a piece may be in two.
ctypedef struct Sliders:
    Bitboard full_rook
    Bitboard half_rook
    Bitboard full_bishop
    Bitboard half_bishop


cdef inline Sliders sliders_of(const HalfPosition* p, int color) noexcept nogil:
    cdef const SetupData* s = p.setup
    cdef Bitboard own = p.color[color]
    cdef Sliders result
    result.full_rook = union_of(p, &s.full_rooks[color]) & own
    result.half_rook = union_of(p, &s.half_rooks[color]) & own
    result.full_bishop = union_of(p, &s.full_bishops[color]) & own
    result.half_bishop = union_of(p, &s.half_bishops[color]) & own
    return result


cdef inline Bitboard slide_attackers(const Board8* g, const Sliders* s, int sq, Bitboard occ) noexcept nogil:
    """The sliders that reach ``sq``; a halfling only from where its reach goes that far (R1)."""
    cdef Bitboard straight = g.rook_rays[sq] & (s.full_rook | (s.half_rook & g.half_rook_from[sq]))
    cdef Bitboard diagonal = g.bishop_rays[sq] & (s.full_bishop | (s.half_bishop & g.half_bishop_from[sq]))
    if straight:
        straight &= rook_attacks(g, sq, occ)
    if diagonal:
        diagonal &= bishop_attacks(g, sq, occ)
    return straight | diagonal


cdef inline Bitboard leap_attackers(const Board8* g, const HalfPosition* p, int sq, int color) noexcept nogil:
    """That colour's pawns, king and leapers that reach ``sq``."""
    cdef const SetupData* s = p.setup
    cdef const TypeList* leapers = &s.leapers[color]
    cdef Bitboard result = (g.pawn[1 - color][sq] & p.type[PAWN]) | (g.king[sq] & p.type[KING])
    cdef int i, t
    for i in range(leapers.count):
        t = leapers.type[i]
        result |= s.movement[color][t].leap_from[sq] & p.type[t]
    return result & p.color[color]
