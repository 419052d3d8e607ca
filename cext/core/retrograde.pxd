# Retrograde analysis of one ending.
#
# The first pass searches every position one ply deep. This finds the ends of the game, and the captures and promotions
# that lead to other endings. Then values are settled in ascending order: settling a position makes its possible
# predecessors due for a second look at the next value. `EndingGame.reach` gives candidates for predecessors. The second
# look generates legal moves, so wrong candidates do no harm.
from libc.stdint cimport uint8_t
from libc.string cimport memchr

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.ending_tables cimport (MAX_MEN, MAX_TYPES, MAX_VALUE, UNKNOWN, EndingGame, Symmetry,
                                              TableSet, index_of, known_value, man, multiset_of, owner_of, sort_men,
                                              square_of, turned_square, type_of)
from oddfish.cext.core.rules cimport Rules, side_of
from oddfish.cext.core.types cimport LOST, NO_REASON, ONGOING, WON, Move, Outcome, Reason

cdef enum:
    DEEPEST = 8             # levels of search within one ply: series of captures, positions that the tables leave out

# The two tables of an ending: in table 1 the second multiset is to move. They are the same if the multisets are equal.
ctypedef struct Ending:
    const TableSet* tables
    const Rules* rules
    const Symmetry* symmetry
    int men
    int base[2][MAX_MEN]    # the men by table, without squares
    int number[2]           # of the multisets
    int sides               # 1 if there is only one table
    int size                # of each table
    uint8_t* value[2]
    uint8_t* due[2]         # the value at which to look at the position again; 0: none
    uint8_t* decided[2]     # the value of the best winning move found so far; 0: none
    Bitboard source[2][MAX_TYPES][64]   # squares from which an owner's man may have come
    char* line              # DEEPEST + 1 positions
    Move* moves             # as many lists of moves
    int furthest            # the highest value ever due
    int missing[2]          # the multisets of an ending that is needed but not solved; -1 for none


# --- Positions and indices ----------------------------------------------------------------------------------


cdef inline bint men_at(const Ending* e, int k, int index, int* men) noexcept nogil:
    """The men of an index. False if two are on the same square, or if another index represents the position."""
    cdef int i, squares = e.tables.game.files * e.tables.game.ranks, rest = index
    cdef Bitboard occ = 0
    for i in range(e.men - 1, 0, -1):
        men[i] = e.base[k][i] | rest % squares
        rest //= squares
    men[0] = e.base[k][0] | e.symmetry.square[rest]
    for i in range(e.men):
        if occ & bit(square_of(men[i])) or i and men[i] < men[i - 1]:
            return False
        occ |= bit(square_of(men[i]))
    return index_of(e.tables, e.symmetry, men, e.men) == index


# --- Values -------------------------------------------------------------------------------------------------

# A move's value is a byte as in a table, for the player who makes it: the value of the next position, one ply longer.


cdef inline int move_value(int value) noexcept nogil:
    return value + 1 if value else 0


cdef inline int rank_of(int value) noexcept nogil:
    """An order of values: fast wins before slow ones, then draws, then slow losses before fast ones."""
    return 0 if value == 0 else value - 1000 if value & 1 else 1000 - value


cdef inline int result_value(const Rules* rules, const void* position, int n) noexcept nogil:
    """The value of a position in which the game may be over; UNKNOWN if it is not."""
    cdef Reason reason = NO_REASON
    cdef Outcome outcome = rules.moves.outcome(position, n, &reason)
    return UNKNOWN if outcome == ONGOING else 1 if outcome == LOST else 2 if outcome == WON else 0


cdef inline int next_value(Ending* e, int k, int depth) noexcept nogil:
    """The value, for its side to move, of the position at ``depth``, one move later; that may be in another ending."""
    cdef const void* position = e.line + depth * e.rules.size
    cdef int men[MAX_MEN]
    cdef int n = e.tables.game.men(position, e.men, men), value, mine, theirs
    if n < 0:                       # not in the tables: look one move further
        return best_value(e, k, depth, -1)
    sort_men(men, n)
    mine, theirs = multiset_of(e.tables, men, n, 0), multiset_of(e.tables, men, n, 1)
    if n == e.men and mine == e.number[0] and theirs == e.number[1]:
        return e.value[0][index_of(e.tables, e.symmetry, men, n)]
    if n == e.men and mine == e.number[1] and theirs == e.number[0]:
        return e.value[1][index_of(e.tables, e.symmetry, men, n)]
    value = known_value(e.tables, men, n)
    if value == UNKNOWN:
        value = result_value(e.rules, position, e.rules.moves.count(position))
        if value == UNKNOWN:
            e.missing[0], e.missing[1] = mine, theirs
            value = 0
    return value


