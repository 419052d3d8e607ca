"""Endings of the Half Chess family, solved by ``core.endings``, for games without drops and with equal armies."""

cimport cython
from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.ending_tables cimport EndingGame, man, owner_of, square_of, table_result, type_of
from oddfish.cext.core.endings cimport Tables as EndingTables
from oddfish.cext.core.geometry cimport tables as board_tables
from oddfish.cext.core.types cimport Outcome
from oddfish.cext.halfchess.attacks cimport attacks
from oddfish.cext.halfchess.pawn_moves cimport can_capture_en_passant
from oddfish.cext.halfchess.position cimport (BISHOP, KING, KNIGHT, NO_PIECE, NO_SQUARE, PAWN, QUEEN, ROOK,
                                              HalfPosition, SetupData)

from oddfish.cext.core.endings import sides_of as _sides_of

#: FEN letters of the men, in the order of endings.
LETTERS = "KQRBNP"
#: The pieces that a side can have.
SIDES = tuple(_sides_of(LETTERS, (1, 9, 10, 10, 10, 8), 3, royal="K"))

cdef int type_at[6]         # by place in LETTERS
type_at[:] = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN]
cdef int place_of[6]        # the reverse
for _place in range(6):
    place_of[type_at[_place]] = _place


cdef int men_of(const void* position, int most, int* men) noexcept nogil:
    """Excludes positions with castling rights or an en-passant capture."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef int sq, t, n = 0
    if popcount(occ) > most or p.rights or p.en_passant != NO_SQUARE and can_capture_en_passant(p):
        return -1
    while occ:
        sq = pop_lsb(&occ)
        t = p.board[sq]
        if t > KING:
            return -1
        men[n] = man((p.color[p.side] & bit(sq)) == 0, place_of[t], sq ^ 56 if p.side else sq)
        n += 1
    return n


cdef bint place(const EndingGame* game, const int* men, int n, void* position) noexcept nogil:
    cdef HalfPosition* p = <HalfPosition*> position
    cdef int i, t, sq, owner
    memset(p, 0, sizeof(HalfPosition))
    memset(p.board, NO_PIECE, sizeof(p.board))
    p.setup = <const SetupData*> game.setup
    p.en_passant = NO_SQUARE
    for i in range(n):
        t, sq, owner = type_at[type_of(men[i])], square_of(men[i]), owner_of(men[i])
        if t == PAWN and (sq < 8 or sq >= 56):
            return False
        if t == KING:
            p.king[owner] = <uint8_t> sq
        p.type[t] |= bit(sq)
        p.color[owner] |= bit(sq)
        p.board[sq] = <uint8_t> t
    return True


cdef Bitboard reach(const EndingGame* game, int owner, int t, int sq) noexcept nogil:
    cdef Bitboard step
    if type_at[t] == KING:
        return board_tables.king[sq]
    if type_at[t] != PAWN:
        return attacks(&(<const SetupData*> game.setup).movement[owner][type_at[t]], sq, 0)
    step = bit(sq) << 8 if owner == 0 else bit(sq) >> 8
    if sq >> 3 == (6 if owner else 1):
        step |= step << 8 if owner == 0 else step >> 8
    return step


cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil:
    """As in `SearchRules.probe`. Does not report results that the fifty-move rule can prevent."""
    cdef const HalfPosition* p = <const HalfPosition*> position
    if p.setup.tables == NULL or popcount(p.color[0] | p.color[1]) > p.setup.tables.max_men:
        return False
    return table_result(p.setup.tables, position, p.clock, 100, outcome, plies)


@cython.final
cdef class Tables(EndingTables):
    """Solved endings of one set of rules; :meth:`~oddfish.cext.halfchess.game.Setup.endings` makes them."""

    cdef int prepare(self, str signature, const SetupData* setup) except -1:
        cdef EndingGame game
        memset(&game, 0, sizeof(game))
        game.files, game.ranks, game.types, game.turned = 8, 8, 6, True
        game.setup = setup
        game.men, game.place, game.reach = men_of, place, reach
        return self.begin(signature, &game, LETTERS, SIDES)
