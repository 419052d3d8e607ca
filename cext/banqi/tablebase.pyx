"""Banqi's endings with a few face-up pieces, solved by ``core.endings``. A series of captures counts as one ply."""

cimport cython
from libc.string cimport memset

from oddfish.cext.banqi.geometry cimport Squares, tables as board_tables
from oddfish.cext.banqi.position cimport NO_SQUARE, TYPES, BanqiPosition, SetupData, color_of
from oddfish.cext.core.bits cimport Bitboard, bit32, pop_lsb32, popcount
from oddfish.cext.core.ending_tables cimport MAX_SIDE_MEN, EndingGame, man, owner_of, square_of, table_result, type_of
from oddfish.cext.core.endings cimport Tables as EndingTables
from oddfish.cext.core.types cimport DRAWN, Outcome

from oddfish.cext.banqi import LETTERS as _LETTERS
from oddfish.cext.core.endings import endings_of, sides_of

_SIDES = tuple(sides_of(_LETTERS, [MAX_SIDE_MEN] * TYPES, MAX_SIDE_MEN))


cdef int men_of(const void* position, int most, int* men) noexcept nogil:
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int t, owner, n = 0
    cdef Squares pieces
    if p.dark or p.series != NO_SQUARE or popcount(p.color[0] | p.color[1]) > most:
        return -1
    for owner in range(2):
        for t in range(TYPES):
            pieces = p.type[t] & p.color[color_of(p, p.side ^ owner)]
            while pieces:
                men[n] = man(owner, t, pop_lsb32(&pieces))
                n += 1
    return n


cdef bint place(const EndingGame* game, const int* men, int n, void* position) noexcept nogil:
    cdef BanqiPosition* p = <BanqiPosition*> position
    cdef int i
    memset(p, 0, sizeof(BanqiPosition))
    p.setup = <const SetupData*> game.setup
    p.series = p.stepped_from = NO_SQUARE
    for i in range(n):
        p.type[type_of(men[i])] |= bit32(square_of(men[i]))
        p.color[owner_of(men[i])] |= bit32(square_of(men[i]))
    return True


cdef Bitboard reach(const EndingGame* game, int owner, int t, int sq) noexcept nogil:
    return board_tables.step[sq] & (<Bitboard> 1 << 4 * game.ranks) - 1


cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil:
    """As in `SearchRules.probe`. Does not report results that the no-progress rule can prevent, or draws if a
    repetition can lose (Q6)."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    if p.setup.tables == NULL or p.dark or popcount(p.color[0] | p.color[1]) > p.setup.tables.max_men:
        return False
    return table_result(p.setup.tables, position, p.clock, p.setup.no_progress, outcome, plies) and \
        not (outcome[0] == DRAWN and p.setup.chaser_loses)


@cython.final
cdef class Tables(EndingTables):
    """Solved endings of one set of rules, for :meth:`~oddfish.cext.banqi.game.Setup.use`.

    Args:
        signature: the rules' ``Setup.signature``.

    Raises:
        ValueError: the signature does not end with the board's size.
    """

    def __cinit__(self, str signature not None):
        cdef EndingGame game
        ranks = signature.rpartition("-4x")[2]
        if ranks not in ("2", "4", "8"):
            raise ValueError(f"signature '{signature}' does not end with -4x2, -4x4 or -4x8")
        memset(&game, 0, sizeof(game))
        game.files, game.ranks, game.types = 4, int(ranks), TYPES
        game.men, game.place, game.reach = men_of, place, reach
        self.begin(signature, &game, _LETTERS, _SIDES)


def endings(men, counts) -> list:
    """All endings of ``men`` pieces: one of each pair that differs only in the side to move.

    Args:
        counts: the number of pieces of each type in a colour's set, in the order K G M R N C P.
    """
    return endings_of(sides_of(_LETTERS, counts, MAX_SIDE_MEN), men)