cdef inline int best_value(Ending* e, int k, int depth, int sought) noexcept nogil:
    """The value of the position at ``depth`` as far as it is known, 0 for a draw. Stops early at a move worth
    ``sought`` or, if ``sought`` is a loss (odd), at any move that does not lose."""
    cdef char* position = e.line + depth * e.rules.size
    cdef Move* moves = e.moves + depth * e.rules.max_moves
    cdef int i, n = e.rules.moves.generate(position, moves), value, best = -1
    if n == 0:
        value = result_value(e.rules, position, 0)
        return 0 if value == UNKNOWN else value
    if depth >= DEEPEST:
        return 0
    for i in range(n):
        e.rules.moves.make(position, moves[i], position + e.rules.size)
        if side_of(position + e.rules.size) == side_of(position):       # a series of moves counts as one ply
            value = best_value(e, k, depth + 1, -1)
        else:
            value = move_value(next_value(e, k, depth + 1))
        if best < 0 or rank_of(value) > rank_of(best):
            best = value
        if sought > 0 and (value == sought and value & 1 == 0 or sought & 1 and value & 1 == 0):
            break
    return best


# --- Passes -------------------------------------------------------------------------------------------------


cdef inline void set_due(Ending* e, int k, int index, int value) noexcept nogil:
    e.due[k][index] = <uint8_t> value
    e.furthest = max(e.furthest, value)


cdef inline void first_look(Ending* e, int k, int begin, int end) noexcept nogil:
    """The first pass over a range of indices."""
    cdef int men[MAX_MEN]
    cdef int index, value
    for index in range(begin, end):
        if not men_at(e, k, index, men) or not e.tables.game.place(&e.tables.game, men, e.men, e.line) or \
                not e.rules.checks.valid(e.line):
            e.value[k][index] = UNKNOWN
            continue
        value = best_value(e, k, 0, -1)
        if 0 < value <= MAX_VALUE:
            set_due(e, k, index, value)
            if value & 1 == 0:
                e.decided[k][index] = <uint8_t> value


cdef inline void mark_before(Ending* e, int k, const int* men, int value) noexcept nogil:
    """Make all unsettled positions that may lead to these men, with table ``k``'s side to move, due for ``value``."""
    cdef const EndingGame* game = &e.tables.game
    cdef int before[MAX_MEN]
    cdef int i, j, sq, index, other = 1 - k if e.sides == 2 else 0
    cdef Bitboard occ = 0, sources
    for i in range(e.men):
        occ |= bit(square_of(men[i]))
    for i in range(e.men):
        if owner_of(men[i]) == 0:
            continue
        sources = e.source[1][type_of(men[i])][square_of(men[i])] & ~occ
        while sources:
            sq = pop_lsb(&sources)
            for j in range(e.men):
                before[j] = man(1 - owner_of(men[j]), type_of(men[j]),
                                turned_square(game, sq if j == i else square_of(men[j])))
            sort_men(before, e.men)
            index = index_of(e.tables, e.symmetry, before, e.men)
            if e.value[other][index] == 0 and (e.due[other][index] == 0 or e.due[other][index] > value):
                set_due(e, other, index, value)


cdef inline void look_again(Ending* e, int k, int value) noexcept nogil:
    """Settle the positions of a table that are due at ``value`` and turn out to be worth it."""
    cdef int men[MAX_MEN]
    cdef int index = -1, found
    while True:
        index = next_index(e.due[k], index + 1, e.size, value)
        if index < 0:
            return
        e.due[k][index] = 0
        if e.value[k][index]:
            continue
        if value & 1 and e.decided[k][index]:       # not lost
            set_due(e, k, index, e.decided[k][index])
            continue
        men_at(e, k, index, men)
        e.tables.game.place(&e.tables.game, men, e.men, e.line)
        found = best_value(e, k, 0, value)
        if found == value:
            e.value[k][index] = <uint8_t> value
        elif value < found <= MAX_VALUE:
            set_due(e, k, index, found)
            if found & 1 == 0:
                e.decided[k][index] = <uint8_t> found


cdef inline void look_back(Ending* e, int k, int value) noexcept nogil:
    """Make the predecessors of the positions worth ``value`` due. Call it only after all of those are settled, because
    it leaves positions alone that are still due at ``value``."""
    cdef int men[MAX_MEN]
    cdef int index = -1
    while True:
        index = next_index(e.value[k], index + 1, e.size, value)
        if index < 0:
            return
        men_at(e, k, index, men)
        mark_before(e, k, men, value + 1)


cdef inline int next_index(const uint8_t* table, int index, int size, int value) noexcept nogil:
    """The first index from ``index`` on with this value; -1 if there is none."""
    cdef const void* at = memchr(table + index, value, size - index)
    return -1 if at == NULL else <int> (<const uint8_t*> at - table)


cdef inline void find_sources(Ending* e) noexcept nogil:
    cdef const EndingGame* game = &e.tables.game
    cdef int owner, t, sq
    cdef Bitboard reach
    for owner in range(2):
        for t in range(game.types):
            for sq in range(64):
                e.source[owner][t][sq] = 0
            for sq in range(game.files * game.ranks):
                reach = game.reach(game, owner, t, sq)
                while reach:
                    e.source[owner][t][pop_lsb(&reach)] |= bit(sq)
