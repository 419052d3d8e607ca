"""Banqi's endings, solved: every position of a few men, none face down, by retrograde analysis.

An ending is a pair of multisets of men, those of the side to move first, written as ``("K", "PP")``. Its table has a
byte a position (see ``TableSet``); positions that the board's reflections carry into each other share theirs. The
no-progress rule and repetition are left out: a win is one that can be had by straight play.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from oddfish.cext.banqi.position cimport (NO_SQUARE, STEP, TYPES, UNLISTED, BanqiPosition, SetupData, Squares,
                                 color_of, lost, move_kind)
from oddfish.cext.banqi.moves cimport generate, make
from oddfish.cext.core.bits cimport lsb, popcount
from oddfish.cext.core.types cimport DRAWN, LOST, WON, Move, Outcome

from itertools import combinations_with_replacement

cdef enum:
    MOST_MEN = 6            # of an ending; a table of 5 has 8 M bytes
    INVALID = 255           # no position, or not the one its reflections share
    DEEPEST = 253

LETTERS = "KGMRNCP"

# Multisets by their code: two bits a type, how many men of it.
cdef uint8_t number_of[1 << 2 * TYPES]
_multisets = [""]


cdef void set_up():
    memset(number_of, UNLISTED, sizeof(number_of))
    for size in range(1, 4):
        for men in combinations_with_replacement(LETTERS, size):
            _multisets.append("".join(men))
    for number, men in enumerate(_multisets):
        number_of[sum(1 << 2 * LETTERS.index(man) for man in men)] = number


set_up()


# --- From positions to places in a table ----------------------------------------------------------------------


cdef inline Squares mirrored(const SetupData* s, Squares men, int way) noexcept nogil:
    """Men after a reflection of the board: bit 0 of ``way`` exchanges files, bit 1 ranks."""
    cdef Squares result = 0
    cdef int sq
    while men:
        sq = lsb(men)
        men &= men - 1
        if way & 1:
            sq ^= 3
        if way & 2:
            sq = (s.ranks - 1 - sq // 4) * 4 + sq % 4
        result |= <Squares> 1 << sq
    return result


cdef int place_of(const BanqiPosition* p) noexcept nogil:
    """The position's place in its table: the least of its reflections'. The first man is then on files a and b in
    the lower half, which takes 3 bits; each other man takes 5."""
    cdef int best = -1, way, player, color, t, place, sq
    cdef bint first
    cdef Squares men
    for way in range(4):
        place = 0
        first = True
        for player in range(2):
            color = color_of(p, p.side ^ player)
            for t in range(TYPES):
                men = p.type[t] & p.color[color]
                if way:
                    men = mirrored(p.setup, men, way)
                while men:
                    sq = lsb(men)
                    men &= men - 1
                    if first:
                        if sq & 2 or sq >= (p.setup.ranks + 1) // 2 * 4:
                            place = -1
                            break
                        place = sq // 4 * 2 + sq % 4
                        first = False
                    else:
                        place = place << 5 | sq
                if place < 0:
                    break
            if place < 0:
                break
        if place >= 0 and (best < 0 or place < best):
            best = place
    return best


cdef inline int multiset_of(const BanqiPosition* p, int color) noexcept nogil:
    cdef int code = 0, t, n
    for t in range(TYPES):
        n = popcount(p.type[t] & p.color[color])
        if n > 3:
            return UNLISTED
        code |= n << 2 * t
    return number_of[code]


cdef inline int byte_of(const BanqiPosition* p) noexcept nogil:
    """The table's byte for a position with no man face down, INVALID if there is no table."""
    cdef int mine = multiset_of(p, color_of(p, p.side)), theirs = multiset_of(p, color_of(p, 1 - p.side))
    if mine == UNLISTED or theirs == UNLISTED or p.setup.tables.table[mine][theirs] == NULL:
        return INVALID
    return p.setup.tables.table[mine][theirs][place_of(p)]


cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil:
    """What the tables know of a position (rules.Rules.probe): nothing of wins that the move rule may come before, nor
    of draws where repeating may lose (Q6)."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int value
    if p.setup.tables == NULL or p.dark or p.series != NO_SQUARE or \
            popcount(p.color[0] | p.color[1]) > p.setup.tables.most:
        return False
    value = byte_of(p)
    if value == INVALID or value == 0 and p.setup.chaser_loses or \
            value and p.setup.no_progress and p.clock + value - 1 > p.setup.no_progress:
        return False
    outcome[0] = DRAWN if value == 0 else LOST if value & 1 else WON
    plies[0] = value - 1
    return True


# --- Solving ------------------------------------------------------------------------------------------------


cdef int settled(const BanqiPosition* p) noexcept nogil:
    """The byte of a position with fewer men than are being solved, seen from its side to move; a capturing series is
    followed to its end."""
    cdef BanqiPosition following
    cdef Move moves[64]
    cdef int i, n, best = -1, value
    if lost(p, color_of(p, p.side)):
        return 1
    if p.series == NO_SQUARE:
        return byte_of(p)
    n = generate(p, moves)
    for i in range(n):
        make(p, moves[i], &following)
        value = value_of(p, &following)
        if best < 0 or better(value, best):
            best = value
    return best


cdef inline int after(int value) noexcept nogil:
    """A position's byte as the value of the move that leads to it, for the side that makes it."""
    return value + 1 if value else 0


cdef inline int value_of(const BanqiPosition* p, const BanqiPosition* following) noexcept nogil:
    """The value of a capture for its maker; a series counts as one ply."""
    cdef int value = settled(following)
    return value if following.side == p.side else after(value)


cdef inline bint better(int a, int b) noexcept nogil:
    """Whether a move's value is better for its maker than another: fast wins, then draws, then slow losses."""
    cdef int rank_a = 1000 - a if a and a % 2 == 0 else 0 if a == 0 else a - 1000
    cdef int rank_b = 1000 - b if b and b % 2 == 0 else 0 if b == 0 else b - 1000
    return rank_a > rank_b


ctypedef struct Graph:
    int32_t* start          # by place: where its moves begin in `child`; one more than there are places
    int32_t* child          # the place moved to in the other table, or ~(value of the move)
    size_t room
    int places


cdef int list_children(Graph* g, uint8_t* table, const SetupData* setup, bytes mine, bytes theirs) except -1:
    """List every position's moves; a byte INVALID marks places that are no positions."""
    cdef BanqiPosition p, following
    cdef Move moves[512]
    cdef int men = len(mine) + len(theirs), place, rest, i, n, sq
    cdef size_t used = 0
    cdef Squares seen
    cdef bint fits
    cdef int[MOST_MEN] types, colors
    cdef int32_t* larger
    for i in range(men):
        types[i] = mine[i] if i < len(mine) else theirs[i - len(mine)]
        colors[i] = 0 if i < len(mine) else 1
    for place in range(g.places):
        g.start[place] = <int32_t> used
        memset(&p, 0, sizeof(p))
        p.setup = setup
        p.series = p.stepped_from = NO_SQUARE
        rest = place
        seen = 0
        fits = True
        for i in range(men - 1, -1, -1):
            sq = rest & 31 if i else rest // 2 * 4 + rest % 2
            rest >>= 5
            if seen >> sq & 1 or not setup.board >> sq & 1:
                fits = False
                break
            seen |= <Squares> 1 << sq
            p.type[types[i]] |= <Squares> 1 << sq
            p.color[colors[i]] |= <Squares> 1 << sq
        if not fits or place_of(&p) != place:
            table[place] = INVALID
            continue
        n = generate(&p, moves)
        if used + n > g.room:
            g.room = 2 * g.room + n
            larger = <int32_t*> realloc(g.child, g.room * sizeof(int32_t))
            if larger == NULL:
                raise MemoryError
            g.child = larger
        for i in range(n):
            make(&p, moves[i], &following)
            if move_kind(moves[i]) == STEP:
                g.child[used] = place_of(&following)
            else:
                g.child[used] = ~value_of(&p, &following)
            used += 1
    g.start[g.places] = <int32_t> used
    return 0


cdef bint sweep(const Graph* g, uint8_t* table, const uint8_t* other, int value) noexcept nogil:
    """Find the positions whose byte is ``value``; whether there are any, or larger bytes in sight."""
    cdef int place, i, child, worst, reply
    cdef bint found = False
    cdef bint wins = value % 2 == 0, hopeless
    for place in range(g.places):
        if table[place]:
            continue
        worst = 1               # without a move: lost at once (Q3)
        hopeless = True
        for i in range(g.start[place], g.start[place + 1]):
            child = g.child[i]
            reply = ~child if child < 0 else after(other[child]) if other[child] else 0
            if wins:
                if reply == value:
                    table[place] = <uint8_t> value
                    found = True
                    break
                if reply > value:
                    found = True
            elif reply == 0 or reply % 2 == 0:
                hopeless = False
                break
            elif reply > worst:
                worst = reply
        if not wins and hopeless:
            if worst == value:
                table[place] = <uint8_t> value
            if worst >= value:
                found = True
    return found


