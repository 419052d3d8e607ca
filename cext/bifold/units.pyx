"""Tables of Bifold Halfgi, filled once at import: the laws of all units, how halves join and leave, the Mao's ways."""
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport Board8, board8

cdef const Board8* G = board8()
cdef Units units


cdef const Units* bifold_units() noexcept nogil:
    return &units


cdef Law law_of(int a, int b) noexcept nogil:
    """B1. The law of a lone piece or a pair of bifolds; `b` may be NO_TYPE, and `a` too."""
    cdef int[2] halves = [a, b]
    cdef int straight = 0, diagonal = 0, horses = 0, royals = 0, pawns = 0, officers = 0, t
    cdef Law law
    memset(&law, 0, sizeof(Law))
    for t in halves:
        if t == NO_TYPE:
            continue
        straight += t == ROOK or t == QUEEN
        diagonal += t == BISHOP or t == QUEEN
        horses += t == HORSE
        royals += t == WAZIR or t == FERZ
        pawns += t >= LEFT_PAWN
        officers += t < OFFICERS
        law.types |= <uint16_t> (1 << t)
        if t == WAZIR:
            law.steps |= STEP_STRAIGHT
        elif t == FERZ:
            law.steps |= STEP_DIAGONAL
    if royals == 2:
        law.steps = STEP_STRAIGHT | STEP_DIAGONAL       # two Wazirs are a King too
    law.first = <uint8_t> a
    law.second = <uint8_t> b
    law.full = b != NO_TYPE
    law.mixed = law.full and a != b
    law.straight = <uint8_t> straight
    law.diagonal = <uint8_t> diagonal
    law.horse = <uint8_t> horses
    law.pawns = <uint8_t> pawns
    law.royals = <uint8_t> royals
    law.limited = law.full and royals == 1
    return law


cdef Bitboard square_at(int file, int rank) noexcept nogil:
    """The square as a bitboard, 0 off the board."""
    if file < 0 or file > 7 or rank < 0 or rank > 7:
        return 0
    return bit(rank * 8 + file)


cdef void fill_units() noexcept nogil:
    cdef int a, b, u, unit = FIRST_PAIR, promotion = 0
    for u in range(UNITS):
        for a in range(TYPES):
            units.plus[u][a] = units.minus[u][a] = NOTHING
    units.law[0][NOTHING] = law_of(NO_TYPE, NO_TYPE)
    for a in range(TYPES):
        units.law[0][a] = law_of(a, NO_TYPE)
        units.plus[NOTHING][a] = <uint8_t> a
        for b in range(a, TYPES):
            units.law[0][unit] = law_of(a, b)
            units.pair[a][b] = units.pair[b][a] = units.plus[a][b] = units.plus[b][a] = <uint8_t> unit
            units.minus[unit][a] = <uint8_t> b
            units.minus[unit][b] = <uint8_t> a
            if b < PROMOTIONS:
                units.pair_promotions[promotion] = <uint8_t> unit
                promotion += 1
            unit += 1
        if a < PROMOTIONS:
            units.lone_promotions[a] = <uint8_t> a
    for u in range(UNITS):
        units.law[1][u] = units.law[0][u]
    units.law[1][PAWN].full = True


cdef void fill_squares() noexcept nogil:
    cdef int sq, file, rank, i, dx, dy
    cdef int[4] across = [1, 0, -1, 0]
    cdef int[4] up = [0, 1, 0, -1]
    cdef int[4] diagonal_across = [1, 1, -1, -1]
    cdef int[4] diagonal_up = [1, -1, 1, -1]
    for sq in range(64):
        file = sq & 7
        rank = sq >> 3
        for i in range(4):
            dx = across[i]
            dy = up[i]
            units.step[STEP_STRAIGHT][sq] |= square_at(file + dx, rank + dy)
            # One step, then one diagonal step outward, to either side of it.
            units.mao[sq].leg[i] = square_at(file + dx, rank + dy)
            units.mao[sq].squares[i] = (square_at(file + 2 * dx + dy, rank + 2 * dy + dx)
                                        | square_at(file + 2 * dx - dy, rank + 2 * dy - dx))
            dx = diagonal_across[i]
            dy = diagonal_up[i]
            units.step[STEP_DIAGONAL][sq] |= square_at(file + dx, rank + dy)
            units.mao_to[sq].leg[i] = square_at(file + dx, rank + dy)
            units.mao_to[sq].squares[i] = (square_at(file + 2 * dx, rank + dy) | square_at(file + dx, rank + 2 * dy))
            units.knight[sq] |= units.mao[sq].squares[i]
        units.step[STEP_STRAIGHT | STEP_DIAGONAL][sq] = G.king[sq]


fill_units()
fill_squares()
