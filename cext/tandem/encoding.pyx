"""The actions and planes of Tandem-84, by single moves of turns (docs/envs.md)."""

from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.encoding cimport (BOARD_SQUARES, EncodingTable, is_queen_or_knight_move, new_encoding,
                                         number_pairs)
from oddfish.cext.core.types cimport Move
from oddfish.cext.tandem.castling cimport castlings
from oddfish.cext.tandem.geometry cimport FILES, RANKS, SQUARES
from oddfish.cext.tandem.packed_move cimport Part, unpack
from oddfish.cext.tandem.piece_moves cimport moved_on
from oddfish.cext.tandem.position cimport GHOST, KNIGHT, ONLY, SECOND, TYPES, TandemPosition

from oddfish.cext.tandem.game import Tandem

# Actions: moves, then swaps with the corresponding square, then promotions. For Black the boards are turned around, so
# that left and right are exchanged.
cdef enum:
    LAST_RANK = RANKS - 1
    PROMOTIONS = GHOST - KNIGHT + 1
    SIDE_PLANES = 2 * TYPES
    EN_PASSANT = 2 * SIDE_PLANES    # planes after those of the pieces, one for each board
    MOVED = EN_PASSANT + 2
    BOARDS = MOVED + 2
    VALUES = 7

cdef uint16_t pair_number[64 * 64]
cdef uint16_t promotion_number[64 * 64]     # of pairs of squares between which a pawn can promote
cdef int pairs, promotion_pairs


cdef bint is_joined(int origin, int to) noexcept nogil:
    return is_queen_or_knight_move(origin, to, FILES)


cdef bint is_promotion(int origin, int to) noexcept nogil:
    """Whether a pawn can promote: by a step to the last rank, or by a swap with a Ghost on the last rank (T8)."""
    cdef int df = to % FILES - origin % FILES, dr = to // FILES - origin // FILES
    if origin // FILES == LAST_RANK:
        return dr != 0 and (df == 0 or df == dr or df == -dr)
    return to // FILES == LAST_RANK and dr == 1 and -1 <= df <= 1


cdef int actions(const void* position) noexcept nogil:
    return 4 * pairs + 2 * SQUARES + 4 * PROMOTIONS * promotion_pairs


cdef int action(const void* position, Move move) noexcept nogil:
    cdef Part m = unpack(move)
    cdef int way = 2 * m.board + (m.onto != m.board)
    if (<const TandemPosition*> position).side:
        way ^= 2
        m.board ^= 1
        m.origin = SQUARES - 1 - m.origin
        m.to = SQUARES - 1 - m.to
    if m.promoted:
        return (4 * pairs + 2 * SQUARES + PROMOTIONS * (way * promotion_pairs + promotion_number[64 * m.origin + m.to])
                + m.promoted - KNIGHT)
    if m.origin == m.to:
        return 4 * pairs + SQUARES * m.board + m.origin
    return way * pairs + pair_number[64 * m.origin + m.to]


cdef int boards(const void* position) noexcept nogil:
    return BOARDS


cdef int values(const void* position) noexcept nogil:
    return VALUES


cdef void observe(const void* position, int viewer, Bitboard* planes, uint8_t* numbers) noexcept nogil:
    cdef const TandemPosition* p = <const TandemPosition*> position
    cdef int i, side, t, color, board
    for i in range(2):
        color = viewer ^ i
        for side in range(2):
            board = side ^ viewer
            for t in range(TYPES):
                planes[SIDE_PLANES * i + TYPES * side + t] = p.type[board][t] & p.color[board][color]
        numbers[2 * i] = p.rights & castlings[2 * color].right != 0
        numbers[2 * i + 1] = p.rights & castlings[2 * color + 1].right != 0
        planes[EN_PASSANT + i] = p.en_passant[i ^ viewer]
        planes[MOVED + i] = moved_on(p, i ^ viewer)
        numbers[5 + i] = p.stage == SECOND and p.board_to_move == i ^ viewer
    numbers[4] = p.stage == ONLY


def _plane_names(position) -> list:
    letters = position.setup.letters
    names = [f"{whose} {letter}, {board}" for whose in ("own", "their") for board in ("left", "right")
             for letter in letters]
    names += [f"{what}, {board}" for what in ("en passant", "moved this turn") for board in ("left", "right")]
    names += [f"{whose} {right}" for whose in ("own", "their") for right in ("castling", "castling by a drop")]
    return names + ["only move", "second move, left", "second move, right"]


include "../core/encoding_table.pxi"


cdef int fill() except -1:
    global pairs, promotion_pairs
    cdef int i
    pairs = number_pairs(pair_number, SQUARES, is_joined)
    promotion_pairs = number_pairs(promotion_number, SQUARES, is_promotion)
    for i in range(BOARD_SQUARES):
        TABLE.view[0][i] = <uint8_t> i
        TABLE.view[1][i] = <uint8_t> (SQUARES - 1 - i if i < SQUARES else i)
    for i in range(VALUES):
        TABLE.full[i] = 1
    TABLE.files = FILES
    TABLE.ranks = RANKS
    TABLE.clock = 100
    return 0


fill()
ENCODING = new_encoding(&TABLE, Tandem, _plane_names)
