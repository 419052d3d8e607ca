"""The actions and planes of Banqi (docs/envs.md). They contain public information only."""

from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.banqi.position cimport (FLIP, NO_COLOR, NO_SQUARE, PIECES, STOP, TYPES, BanqiPosition, color_of,
                                          move_from, move_kind, move_outcome, move_to)
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.encoding cimport BOARD_SQUARES, EncodingTable, new_encoding, number_pairs
from oddfish.cext.core.types cimport Move

from oddfish.cext.banqi.game import LETTERS as _LETTERS, Banqi

cdef enum:
    FILES = 4
    RANKS = 8
    SQUARES = FILES * RANKS
    PAIRS = 320                 # of squares on one file or rank
    STOPPING = PAIRS + SQUARES  # after the flips
    ACTIONS = STOPPING + 1
    BOARDS = 2 * TYPES + 2
    VALUES = PIECES + 1

cdef uint16_t pair_number[64 * 64]


cdef bint is_joined(int origin, int to) noexcept nogil:
    return origin % FILES == to % FILES or origin // FILES == to // FILES


cdef int actions(const void* position) noexcept nogil:
    return ACTIONS


cdef int action(const void* position, Move move) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == FLIP:
        return PAIRS + move_to(move)
    if kind == STOP:
        return STOPPING
    return pair_number[64 * move_from(move) + move_to(move)]


cdef int outcome(Move move) noexcept nogil:
    return move_outcome(move) - 1


cdef int boards(const void* position) noexcept nogil:
    return BOARDS


cdef int values(const void* position) noexcept nogil:
    return VALUES


cdef void observe(const void* position, int viewer, Bitboard* planes, uint8_t* numbers) noexcept nogil:
    """Before the first flip neither player has a colour, and both see the same pool."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int i, t, color
    for i in range(2):
        color = color_of(p, viewer ^ i)
        for t in range(TYPES):
            planes[TYPES * i + t] = p.type[t] & p.color[color]
            numbers[TYPES * i + t] = p.pool[TYPES * color + t]
    planes[2 * TYPES] = p.dark
    planes[2 * TYPES + 1] = bit(p.series) if p.series != NO_SQUARE else 0
    numbers[PIECES] = p.first != NO_COLOR


def _plane_names(position) -> list:
    names = [f"{whose} {letter}" for whose in ("own", "their") for letter in _LETTERS] + ["face down", "series"]
    return names + [f"{whose} {letter} in the pool" for whose in ("own", "their") for letter in _LETTERS] + ["colours"]


include "../core/encoding_table.pxi"


cdef int fill() except -1:
    cdef int i
    cdef int[TYPES] count = [1, 2, 2, 2, 2, 2, 5]
    number_pairs(pair_number, SQUARES, is_joined)
    for i in range(BOARD_SQUARES):
        TABLE.view[0][i] = TABLE.view[1][i] = <uint8_t> i
    for i in range(PIECES):
        TABLE.full[i] = <uint8_t> count[i % TYPES]
    TABLE.full[PIECES] = 1
    TABLE.outcomes = PIECES
    TABLE.outcome = outcome
    TABLE.files = FILES
    TABLE.ranks = RANKS
    TABLE.clock = 180
    return 0


fill()
ENCODING = new_encoding(&TABLE, Banqi, _plane_names)
