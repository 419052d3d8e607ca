"""Endings of Fanorona Chess, solved by ``core.endings``."""

cimport cython
from libc.stdint cimport uint8_t
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb, popcount
from oddfish.cext.core.ending_tables cimport (EndingGame, man, owner_of, square_of, table_result, turned_square,
                                              type_of)
from oddfish.cext.core.endings cimport Tables as EndingTables
from oddfish.cext.core.types cimport Outcome
from oddfish.cext.fanorona.geometry cimport (BOARD, FILES, POINTS, RANKS, diagonal_attacks, straight_attacks,
                                             tables as board_tables)
from oddfish.cext.fanorona.position cimport (BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK, FanoronaPosition,
                                             start_count)

from oddfish.cext.core.endings import sides_of as _sides_of

#: FEN letters of the men, in the order of endings.
LETTERS = "KQRBNP"

cdef int type_at[6]         # by place in LETTERS
type_at[:] = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN]
cdef int place_of[6]        # the reverse
for _place in range(6):
    place_of[type_at[_place]] = _place

#: The pieces that a side can have: of each type no more than at the start (N8).
SIDES = tuple(_sides_of(LETTERS, [start_count(type_at[place]) for place in range(6)], 3, royal="K"))

cdef EndingGame GAME
memset(&GAME, 0, sizeof(GAME))
GAME.files, GAME.ranks, GAME.types, GAME.turned = FILES, RANKS, 6, True
GAME.men, GAME.place, GAME.reach = men_of, place, reach


cdef int men_of(const void* position, int most, int* men) noexcept nogil:
    """Excludes positions with a king that has never moved (N7)."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    cdef Bitboard occ = p.color[0] | p.color[1]
    cdef int sq, n = 0
    if p.unmoved or popcount(occ) > most:
        return -1
    while occ:
        sq = pop_lsb(&occ)
        men[n] = man((p.color[p.side] & bit(sq)) == 0, place_of[p.board[sq]],
                     turned_square(&GAME, sq) if p.side else sq)
        n += 1
    return n


cdef bint place(const EndingGame* game, const int* men, int n, void* position) noexcept nogil:
    cdef FanoronaPosition* p = <FanoronaPosition*> position
    cdef int i, t, sq, owner
    memset(p, 0, sizeof(FanoronaPosition))
    memset(p.board, NOTHING, sizeof(p.board))
    for i in range(n):
        t, sq, owner = type_at[type_of(men[i])], square_of(men[i]), owner_of(men[i])
        if t == PAWN and (sq < FILES or sq >= POINTS - FILES):
            return False
        if t == KING:
            p.king[owner] = <uint8_t> sq
        p.type[t] |= bit(sq)
        p.color[owner] |= bit(sq)
        p.board[sq] = <uint8_t> t
    return True


cdef Bitboard reach(const EndingGame* game, int owner, int t, int sq) noexcept nogil:
    cdef int moving = type_at[t]
    if moving == PAWN:
        return board_tables.pawn_steps[owner][sq]
    if moving == KNIGHT:
        return board_tables.knight_to[sq]
    if moving == KING:
        return board_tables.near[sq]
    return BOARD & ((straight_attacks(sq, 0) if moving != BISHOP else 0)
                    | (diagonal_attacks(sq, 0) if moving != ROOK else 0))


cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil:
    """As in `SearchRules.probe`. Does not report results that the fifty-move rule can prevent."""
    cdef const FanoronaPosition* p = <const FanoronaPosition*> position
    if p.tables == NULL or popcount(p.color[0] | p.color[1]) > p.tables.max_men:
        return False
    return table_result(p.tables, position, p.clock, 100, outcome, plies)


@cython.final
cdef class Tables(EndingTables):
    """Solved endings; :func:`~oddfish.cext.fanorona.game.solve` solves them."""

    def __cinit__(self):
        self.begin("5x9", &GAME, LETTERS, SIDES)
