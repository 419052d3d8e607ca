# Solved endings: what a game supplies, the tables, and how a position is indexed.
#
# An ending is a pair of multisets of men: those of the side to move, and those of its opponent. Its table has a byte
# for each position: 0 for a draw, else 1 + the plies to the end, so that odd values are losses for the side to move and
# even ones wins. UNKNOWN marks an index without a position. Tables ignore repetition and move counters.
from libc.stdint cimport uint8_t

from oddfish.cext.core.bits cimport Bitboard
from oddfish.cext.core.rules cimport Rules
from oddfish.cext.core.types cimport DRAWN, LOST, WON, Outcome

cdef enum:
    MAX_MEN = 6             # in an ending
    MAX_SIDE_MEN = 3        # of one side
    MAX_TYPES = 12          # of men
    MULTISETS = 120
    NO_MULTISET = 255
    UNKNOWN = 255
    MAX_VALUE = 253         # of a table's bytes: longer wins are stored as draws
    IMAGES = 8              # reflections and rotations of the board

# A man is an int: its owner (0: the side to move) << 12 | its type << 8 | its square. The side to move sees the board
# as the first player does.


cdef inline int man(int owner, int t, int sq) noexcept nogil:
    return owner << 12 | t << 8 | sq


cdef inline int square_of(int one) noexcept nogil:
    return one & 255


cdef inline int type_of(int one) noexcept nogil:
    return one >> 8 & 15


cdef inline int owner_of(int one) noexcept nogil:
    return one >> 12


# A game, as far as the code for endings needs to know it. Squares count a1, b1 … along the ranks.
cdef struct EndingGame:
    const void* setup       # the game's data for `place` and `reach`
    int files
    int ranks
    int types
    bint turned             # the second player sees the board turned upside down
    # Writes a position's men, in any order, and returns their number; -1 if there are more than `most`, or if the board
    # and the side to move do not describe the position (castling rights, hands ...).
    int (*men)(const void* position, int most, int* men) noexcept nogil
    # Writes the position with these men, the first player to move. False if there is no such position.
    bint (*place)(const EndingGame* game, const int* men, int n, void* position) noexcept nogil
    # The squares that a man can reach in some position without capturing or promoting; it may return more. The man is
    # the first player's if `owner` is 0.
    Bitboard (*reach)(const EndingGame* game, int owner, int t, int sq) noexcept nogil

# The symmetries of an ending: all of the board's, or only the exchange of left and right.
ctypedef struct Symmetry:
    int images
    int places              # places for the first man, up to symmetry
    int place[64]           # its number, -1 if an image of the square is lower
    int square[64]          # the square of a number

ctypedef struct TableSet:
    EndingGame game
    uint8_t image[IMAGES][64]
    bint symmetric[MAX_TYPES]       # whether this type moves alike in all images
    Symmetry symmetry[2]            # for endings with any men, and for those with symmetric men only
    uint8_t number_of[1 << 4 * MAX_SIDE_MEN]    # a multiset's number by its code (`code_of`)
    const uint8_t* table[MULTISETS][MULTISETS]  # NULL if there is none
    uint8_t waiting[MULTISETS][MULTISETS]       # whether the table is still to be read, at its first use
    int max_men             # in the largest ending
    void* owner             # the `Tables`
    void (*fetch)(void* owner, int mine, int theirs) noexcept nogil     # reads a waiting table


cdef inline int turned_square(const EndingGame* game, int sq) noexcept nogil:
    """A square as the other player sees it."""
    return (game.ranks - 1 - sq // game.files) * game.files + sq % game.files if game.turned else sq


cdef inline void sort_men(int* men, int n) noexcept nogil:
    """The men of the side to move first, then by type, then by square."""
    cdef int i, j, one
    for i in range(1, n):
        one = men[i]
        j = i
        while j > 0 and men[j - 1] > one:
            men[j] = men[j - 1]
            j -= 1
        men[j] = one


cdef inline int multiset_of(const TableSet* tables, const int* men, int n, int owner) noexcept nogil:
    """The number of the multiset of a side's men, which are sorted."""
    cdef int i, code = 0, count = 0
    for i in range(n):
        if owner_of(men[i]) == owner:
            code = code << 4 | type_of(men[i]) + 1
            count += 1
    return tables.number_of[code] if count <= MAX_SIDE_MEN else NO_MULTISET


cdef inline const Symmetry* symmetry_of(const TableSet* tables, const int* men, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if not tables.symmetric[type_of(men[i])]:
            return &tables.symmetry[0]
    return &tables.symmetry[1]


cdef inline int index_of(const TableSet* tables, const Symmetry* symmetry, const int* men, int n) noexcept nogil:
    """The index of a position, given its sorted men: the lowest index of all its images."""
    cdef int best = -1, i, j, index, squares = tables.game.files * tables.game.ranks, at
    cdef bint twins = n > 1 and men[0] >> 8 == men[1] >> 8
    cdef int seen[MAX_MEN]
    for i in range(symmetry.images):
        at = tables.image[i][square_of(men[0])]
        if not twins and symmetry.place[at] < 0:
            continue
        for j in range(n):
            seen[j] = men[j] & ~255 | tables.image[i][square_of(men[j])]
        sort_men(seen, n)
        index = symmetry.place[square_of(seen[0])]
        if index < 0:
            continue
        for j in range(1, n):
            index = index * squares + square_of(seen[j])
        if best < 0 or index < best:
            best = index
    return best


cdef inline int known_value(const TableSet* tables, const int* men, int n) noexcept nogil:
    """The byte for a position given its sorted men; UNKNOWN if there is no table."""
    cdef int mine = multiset_of(tables, men, n, 0), theirs = multiset_of(tables, men, n, 1)
    if mine == NO_MULTISET or theirs == NO_MULTISET:
        return UNKNOWN
    if tables.waiting[mine][theirs]:
        tables.fetch(tables.owner, mine, theirs)
    if tables.table[mine][theirs] == NULL:
        return UNKNOWN
    return tables.table[mine][theirs][index_of(tables, symmetry_of(tables, men, n), men, n)]


cdef inline int table_value(const TableSet* tables, const void* position) noexcept nogil:
    """The byte for a position; UNKNOWN if there is no table."""
    cdef int men[MAX_MEN]
    cdef int n = tables.game.men(position, tables.max_men, men)
    if n <= 0:
        return UNKNOWN
    sort_men(men, n)
    return known_value(tables, men, n)


cdef inline bint table_result(const TableSet* tables, const void* position, int clock, int limit, Outcome* outcome,
                              int* plies) noexcept nogil:
    """Like `SearchRules.probe`: the result for the side to move, and the plies to it. False if no table has the
    position, or if a move rule that draws the game when the clock reaches ``limit`` (0: no such rule) comes before the
    win or loss."""
    cdef int value = table_value(tables, position)
    if value == UNKNOWN or value and limit and clock + value - 1 > limit:
        return False
    outcome[0] = DRAWN if value == 0 else LOST if value & 1 else WON
    plies[0] = value - 1
    return True
