"""The actions and planes of Bifold Halfgi (docs/envs.md)."""

from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.bifold.position cimport (NO_SQUARE, BifoldPosition, info_at, move_promoted, move_unit, move_victim)
from oddfish.cext.bifold.units cimport NOTHING, PAIR_PROMOTIONS, PROMOTIONS, TYPES, UNITS, UnitInfo, units
from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.castling cimport LONG, SHORT, rights_of
from oddfish.cext.core.encoding cimport EncodingTable, is_queen_or_knight_move, new_encoding, number_pairs
from oddfish.cext.core.packed_move cimport DROP, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move

from oddfish.cext.bifold.game import LETTERS as _LETTERS, Bifold

# Which halves leave the square, and which of two different enemy halves is captured (B4).
cdef enum:
    ALL_OF_IT = 0
    FIRST_HALF = 1              # in the order of stacks
    SECOND_HALF = 2
    PARTS = 3
    CHOICES = 3                 # no choice, the first, the second

# Actions, in this order. Squares are the mover's: Black's ranks are counted from the other side.
cdef enum:
    PAIRS = 1792                            # from one square to another, as queens and knights move
    STEPS = 22                              # of a pawn to the last rank: by file, then to the left, ahead, to the right
    LONE_PROMOTIONS = PARTS * CHOICES * PAIRS           # [step][type][part][choice]
    PAIR_OFFSET = LONE_PROMOTIONS + PARTS * CHOICES * PROMOTIONS * STEPS    # [step][pair]
    DROPS = PAIR_OFFSET + PAIR_PROMOTIONS * STEPS       # [type][square]
    ACTIONS = DROPS + TYPES * 64
    FLIP = 56                               # XORed with a square: the opponent's view
    SIDE_PLANES = TYPES + 1
    SIDE_VALUES = TYPES + 2

cdef uint16_t pair_number[64 * 64]
cdef uint8_t promotion_number[UNITS]        # of pairs


cdef bint is_joined(int origin, int to) noexcept nogil:
    return is_queen_or_knight_move(origin, to, 8)


cdef int actions(const void* position) noexcept nogil:
    return ACTIONS


cdef int action(const void* position, Move move) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int us = p.side, flip = FLIP if us else 0, kind = move_kind(move), unit = move_unit(move)
    cdef int to = move_to(move) ^ flip, origin = move_from(move) ^ flip, part = ALL_OF_IT, choice = 0, step
    cdef const UnitInfo* info
    if kind == DROP:
        return DROPS + 64 * unit + to
    if unit != p.board[us][move_from(move)]:
        part = FIRST_HALF if unit == info_at(p, us, move_from(move)).first else SECOND_HALF
    if move_victim(move):       # en passant: the victims are beside the mover
        info = info_at(p, 1 - us, move_to(move))
        if p.board[1 - us][move_to(move)] == NOTHING:
            info = info_at(p, 1 - us, move_to(move) ^ 8)
        choice = 1 if move_victim(move) - 1 == info.first else 2
    if kind != PROMOTION:
        return (pair_number[64 * origin + to] * PARTS + part) * CHOICES + choice
    step = 3 * (origin & 7) + to - origin - 8       # the a-file has no step to the left
    if move_promoted(move) >= TYPES:
        return PAIR_OFFSET + PAIR_PROMOTIONS * step + promotion_number[move_promoted(move)]
    return LONE_PROMOTIONS + ((step * PROMOTIONS + move_promoted(move)) * PARTS + part) * CHOICES + choice


cdef int boards(const void* position) noexcept nogil:
    return 2 * SIDE_PLANES + 1


cdef int values(const void* position) noexcept nogil:
    return 2 * SIDE_VALUES


cdef void observe(const void* position, int viewer, Bitboard* planes, uint8_t* numbers) noexcept nogil:
    cdef const BifoldPosition* p = <const BifoldPosition*> position
    cdef int i, t, color, rights
    for i in range(2):
        color = viewer ^ i
        for t in range(TYPES):
            planes[t] = p.half[color][t]
            numbers[t] = p.hand[color][t]
        planes[TYPES] = p.full[color]
        rights = rights_of(p.rights, color)
        numbers[TYPES] = rights & SHORT != 0
        numbers[TYPES + 1] = rights & LONG != 0
        planes += SIDE_PLANES
        numbers += SIDE_VALUES
    planes[0] = bit(p.en_passant) if p.en_passant != NO_SQUARE else 0


def _plane_names(position) -> list:
    names = [f"{whose} {what}" for whose in ("own", "their") for what in (*_LETTERS, "full")] + ["en passant"]
    for whose in ("own", "their"):
        names += [f"{whose} {letter} in hand" for letter in _LETTERS] + [f"{whose} O-O", f"{whose} O-O-O"]
    return names


include "../core/encoding_table.pxi"


cdef int fill() except -1:
    cdef int i
    number_pairs(pair_number, 64, is_joined)
    for i in range(PAIR_PROMOTIONS):
        promotion_number[units.pair_promotions[i]] = <uint8_t> i
    for i in range(64):
        TABLE.view[0][i] = <uint8_t> i
        TABLE.view[1][i] = <uint8_t> (i ^ FLIP)
    for i in range(2 * SIDE_VALUES):
        TABLE.full[i] = 16 if i % SIDE_VALUES < TYPES else 1
    TABLE.files = TABLE.ranks = 8
    TABLE.clock = 100
    return 0


fill()
ENCODING = new_encoding(&TABLE, Bifold, _plane_names)
