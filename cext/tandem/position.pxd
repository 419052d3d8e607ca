# The position of Tandem-84 (rules/tandem-84.md), which all modules of this folder share.
#
# From the ground up: `geometry` (boards, attack tables), `castling` (T10), `zobrist`, this struct and `packed_move`;
# `attacks` (check and pins), `making`, `piece_moves` and `king_moves` (pseudo-legal and last moves), `legality` (first
# moves), `keys`; `moves` (single moves of turns) and `turns` (whole turns); `notation`, `evaluation`, `game`.
#
# Two `Rules` tables use the same struct. In TURN_RULES a move is a player's whole turn, as in UCI, perft and PGN; in
# RULES it is one move of a turn, as in the search.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.types cimport Key
from oddfish.cext.tandem.geometry cimport RANKS, SQUARES

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    BISHOP_KNIGHT = 5       # letter C, unless SwapCompounds makes it M's
    ROOK_KNIGHT = 6
    GHOST = 7               # a pawn promotes to KNIGHT … GHOST (T9)
    KING = 8
    TYPES = 9
    NOTHING = 15
    NO_PLACE = 255
    MAX_PIECES = 24         # of a side

# Which move of a turn is to be made.
cdef enum Stage:
    FIRST = 0
    ONLY = 1                # in a turn of one move: White's first
    SECOND = 2

# Shared by all positions of a game.
ctypedef struct SetupData:
    bint ghosts_capture     # and give check (GhostMove: step)
    bint ghosts_glide       # slide like queens (GhostMove: glide-peaceful)
    bint first_takes        # T7: only a turn's first move may take en passant
    Key salt                # distinguishes the options in keys

# The evaluation's weights, in centipawns unless TERMS (evaluation.pyx), which names and explains them, says otherwise.
ctypedef struct Weights:
    int value[TYPES]
    int peaceful
    int mobility[TYPES]
    int dropped
    int centre[TYPES]
    int attack[TYPES]
    int advanced[RANKS]
    int passed[RANKS]
    int threat
    int loose
    int shelter
    int shelter_pawn
    int tempo
    int danger
    int most_danger
    int danger_score[128]   # derived from the two before

ctypedef struct TandemPosition:
    Key key                 # as in rules.Common
    const Weights* weights
    uint16_t clock          # turns without capture, promotion or move begun by a pawn (T11)
    uint16_t number
    uint8_t side
    uint8_t stage
    uint8_t board_to_move   # SECOND: the board on which the move must begin
    uint8_t rights          # castling rights: one bit each, see castling.pxd
    uint16_t reversible     # parts since the last capture or promotion
    uint8_t king_board[2]   # the board each colour's king stands on
    uint8_t king_square[2]
    uint8_t moved[2]        # SECOND: places of the pieces that have moved (king and rook after castling), or NO_PLACE
    Key pieces_key          # the part of the key that depends on the pieces
    const SetupData* setup
    Bitboard en_passant[2]  # by board: vacant squares behind pawns that double-stepped (T7)
    Bitboard type[2][TYPES]     # by board
    Bitboard color[2][2]        # by board, then colour
    uint8_t board[2][SQUARES]   # type or NOTHING


cdef inline Bitboard occupied(const TandemPosition* p, int board) noexcept nogil:
    return p.color[board][0] | p.color[board][1]
