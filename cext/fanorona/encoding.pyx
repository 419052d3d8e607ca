"""The actions and planes of Fanorona Chess (docs/envs.md)."""

from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard, bit, popcount
from oddfish.cext.core.encoding cimport BOARD_SQUARES, EncodingTable, new_encoding, number_pairs
from oddfish.cext.core.packed_move cimport move_from, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.fanorona.geometry cimport FILES, NO_POINT, POINTS, RANKS, tables
from oddfish.cext.fanorona.position cimport (KING, KNIGHT, TYPES, FanoronaPosition, move_promoted, move_victim,
                                             start_count)

from oddfish.cext.fanorona.game import LETTERS as _LETTERS, Fanorona

# What a move captures (N5). Points are the mover's: Brown's ranks are counted from the other side.
cdef enum Taking:
    NOTHING_TAKEN = 0
    WITHDRAWAL = 1
    APPROACH = 2
    TAKINGS = 3

cdef enum:
    FROM_RANK = RANKS - 2       # of pawns that promote
    OFFICERS = 4                # that a pawn can become
    LOST_TYPES = KING - 1       # types whose losses count for a player: pawns cannot come back

cdef uint16_t pair_number[64 * 64]
cdef uint16_t step_number[64 * 64]      # of pawns to the last rank
cdef int pairs, steps


cdef bint is_joined(int origin, int to) noexcept nogil:
    """Whether some piece can move from one point to another."""
    return tables.direction[origin][to] < 8 or tables.knight_to[origin] & bit(to) != 0


cdef bint is_last_step(int origin, int to) noexcept nogil:
    return origin // FILES == FROM_RANK and tables.pawn_steps[0][origin] & bit(to) != 0


cdef inline int turned(int point) noexcept nogil:
    """A point as Brown sees it."""
    return (RANKS - 1 - point // FILES) * FILES + point % FILES


cdef int actions(const void* position) noexcept nogil:
    return TAKINGS * (pairs + OFFICERS * steps)


cdef int action(const void* position, Move move) noexcept nogil:
    cdef int origin = move_from(move), to = move_to(move), victim = move_victim(move), taking = NOTHING_TAKEN
    if victim != NO_POINT:
        taking = WITHDRAWAL if tables.near[origin] & bit(victim) else APPROACH
    if (<const FanoronaPosition*> position).side:
        origin = turned(origin)
        to = turned(to)
    if move_promoted(move):
        return TAKINGS * (pairs + OFFICERS * step_number[64 * origin + to] + move_promoted(move) - KNIGHT) + taking
    return TAKINGS * pair_number[64 * origin + to] + taking


cdef int boards(const void* position) noexcept nogil:
    return 2 * TYPES


cdef int values(const void* position) noexcept nogil:
    return 2 * (LOST_TYPES + 1)


cdef void observe(const void* position, int viewer, Bitboard* planes, uint8_t* numbers) noexcept nogil:
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef int i, t, color
    for i in range(2):
        color = viewer ^ i
        for t in range(TYPES):
            planes[TYPES * i + t] = p.type[t] & p.color[color]
        for t in range(KNIGHT, KING):
            numbers[t - 1] = <uint8_t> max(start_count(t) - popcount(planes[TYPES * i + t]), 0)
        numbers[LOST_TYPES] = p.unmoved >> color & 1
        numbers += LOST_TYPES + 1


def _plane_names(position) -> list:
    names = [f"{whose} {letter}" for whose in ("own", "their") for letter in _LETTERS]
    for whose in ("own", "their"):
        names += [f"{whose} lost {letter}" for letter in _LETTERS[1:5]] + [f"{whose} unmoved K"]
    return names


include "../core/encoding_table.pxi"


cdef int fill() except -1:
    global pairs, steps
    cdef int i, t
    pairs = number_pairs(pair_number, POINTS, is_joined)
    steps = number_pairs(step_number, POINTS, is_last_step)
    for i in range(BOARD_SQUARES):
        TABLE.view[0][i] = <uint8_t> i
        TABLE.view[1][i] = <uint8_t> (turned(i) if i < POINTS else i)
    for i in range(2):
        for t in range(KNIGHT, KING):
            TABLE.full[i * (LOST_TYPES + 1) + t - 1] = <uint8_t> start_count(t)
        TABLE.full[i * (LOST_TYPES + 1) + LOST_TYPES] = 1
    TABLE.files = FILES
    TABLE.ranks = RANKS
    TABLE.clock = 100
    return 0


fill()
ENCODING = new_encoding(&TABLE, Fanorona, _plane_names)
