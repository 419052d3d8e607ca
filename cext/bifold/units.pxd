# What stands on a square of Bifold Halfgi and how it moves (rules/bifold-halfgi.md B1): half types, units, their laws.
from libc.stdint cimport uint8_t, uint16_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.geometry cimport Board8, bishop_attacks, half_bishop_attacks, half_rook_attacks, rook_attacks

# Types, in the order of FEN stacks and hands. A pawn P fills its square in the games with full-size pawns.
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

cdef enum:
    NO_SLIDE = 0
    HALF = 1
    FULL = 2

cdef enum:
    NO_HORSE = 0
    MAO = 1
    KNIGHT = 2

cdef enum:                  # `Law.steps`
    STEP_STRAIGHT = 1
    STEP_DIAGONAL = 2

ctypedef struct Law:
    uint8_t first           # the halves' types, NO_TYPE where there is none
    uint8_t second
    bint full               # no room beside it: a pair or a full-size pawn
    bint mixed              # two different halves
    uint8_t straight        # B1: rook-halves and bishop-halves add up
    uint8_t diagonal
    uint8_t horse
    uint8_t steps
    uint8_t pawns           # how many of the halves (or the full-size pawn)
    uint8_t royals
    bint limited            # B8: one royal half and one that is none
    uint16_t types          # a bit for each

# The Mao's four legs and where each leads; or, backwards, what leg leads here and from where.
ctypedef struct MaoPaths:
    Bitboard leg[4]
    Bitboard squares[4]

ctypedef struct Units:
    Law law[2][UNITS]               # by whether pawns are full-size
    uint8_t plus[UNITS][TYPES]      # the unit with one more half
    uint8_t minus[UNITS][TYPES]     # the unit with one less
    uint8_t pair[TYPES][TYPES]
    uint8_t lone_promotions[PROMOTIONS]
    uint8_t pair_promotions[PAIR_PROMOTIONS]
    Bitboard step[4][64]            # by `Law.steps`
    Bitboard knight[64]
    MaoPaths mao[64]
    MaoPaths mao_to[64]

cdef const Units* bifold_units() noexcept nogil


cdef inline Bitboard mao_moves(const MaoPaths* m, Bitboard occ) noexcept nogil:
    """Where a Mao gets to; on the table of ways back, from where."""
    return ((0 if occ & m.leg[0] else m.squares[0]) | (0 if occ & m.leg[1] else m.squares[1])
            | (0 if occ & m.leg[2] else m.squares[2]) | (0 if occ & m.leg[3] else m.squares[3]))


cdef inline Bitboard reach(const Board8* g, const Units* u, const Law* law, int sq, Bitboard occ) noexcept nogil:
    """Squares a unit's officers reach (B1); what its pawns do depends on what stands there."""
    cdef Bitboard result = u.step[law.steps][sq]
    if law.straight == FULL:
        result |= rook_attacks(g, sq, occ)
    elif law.straight == HALF:
        result |= half_rook_attacks(g, sq, occ)
    if law.diagonal == FULL:
        result |= bishop_attacks(g, sq, occ)
    elif law.diagonal == HALF:
        result |= half_bishop_attacks(g, sq, occ)
    if law.horse == KNIGHT:
        result |= u.knight[sq]
    elif law.horse == MAO:
        result |= mao_moves(&u.mao[sq], occ)
    return result


# --- Pawns: a colour's steps and captures, for many at once. White's left is the a-side (H1). ----------------


cdef inline Bitboard not_file_a(Bitboard b) noexcept nogil:
    return b & <Bitboard> 0xFEFEFEFEFEFEFEFE


cdef inline Bitboard not_file_h(Bitboard b) noexcept nogil:
    return b & <Bitboard> 0x7F7F7F7F7F7F7F7F


cdef inline Bitboard forward(Bitboard b, int color) noexcept nogil:
    return b >> 8 if color else b << 8


cdef inline Bitboard to_left(Bitboard b, int color) noexcept nogil:
    """Where pawns take to their left; for the other colour, from where they take here."""
    return not_file_h(b) >> 7 if color else not_file_a(b) << 7


cdef inline Bitboard to_right(Bitboard b, int color) noexcept nogil:
    return not_file_a(b) >> 9 if color else not_file_h(b) << 9


cdef inline Bitboard last_rank(int color) noexcept nogil:
    return <Bitboard> 0xFF if color else <Bitboard> 0xFF << 56


cdef inline Bitboard second_rank(int color) noexcept nogil:
    return <Bitboard> 0xFF << 48 if color else <Bitboard> 0xFF << 8