cdef class Tables:
    """Solved endings of one set of rules, to be given to :meth:`~oddfish.cext.banqi.game.Setup.use`.

    Args:
        signature: of the rules (``Setup.signature``).
    """

    def __init__(self, str signature):
        self.signature = signature
        self.endings = {}
        memset(&self.data, 0, sizeof(self.data))

    def add(self, str mine, str theirs, const uint8_t[::1] table) -> None:
        """Take a table made by ``Setup.solve`` before; its memory is not copied.

        Raises:
            ValueError: its size is not that of the ending.
        """
        cdef int first = _multisets.index(mine), second = _multisets.index(theirs)
        if len(table) != table_size(self.signature, len(mine) + len(theirs)):
            raise ValueError(f"table of {mine} against {theirs} has {len(table)} bytes")
        self.endings[mine, theirs] = table
        self.data.table[first][second] = &table[0]
        self.data.most = max(self.data.most, len(mine) + len(theirs))

    cdef int solve(self, const SetupData* data, str mine, str theirs) except -1:
        """See ``Setup.solve``."""
        cdef Graph ours, others
        cdef int value = 0, idle = 0
        cdef bint more
        for fewer in smaller(mine, theirs):
            if fewer not in self.endings:
                raise ValueError(f"{mine} against {theirs} needs {' against '.join(fewer)} solved before")
        memset(&ours, 0, sizeof(ours))
        memset(&others, 0, sizeof(others))
        ours.places = others.places = table_size(self.signature, len(mine) + len(theirs))
        first, second = bytearray(ours.places), bytearray(ours.places)
        cdef uint8_t[::1] a = first
        cdef uint8_t[::1] b = second
        try:
            expand(self, &ours, a, data, mine, theirs)
            expand(self, &others, b, data, theirs, mine)
            with nogil:
                while value < DEEPEST and idle < 3:
                    value += 1
                    more = sweep(&ours, &a[0], &b[0], value)
                    if sweep(&others, &b[0], &a[0], value):
                        more = True
                    idle = 0 if more else idle + 1
        finally:
            free(ours.start)
            free(ours.child)
            free(others.start)
            free(others.child)
        self.add(mine, theirs, bytes(first))
        if mine != theirs:
            self.add(theirs, mine, bytes(second))
        return 0


cdef int expand(Tables tables, Graph* graph, uint8_t[::1] table, const SetupData* data, str mine, str theirs) except -1:
    cdef SetupData own = data[0]
    own.tables = &tables.data
    graph.start = <int32_t*> malloc((graph.places + 1) * sizeof(int32_t))
    if graph.start == NULL:
        raise MemoryError
    return list_children(graph, &table[0], &own, bytes(map(LETTERS.index, mine)), bytes(map(LETTERS.index, theirs)))


def table_size(signature: str, men: int) -> int:
    """Bytes of one table of so many men."""
    ranks = int(signature.rpartition("x")[2])
    return (ranks + 1) // 2 * 2 << 5 * (men - 1)


def smaller(mine: str, theirs: str) -> list:
    """The endings one capture leads to, none where a side has one man left to lose."""
    found = set()
    for own, enemy in ((mine, theirs), (theirs, mine)):
        for i in range(len(enemy)):
            left = enemy[:i] + enemy[i + 1:]
            if left:
                found |= {(own, left), (left, own)}
    return sorted(found)


def endings(int men, counts) -> list:
    """All endings of so many men, one of each pair that are the same but for the side to move.

    Args:
        counts: men of each type in a colour's set, in the order of ``LETTERS``.
    """
    fitting = [one for one in _multisets[1:] if all(one.count(man) <= most for man, most in zip(LETTERS, counts))]
    return [(mine, theirs) for mine in fitting for theirs in fitting
            if len(mine) + len(theirs) == men and (len(mine), mine) <= (len(theirs), theirs)]
