# The Half Chess family (docs/rules/half-chess-family.md): position and setup structs, packed moves.
#
# `moves` generates and makes moves, `weights` derives the pieces' values, `evaluation` evaluates positions and
# exchanges, `game` is the Python interface.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.ending_tables cimport TableSet
from oddfish.cext.core.packed_move cimport MoveKind
from oddfish.cext.core.types cimport Key, Move

# Piece types of both players: those of a player's own army, then those of the opponent's army, available by promotion
# (A7).
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
    NO_PIECE = 15           # in the mailbox
    HAND_TYPES = 5          # PAWN … QUEEN
    OFFICERS = 8            # types other than pawn and king
    NO_SQUARE = 64
    PLANES = 16             # of features, for each side (features.pxd)
    NO_PLANE = 255
    MAX_TARGETS = 55        # most squares that an officer attacks from any square of an empty board


# --- Moves --------------------------------------------------------------------------------------------------

# In addition to the bits of core/packed_move.pxd: piece moved or dropped 15-18, piece promoted to 19-22.
cdef inline Move pack(int origin, int to, MoveKind kind, int piece, int promoted) noexcept nogil:
    return <Move> (to | origin << 6 | <int> kind << 12 | piece << 15 | promoted << 19)


cdef inline int move_piece(Move m) noexcept nogil:
    return m >> 15 & 15


cdef inline int move_promoted(Move m) noexcept nogil:
    return m >> 19 & 15


# --- Setups -------------------------------------------------------------------------------------------------

cdef enum:
    NO_SLIDE = 0
    FULL = 1
    HALF = 2

# How one type of one colour moves: two sliders and a set of leaps.
ctypedef struct Movement:
    int rook                # NO_SLIDE, FULL or HALF
    int bishop
    Bitboard leap[64]       # squares that leaps reach from a square
    Bitboard leap_from[64]  # squares from which leaps reach a square

ctypedef struct TypeList:
    int count
    int type[OFFICERS]

# The mean mobility of one type of one colour, on emptier and emptier boards.
ctypedef struct MeanMobility:
    double middlegame
    double endgame
    double open_board
    double above_mean[64]   # from a square, on the open board
    bint color_bound        # never leaves the squares of one colour

# What all positions of one game share: the variant's rules and both armies.
ctypedef struct SetupData:
    Movement movement[2][TYPES]
    TypeList officers[2]        # every type that can appear on the board, own army first
    TypeList promotions[2]
    TypeList leapers[2]         # officers with leaps
    TypeList full_rooks[2]      # officers with each kind of slide
    TypeList half_rooks[2]
    TypeList full_bishops[2]
    TypeList half_bishops[2]
    bint drops                  # captured pieces change sides (halfgi)
    bint dead_positions         # FIDE's dead positions are draws (normal)
    Key salt                    # makes keys differ between armies and variants
    const TableSet* tables      # solved endings; NULL if there are none
    MeanMobility mobility[2][TYPES]
    bint without_planes                 # whether networks cannot represent these armies
    uint8_t plane[2][TYPES]             # features.pxd: the plane of the basic piece,
    uint8_t augmenter_plane[2][TYPES]   # ... and of its augmenter, or NO_PLANE

cdef enum:
    SLOTS = 4               # of an army: N B R Q; a foreign type counts as the slot it comes from

# The evaluation's weights: first its terms, which `weights` names, ...
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
    # ... then the tables that `weights` derives from them for a game's armies.
    int danger_score[128]               # by attack units
    int16_t square_mg[2][TYPES][64]     # material and placement, from the owner's view
    int16_t square_eg[2][TYPES][64]
    int16_t mobility_mg[2][TYPES][32]   # by the number of squares attacked
    int16_t mobility_eg[2][TYPES][32]
    int16_t hand[2][HAND_TYPES]         # a piece in hand
    int16_t value[2][TYPES]             # in exchanges
    int16_t phase[2][TYPES]
    int32_t phase_total                 # of both start arrays


# --- Positions ----------------------------------------------------------------------------------------------

ctypedef struct HalfPosition:
    Key key                     # as in rules.Common
    const Weights* weights
    uint16_t clock              # plies without capture, pawn move or drop
    uint16_t number
    uint8_t side
    uint8_t rights              # castling rights, as in core/castling.pxd
    uint8_t en_passant          # square passed by the last double step, else NO_SQUARE
    uint8_t unused
    const SetupData* setup
    Bitboard type[TYPES]
    Bitboard color[2]
    uint8_t board[64]           # mailbox: type or NO_PIECE
    uint8_t hand[2][HAND_TYPES]
    uint8_t king[2]

# MAX_MOVES bounds the legal moves. The king has at most 10, an officer MAX_TARGETS, a pawn 3 * 8. With drops, one side
# can own all 31 other pieces, on the board or in hand, where 5 types drop on at most 62 squares:
# 10 + 31 * 55 + 5 * 62 = 2025, and listing.h writes up to 16 moves past a list.
