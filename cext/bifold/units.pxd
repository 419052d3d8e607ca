# What can stand on a square of Bifold Halfgi and how it moves (rules/bifold-halfgi.md B1): types of halves, and units
# made of them. The moves of pawns depend on what stands around them: see pawns.pxd.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport bishop_attacks, half_bishop_attacks, half_rook_attacks, rook_attacks, tables

# Types, in the order of FEN stacks and hands. A PAWN fills its square in the games with full-size pawns; in
# bifold-halfgi-weak it is a half.
cdef enum:
    QUEEN = 0
    ROOK = 1
    BISHOP = 2
    HORSE = 3
    WAZIR = 4
    FERZ = 5
    LEFT_PAWN = 6
    RIGHT_PAWN = 7
    PAWN = 8
    TYPES = 9
    NO_TYPE = 9
    OFFICERS = 6            # QUEEN … FERZ
    PROMOTIONS = 4          # QUEEN … HORSE
    PAIR_PROMOTIONS = 10    # pairs of them

# A unit is what one colour has on one square: a lone piece (numbered as its type), or a pair in stack order.
cdef enum:
    FIRST_PAIR = TYPES
    NOTHING = 54
    UNITS = 55

cdef enum:                  # `UnitInfo.straight` and `diagonal`
    NO_SLIDE = 0
    HALF = 1
    FULL = 2

cdef enum:                  # `UnitInfo.horse`
    NO_HORSE = 0
    MAO = 1
    KNIGHT = 2

cdef enum:                  # `UnitInfo.steps`
    STEP_STRAIGHT = 1
    STEP_DIAGONAL = 2

ctypedef struct UnitInfo:
    uint8_t first           # types of its halves, NO_TYPE if it has none
    uint8_t second
    bint full               # whether it leaves no room beside it: a pair or a full-size pawn
    bint mixed              # whether it has two different halves
    uint8_t straight        # B1: rook-halves and bishop-halves add up
    uint8_t diagonal
    uint8_t horse
    uint8_t steps
    uint8_t pawns           # number of halves that are pawns (1 for a full-size pawn)
    uint8_t royals          # number of royal halves
    bint limited            # B8: whether it has one royal half and one that is not
    uint16_t types          # a bit for each type in it

# The Mao's four legs, with the two squares beyond each; or, seen from its target, the legs and the squares it comes
# from.
ctypedef struct MaoPaths:
    Bitboard leg[4]
    Bitboard squares[4]

ctypedef struct Units:
    UnitInfo info[2][UNITS]             # [whether pawns are full-size]
    uint8_t with_half[UNITS][TYPES]     # the unit with one more half
    uint8_t without_half[UNITS][TYPES]  # the unit with one half less
    uint8_t pair[TYPES][TYPES]
    uint8_t lone_promotions[PROMOTIONS]
    uint8_t pair_promotions[PAIR_PROMOTIONS]
    Bitboard step[4][64]                # by `UnitInfo.steps`
    Bitboard knight[64]
    MaoPaths mao[64]                    # from a square
    MaoPaths mao_from[64]               # to a square

cdef Units units


cdef inline Bitboard mao_attacks(const MaoPaths* m, Bitboard occ) noexcept nogil:
    """Squares that a Mao reaches; with `mao_from`, squares from which a Mao reaches this square."""
    return ((0 if occ & m.leg[0] else m.squares[0]) | (0 if occ & m.leg[1] else m.squares[1])
            | (0 if occ & m.leg[2] else m.squares[2]) | (0 if occ & m.leg[3] else m.squares[3]))


cdef inline Bitboard attacks(const UnitInfo* info, int sq, Bitboard occ) noexcept nogil:
    """Squares that the officers of a unit on ``sq`` reach (B1)."""
    cdef Bitboard result = units.step[info.steps][sq]
    if info.straight == FULL:
        result |= rook_attacks(&tables, sq, occ)
    elif info.straight == HALF:
        result |= half_rook_attacks(&tables, sq, occ)
    if info.diagonal == FULL:
        result |= bishop_attacks(&tables, sq, occ)
    elif info.diagonal == HALF:
        result |= half_bishop_attacks(&tables, sq, occ)
    if info.horse == KNIGHT:
        result |= units.knight[sq]
    elif info.horse == MAO:
        result |= mao_attacks(&units.mao[sq], occ)
    return result
