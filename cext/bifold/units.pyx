"""Tables of Bifold Halfgi, filled once at import: the parts of every unit, how halves join and leave, the Mao."""
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit
from oddfish.cext.core.geometry cimport tables


cdef UnitInfo info_of(int a, int b) noexcept nogil:
    """The unit of two types (B1); ``b`` is NO_TYPE for a lone piece, and both are NO_TYPE for an empty square."""
    cdef int[2] halves = [a, b]
    cdef int straight = 0, diagonal = 0, horses = 0, royals = 0, pawns = 0, t
    cdef UnitInfo info
    memset(&info, 0, sizeof(UnitInfo))
    for t in halves:
        if t == NO_TYPE:
            continue
        straight += t == ROOK or t == QUEEN
        diagonal += t == BISHOP or t == QUEEN
        horses += t == HORSE
        royals += t == WAZIR or t == FERZ
        pawns += t >= LEFT_PAWN
        info.types |= <uint16_t> (1 << t)
        if t == WAZIR:
            info.steps |= STEP_STRAIGHT
        elif t == FERZ:
            info.steps |= STEP_DIAGONAL
    if royals == 2:
        info.steps = STEP_STRAIGHT | STEP_DIAGONAL       # two Wazirs also move like a King
    info.first = <uint8_t> a
    info.second = <uint8_t> b
    info.full = b != NO_TYPE
    info.mixed = info.full and a != b
    info.straight = <uint8_t> straight
    info.diagonal = <uint8_t> diagonal
    info.horse = <uint8_t> horses
    info.pawns = <uint8_t> pawns
    info.royals = <uint8_t> royals
    info.limited = info.full and royals == 1
    return info


cdef Bitboard square_at(int file, int rank) noexcept nogil:
    """The square as a bitboard, 0 off the board."""
    if file < 0 or file > 7 or rank < 0 or rank > 7:
        return 0
    return bit(rank * 8 + file)


cdef void fill_units() noexcept nogil:
    cdef int a, b, u, unit = FIRST_PAIR, promotion = 0
    for u in range(UNITS):
        for a in range(TYPES):
            units.with_half[u][a] = units.without_half[u][a] = NOTHING
    units.info[0][NOTHING] = info_of(NO_TYPE, NO_TYPE)
    for a in range(TYPES):
        units.info[0][a] = info_of(a, NO_TYPE)
        units.with_half[NOTHING][a] = <uint8_t> a
        for b in range(a, TYPES):
            units.info[0][unit] = info_of(a, b)
            units.pair[a][b] = units.pair[b][a] = units.with_half[a][b] = units.with_half[b][a] = <uint8_t> unit
            units.without_half[unit][a] = <uint8_t> b
            units.without_half[unit][b] = <uint8_t> a
            if b < PROMOTIONS:
                units.pair_promotions[promotion] = <uint8_t> unit
                promotion += 1
            unit += 1
        if a < PROMOTIONS:
            units.lone_promotions[a] = <uint8_t> a
    for u in range(UNITS):
        units.info[1][u] = units.info[0][u]
    units.info[1][PAWN].full = True


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
            # One straight step, then one diagonal step outward to either side of it.
            units.mao[sq].leg[i] = square_at(file + dx, rank + dy)
            units.mao[sq].squares[i] = (square_at(file + 2 * dx + dy, rank + 2 * dy + dx)
                                        | square_at(file + 2 * dx - dy, rank + 2 * dy - dx))
            dx = diagonal_across[i]
            dy = diagonal_up[i]
            units.step[STEP_DIAGONAL][sq] |= square_at(file + dx, rank + dy)
            units.mao_from[sq].leg[i] = square_at(file + dx, rank + dy)
            units.mao_from[sq].squares[i] = (square_at(file + 2 * dx, rank + dy) | square_at(file + dx, rank + 2 * dy))
            units.knight[sq] |= units.mao[sq].squares[i]
        units.step[STEP_STRAIGHT | STEP_DIAGONAL][sq] = tables.king[sq]


fill_units()
fill_squares()
