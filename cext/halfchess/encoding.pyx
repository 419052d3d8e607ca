"""The actions and planes of the Half Chess family (docs/envs.md)."""

from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard, bit, clear
from oddfish.cext.core.castling cimport LONG, SHORT, rights_of
from oddfish.cext.core.encoding cimport EncodingTable, is_queen_or_knight_move, new_encoding, number_pairs
from oddfish.cext.core.packed_move cimport DROP, PROMOTION, move_from, move_kind, move_to
from oddfish.cext.core.types cimport Move
from oddfish.cext.halfchess.features cimport KING_PLANE
from oddfish.cext.halfchess.position cimport (FOREIGN_ROOK, HAND_TYPES, KNIGHT, NO_PLANE, NO_SQUARE, PAWN, PLANES,
                                              QUEEN, HalfPosition, SetupData, move_piece, move_promoted)

from oddfish.cext.halfchess.armies import AUGMENTED_FULL as _FULL
from oddfish.cext.halfchess.game import HalfChess

# Actions, in this order. Squares are the mover's: Black's ranks are counted from the other side.
cdef enum:
    PAIRS = 1792                            # from one square to another, as queens and knights move
    STEPS = 22                              # of a pawn to the last rank: by file, then to the left, ahead, to the right
    OWN_PROMOTIONS = PAIRS                  # [step][type]
    FOREIGN_PROMOTIONS = PAIRS + 4 * STEPS
    DROPS = FOREIGN_PROMOTIONS + 4 * STEPS  # [type][square]
    ALL_ACTIONS = DROPS + HAND_TYPES * 64
    FLIP = 56                               # XORed with a square: the opponent's view
    TYPE_PLANES = 6

cdef uint16_t pair_number[64 * 64]


cdef bint is_joined(int origin, int to) noexcept nogil:
    return is_queen_or_knight_move(origin, to, 8)


cdef inline bint is_augmented(const SetupData* s) noexcept nogil:
    return s.augmenter_plane[0][QUEEN] != NO_PLANE


cdef int actions(const void* position) noexcept nogil:
    cdef const SetupData* s = (<const HalfPosition*> position).setup
    return ALL_ACTIONS if s.drops else DROPS if is_augmented(s) else FOREIGN_PROMOTIONS


cdef int action(const void* position, Move move) noexcept nogil:
    cdef int flip = FLIP if (<const HalfPosition*> position).side else 0
    cdef int to = move_to(move) ^ flip, origin = move_from(move) ^ flip, kind = move_kind(move), step, t
    if kind == PROMOTION:
        step = 3 * (origin & 7) + to - origin - 8       # the a-file has no step to the left
        t = move_promoted(move)
        if t >= FOREIGN_ROOK:
            return FOREIGN_PROMOTIONS + 4 * step + t - FOREIGN_ROOK
        return OWN_PROMOTIONS + 4 * step + t - KNIGHT
    if kind == DROP:
        return DROPS + 64 * move_piece(move) + to
    return pair_number[64 * origin + to]


cdef int boards(const void* position) noexcept nogil:
    return 2 * (PLANES if is_augmented((<const HalfPosition*> position).setup) else TYPE_PLANES) + 1


cdef int values(const void* position) noexcept nogil:
    return 4 + (2 * HAND_TYPES if (<const HalfPosition*> position).setup.drops else 0)


cdef inline void observe_movements(const HalfPosition* p, int color, Bitboard* planes) noexcept nogil:
    """Each officer is on the planes of its basic piece and of its augmenter."""
    cdef const SetupData* s = p.setup
    cdef Bitboard pieces
    cdef int i, t
    clear(planes, PLANES * sizeof(Bitboard))
    planes[PAWN] = p.type[PAWN] & p.color[color]
    planes[KING_PLANE] = bit(p.king[color])
    for i in range(s.officers[color].count):
        t = s.officers[color].type[i]
        pieces = p.type[t] & p.color[color]
        planes[s.plane[color][t]] |= pieces
        if s.augmenter_plane[color][t] != NO_PLANE:
            planes[s.augmenter_plane[color][t]] |= pieces


cdef void observe(const void* position, int viewer, Bitboard* planes, uint8_t* numbers) noexcept nogil:
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef bint augmented = is_augmented(p.setup)
    cdef int i, t, color, rights, at = 0
    for i in range(2):
        color = viewer ^ i
        if augmented:
            observe_movements(p, color, planes + at)
            at += PLANES
        else:
            for t in range(TYPE_PLANES):
                planes[at + t] = p.type[t] & p.color[color]
            at += TYPE_PLANES
        rights = rights_of(p.rights, color)
        numbers[2 * i] = rights & SHORT != 0
        numbers[2 * i + 1] = rights & LONG != 0
        if p.setup.drops:
            for t in range(HAND_TYPES):
                numbers[4 + HAND_TYPES * i + t] = p.hand[color][t]
    planes[at] = bit(p.en_passant) if p.en_passant != NO_SQUARE else 0


def _plane_names(position) -> list:
    setup = position.setup
    pieces = list("PNBRQK")
    if setup.foreign:
        basics = "R N I B Q RN RI" if setup.army_rules is _FULL else "R C V B Q RC RV"
        pieces = ["P", "K", *basics.split(), *[f"+{augmenter}" for augmenter in "WFDACVS"]]
    names = [f"{whose} {piece}" for whose in ("own", "their") for piece in pieces]
    names += ["en passant", "own O-O", "own O-O-O", "their O-O", "their O-O-O"]
    if setup.drops:
        names += [f"{whose} {piece} in hand" for whose in ("own", "their") for piece in "PNBRQ"]
    return names


include "../core/encoding_table.pxi"


cdef int fill() except -1:
    cdef int sq
    number_pairs(pair_number, 64, is_joined)
    for sq in range(64):
        TABLE.view[0][sq] = <uint8_t> sq
        TABLE.view[1][sq] = <uint8_t> (sq ^ FLIP)
    for sq in range(4):
        TABLE.full[sq] = 1
    for sq in range(2 * HAND_TYPES):
        TABLE.full[4 + sq] = 16
    TABLE.files = TABLE.ranks = 8
    TABLE.clock = 100
    return 0


fill()
ENCODING = new_encoding(&TABLE, HalfChess, _plane_names)
