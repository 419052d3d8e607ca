# Tandem-84 (rules/tandem-84.md): its position and packed moves, and what its modules share.
# `tandem_moves` generates and makes moves, `tandem_eval` judges positions, `tandem` owns, parses, prints.
#
# Two tables of rules look at one struct. In TURN_RULES a move is a player's whole turn, which is what UCI, perft and
# PGN count; in RULES it is one move of a turn, which is what the search walks.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.rules cimport Position, Rules
from oddfish.cext.tandem.geometry cimport RANKS, SQUARES, Board42, bishop_attacks, rook_attacks
from oddfish.cext.core.types cimport Key, Move

cdef enum:
    PAWN = 0
    KNIGHT = 1
    BISHOP = 2
    ROOK = 3
    QUEEN = 4
    BISHOP_KNIGHT = 5       # letter C, unless SwapCompounds makes it M's
    ROOK_KNIGHT = 6
    GHOST = 7               # a pawn promotes to 1 … GHOST
    KING = 8
    TYPES = 9
    NOTHING = 15
    NO_PLACE = 255
    MOST_PIECES = 24        # of a side

cdef enum:                  # castling rights (T10)
    WHITE_HOME = 1          # K D k d
    WHITE_DROP = 2
    BLACK_HOME = 4
    BLACK_DROP = 8

# Which move of a turn is to be made.
cdef enum Stage:
    FIRST = 0
    ONLY = 1                # of a turn of one move: White's first
    SECOND = 2

# One move of a turn in 16 bits: 42 * from + to in bits 0-11, `crosses` (drop move, drop/swap) in 12, promoted to in
# 13-15. `from` counts the squares of both boards, `to` those of the board it is on: the other one if the move
# crosses. What stands on the squares tells the rest: a move onto a friendly piece is a drop/swap if `to` corresponds
# to `from`, castling if a king makes it, else a Ghost's swap. No move is 0. In RULES ENDS_TURN says that the turn
# ends with it.
# A turn is its first move in bits 0-15 and its second in 16-30, packed alike but for its board, which is the other
# one; 0: the turn is one move.
cdef enum:
    CROSSES = 1 << 12
    PROMOTED = 1 << 13
    HALF_BITS = 0xFFFF
    ENDS_TURN = 1 << 16
    SECOND_UNIT = 1 << 16
    SECOND_CROSSES = 1 << 27
    SECOND_PROMOTED = 1 << 28
    SECOND_BITS = 0x7FFF0000
    BOARD_UNIT = SQUARES * SQUARES      # from the left to the right board in a first move

# A move of a turn, unpacked; boards are 0 left, 1 right.
ctypedef struct Part:
    int board               # where it begins
    int origin
    int onto                # the board it ends on
    int to
    int promoted


cdef inline Move pack(int board, int origin, int onto, int to, int promoted) noexcept nogil:
    return <Move> ((board * SQUARES + origin) * SQUARES + to + (CROSSES if onto != board else 0) + promoted * PROMOTED)


cdef inline Part unpack(Move half) noexcept nogil:
    cdef Part part
    cdef int squares = half & (CROSSES - 1), origin = squares // SQUARES
    part.to = squares - origin * SQUARES
    part.board = origin >= SQUARES
    part.origin = origin - (SQUARES if part.board else 0)
    part.onto = part.board ^ (half >> 12 & 1)
    part.promoted = half >> 13 & 7
    return part


cdef inline Move second_of(Move turn) noexcept nogil:
    """The second move of a turn, packed by itself; 0 for none."""
    cdef Move second = (turn & SECOND_BITS) >> 16
    cdef Move pair = second & 0x7FF
    if second == 0:
        return 0
    if (turn & (CROSSES - 1)) < BOARD_UNIT:
        pair += BOARD_UNIT
    return pair | (second & 0x7800) << 1


cdef inline Move join(Move first, Move second) noexcept nogil:
    """The turn of two moves."""
    cdef Move pair = second & (CROSSES - 1)
    if pair >= BOARD_UNIT:
        pair -= BOARD_UNIT
    return (first & HALF_BITS) | (pair | (second & 0xF000) >> 1) << 16


# What all positions of one game share.
ctypedef struct SetupData:
    bint captures           # Ghosts take, and so attack (GhostMove: step)
    bint glides             # Ghosts slide like queens (GhostMove: glide-peaceful)
    Key salt                # tells the options apart in keys

# What the evaluation goes by, in centipawns unless tandem_eval says otherwise, which names and explains them.
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
    int danger_score[128]   # made of the two before

ctypedef struct TandemPosition:
    Key key                 # as in rules.Common
    const Weights* weights
    uint16_t clock          # turns without capture, promotion or move begun by a pawn
    uint16_t number
    uint8_t side
    uint8_t stage
    uint8_t begin           # SECOND: the board on which the move must begin
    uint8_t rights
    uint16_t reversible     # moves of turns since the last capture or promotion
    uint8_t home[2]         # the board each colour's king is on, and its square
    uint8_t king[2]
    uint8_t moved[2]        # SECOND: 42 * board + square of what has moved (castling: king and rook), or NO_PLACE
    Key pieces              # the part of the key that the pieces make
    const SetupData* setup
    Bitboard passed[2]      # by board: squares behind pawns that double-stepped (T7), all of them empty
    Bitboard type[2][TYPES]     # by board
    Bitboard color[2][2]        # by board, then colour
    uint8_t board[2][SQUARES]   # type or NOTHING


cdef inline Bitboard occupied(const TandemPosition* p, int board) noexcept nogil:
    return p.color[board][0] | p.color[board][1]


cdef inline Bitboard reach(const Board42* g, int t, int sq, Bitboard occ) noexcept nogil:
    """Squares an officer attacks; Ghosts and pawns have their own ways."""
    cdef Bitboard result = 0
    if t == KING:
        return g.king[sq]
    if t == KNIGHT or t == BISHOP_KNIGHT or t == ROOK_KNIGHT:
        result |= g.knight[sq]
    if t == BISHOP or t == QUEEN or t == BISHOP_KNIGHT:
        result |= bishop_attacks(g, sq, occ)
    if t == ROOK or t == QUEEN or t == ROOK_KNIGHT:
        result |= rook_attacks(g, sq, occ)
    return result


cdef inline Bitboard attackers(const Board42* g, const TandemPosition* p, int board, int sq, int by,
                               Bitboard occ) noexcept nogil:
    """T4: that colour's pieces on the board that attack a square by ordinary moves, given ``occ``."""
    cdef const Bitboard* types = p.type[board]
    cdef Bitboard straight = g.rook_rays[sq] & (types[ROOK] | types[QUEEN] | types[ROOK_KNIGHT]) & p.color[board][by]
    cdef Bitboard diagonal = g.bishop_rays[sq] & (types[BISHOP] | types[QUEEN] | types[BISHOP_KNIGHT]) & \
        p.color[board][by]
    cdef Bitboard result = g.pawn[1 - by][sq] & types[PAWN]
    result |= g.knight[sq] & (types[KNIGHT] | types[BISHOP_KNIGHT] | types[ROOK_KNIGHT])
    result |= g.king[sq] & (types[KING] | (types[GHOST] if p.setup.captures else 0))
    result &= p.color[board][by]
    if straight:
        result |= straight & rook_attacks(g, sq, occ)
    if diagonal:
        result |= diagonal & bishop_attacks(g, sq, occ)
    return result
