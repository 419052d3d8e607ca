"""Banqi's endings, solved by retrograde analysis: every position of a few face-up pieces.

An ending is a pair of multisets of pieces, those of the side to move first, written as ``("K", "PP")``. Its table has a
byte for every position (see ``TableSet``); reflections of a position share its byte. The tables ignore repetition and
the no-progress rule.
"""

cimport cython
from cpython.exc cimport PyErr_SetInterrupt
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from oddfish.cext.banqi.geometry cimport Squares
from oddfish.cext.banqi.moves cimport generate, make
from oddfish.cext.banqi.position cimport (MAX_BANQI_MOVES, MAX_PIECE_MOVES, NO_MULTISET, NO_SQUARE, STEP, TYPES,
                                          BanqiPosition, SetupData, all_captured, color_of, move_kind)
from oddfish.cext.core.bits cimport bit32, pop_lsb32, popcount
from oddfish.cext.core.rules cimport checked_int
from oddfish.cext.core.types cimport DRAWN, LOST, WON, Move, Outcome

from collections.abc import Mapping
from itertools import combinations_with_replacement

from oddfish.cext.banqi import LETTERS as _LETTERS

cdef enum:
    MAX_PIECES = 6          # of an ending; a table of 5 pieces has 8 MB
    INVALID = 255           # not a position, or not the one that represents its reflections
    MAX_VALUE = 253         # of a table's bytes: longer wins count as draws

# The number of a multiset by its code, two bits for each type: how many pieces of it.
cdef uint8_t number_of[1 << 2 * TYPES]
_multisets = [""]


cdef void set_up():
    memset(number_of, NO_MULTISET, sizeof(number_of))
    for size in range(1, 4):
        for men in combinations_with_replacement(_LETTERS, size):
            _multisets.append("".join(men))
    for number, men in enumerate(_multisets):
        number_of[sum(1 << 2 * _LETTERS.index(man) for man in men)] = number


set_up()


# --- Indexing -----------------------------------------------------------------------------------------------


cdef inline Squares reflected(const SetupData* s, Squares pieces, int symmetry) noexcept nogil:
    """Reflect the board: bit 0 of ``symmetry`` exchanges files, bit 1 ranks."""
    cdef Squares result = 0
    cdef int sq
    while pieces:
        sq = pop_lsb32(&pieces)
        if symmetry & 1:
            sq ^= 3
        if symmetry & 2:
            sq = (s.ranks - 1 - sq // 4) * 4 + sq % 4
        result |= bit32(sq)
    return result


cdef int index_of(const BanqiPosition* p) noexcept nogil:
    """The position's index in its table: the lowest of its reflections'. The first piece is then on files a and b in
    the lower half, which takes 3 bits; every other piece takes 5."""
    cdef int best = -1, symmetry, player, color, t, index, sq
    cdef bint first
    cdef Squares pieces
    for symmetry in range(4):
        index = 0
        first = True
        for player in range(2):
            color = color_of(p, p.side ^ player)
            for t in range(TYPES):
                pieces = p.type[t] & p.color[color]
                if symmetry:
                    pieces = reflected(p.setup, pieces, symmetry)
                while pieces:
                    sq = pop_lsb32(&pieces)
                    if first:
                        if sq & 2 or sq >= (p.setup.ranks + 1) // 2 * 4:
                            index = -1
                            break
                        index = sq // 4 * 2 + sq % 4
                        first = False
                    else:
                        index = index << 5 | sq
                if index < 0:
                    break
            if index < 0:
                break
        if index >= 0 and (best < 0 or index < best):
            best = index
    return best


cdef inline int multiset_of(const BanqiPosition* p, int color) noexcept nogil:
    cdef int code = 0, t, n
    for t in range(TYPES):
        n = popcount(p.type[t] & p.color[color])
        if n > 3:
            return NO_MULTISET
        code |= n << 2 * t
    return number_of[code]


cdef void fetch(const TableSet* tables, int mine, int theirs) noexcept with gil:
    """Read a table from disk."""
    (<Tables> tables.owner).fetch(mine, theirs)


cdef inline int table_value(const BanqiPosition* p) noexcept nogil:
    """The table's byte for a position without face-down pieces, INVALID if there is no table."""
    cdef const TableSet* tables = p.setup.tables
    cdef int mine = multiset_of(p, color_of(p, p.side)), theirs = multiset_of(p, color_of(p, 1 - p.side))
    if mine == NO_MULTISET or theirs == NO_MULTISET:
        return INVALID
    if tables.waiting[mine][theirs]:
        fetch(tables, mine, theirs)
    if tables.table[mine][theirs] == NULL:
        return INVALID
    return tables.table[mine][theirs][index_of(p)]


cdef bint probe(const void* position, Outcome* outcome, int* plies) noexcept nogil:
    """As in `SearchRules.probe`. Does not report results that the no-progress rule can prevent, nor draws where
    repetition can lose (Q6)."""
    cdef const BanqiPosition* p = <const BanqiPosition*> position
    cdef int value
    if p.setup.tables == NULL or p.dark or p.series != NO_SQUARE or \
            popcount(p.color[0] | p.color[1]) > p.setup.tables.max_pieces:
        return False
    value = table_value(p)
    if value == INVALID or value == 0 and p.setup.chaser_loses or \
            value and p.setup.no_progress and p.clock + value - 1 > p.setup.no_progress:
        return False
    outcome[0] = DRAWN if value == 0 else LOST if value & 1 else WON
    plies[0] = value - 1
    return True


# --- Solving ------------------------------------------------------------------------------------------------


# A move's value is a byte as in a table, seen by the player who makes it: that of the next position, one ply later.
cdef inline int move_value(int value) noexcept nogil:
    """The value of a move that leads to a position with this byte, with the opponent to move."""
    return value + 1 if value else 0


cdef inline bint better(int a, int b) noexcept nogil:
    """Whether ``a`` is a better move value than ``b``: fast wins before slow ones, then draws, then slow losses."""
    cdef int rank_a = 1000 - a if a and a % 2 == 0 else 0 if a == 0 else a - 1000
    cdef int rank_b = 1000 - b if b and b % 2 == 0 else 0 if b == 0 else b - 1000
    return rank_a > rank_b


cdef inline int capture_value(const BanqiPosition* p, const BanqiPosition* after) noexcept nogil:
    """The value of a capture; a series counts as one ply."""
    cdef int value = smaller_value(after)
    return value if after.side == p.side else move_value(value)


cdef int smaller_value(const BanqiPosition* p) noexcept nogil:
    """The byte of a position with fewer pieces than the ending being solved; plays a series of captures to its end."""
    cdef BanqiPosition after
    cdef Move moves[MAX_PIECE_MOVES]
    cdef int i, n, best = -1, value
    if all_captured(p, color_of(p, p.side)):
        return 1
    if p.series == NO_SQUARE:
        return table_value(p)
    n = generate(p, moves)
    for i in range(n):
        make(p, moves[i], &after)
        value = capture_value(p, &after)
        if best < 0 or better(value, best):
            best = value
    return best


# The moves of every position of an ending.
ctypedef struct Graph:
    int32_t* start          # by index: where its moves begin in `move`, with one entry more than there are positions
    int32_t* move           # index in the table of the other side to move, or ~(value of the move)
    size_t room             # of `move`
    int positions


cdef int list_moves(Graph* g, uint8_t* table, const SetupData* setup, bytes mine, bytes theirs) except -1:
    """List every position's moves. Marks indices without a position as INVALID in the table."""
    cdef BanqiPosition p, after
    cdef Move moves[MAX_BANQI_MOVES]
    cdef int pieces = len(mine) + len(theirs), index, rest, i, n, sq
    cdef size_t used = 0
    cdef Squares occ
    cdef bint fits
    cdef int[MAX_PIECES] types, colors
    cdef int32_t* larger
    for i in range(pieces):
        types[i] = mine[i] if i < len(mine) else theirs[i - len(mine)]
        colors[i] = 0 if i < len(mine) else 1
    for index in range(g.positions):
        g.start[index] = <int32_t> used
        memset(&p, 0, sizeof(p))
        p.setup = setup
        p.series = p.stepped_from = NO_SQUARE
        rest = index
        occ = 0
        fits = True
        for i in range(pieces - 1, -1, -1):
            sq = rest & 31 if i else rest // 2 * 4 + rest % 2
            rest >>= 5
            if occ >> sq & 1 or not setup.board >> sq & 1:
                fits = False
                break
            occ |= bit32(sq)
            p.type[types[i]] |= bit32(sq)
            p.color[colors[i]] |= bit32(sq)
        if not fits or index_of(&p) != index:
            table[index] = INVALID
            continue
        n = generate(&p, moves)
        if used + n > g.room:
            g.room = 2 * g.room + n
            larger = <int32_t*> realloc(g.move, g.room * sizeof(int32_t))
            if larger == NULL:
                raise MemoryError
            g.move = larger
        for i in range(n):
            make(&p, moves[i], &after)
            g.move[used] = index_of(&after) if move_kind(moves[i]) == STEP else ~capture_value(&p, &after)
            used += 1
    g.start[g.positions] = <int32_t> used
    return 0


cdef bint find_value(const Graph* g, uint8_t* table, const uint8_t* other, int value) noexcept nogil:
    """Set the bytes of all positions worth ``value``. Returns whether there are any, or some that are worth more."""
    cdef int index, i, move, worst, reply
    cdef bint found = False
    cdef bint win = value % 2 == 0, lost
    for index in range(g.positions):
        if table[index]:
            continue
        worst = 1               # a player without a move loses at once (Q3)
        lost = True
        for i in range(g.start[index], g.start[index + 1]):
            move = g.move[i]
            reply = ~move if move < 0 else move_value(other[move])
            if win:
                if reply == value:
                    table[index] = <uint8_t> value
                    found = True
                    break
                if reply > value:
                    found = True
            elif reply == 0 or reply % 2 == 0:
                lost = False
                break
            elif reply > worst:
                worst = reply
        if not win and lost:
            if worst == value:
                table[index] = <uint8_t> value
            if worst >= value:
                found = True
    return found


class _Endings(Mapping):
    """The tables by ending; a waiting table is read at its first use."""

    def __init__(self, Tables owner, tables):
        self._owner, self._tables = owner, tables

    def __len__(self):
        return len(self._tables)

    def __iter__(self):
        return iter(list(self._tables))

    def __contains__(self, name):
        return name in self._tables

    def __getitem__(self, name):
        table = self._tables[name]
        if callable(table):
            (<Tables?> self._owner).fetch(_multisets.index(name[0]), _multisets.index(name[1]))
            table = self._tables[name]
        return table


@cython.final
cdef class Tables:
    """Solved endings of one set of rules, for :meth:`~oddfish.cext.banqi.game.Setup.use`.

    Args:
        signature: the rules' ``Setup.signature``.
    """

    def __cinit__(self, str signature not None):
        table_size(signature, 2)
        self.signature = signature
        self.tables = {}
        self.kept = []
        self.endings = _Endings(self, self.tables)
        memset(&self.data, 0, sizeof(self.data))
        self.data.owner = <void*> self

    def add(self, str mine not None, str theirs not None, const uint8_t[::1] table not None) -> None:
        """Add the table of an ending, made by ``Setup.solve``, without copying its memory.

        Raises:
            ValueError: there is no such ending, or the table's size is wrong.
        """
        cdef int first, second
        check_ending(mine, theirs)
        first, second = _multisets.index(mine), _multisets.index(theirs)
        if len(table) != table_size(self.signature, len(mine) + len(theirs)):
            raise ValueError(f"table of {mine} against {theirs} has {len(table)} bytes")
        if self.data.table[first][second] != NULL:      # searches may be reading it
            raise ValueError(f"table of {mine} against {theirs} is there already")
        self.kept.append(table)
        self.tables[mine, theirs] = table
        self.data.table[first][second] = &table[0]
        self.data.waiting[first][second] = False
        self.data.max_pieces = max(self.data.max_pieces, len(mine) + len(theirs))

    def add_later(self, str mine not None, str theirs not None, read) -> None:
        """Add the table of an ending; it is read at its first use.

        Args:
            read: returns the table. If it fails, or the size is wrong, a warning is logged and the table is dropped.

        Raises:
            ValueError: there is no such ending, or it is there already.
        """
        cdef int first, second
        check_ending(mine, theirs)
        first, second = _multisets.index(mine), _multisets.index(theirs)
        if not callable(read):
            raise TypeError("read: expected a function")
        if (mine, theirs) in self.tables:
            raise ValueError(f"table of {mine} against {theirs} is there already")
        self.tables[mine, theirs] = read
        self.data.waiting[first][second] = True
        self.data.max_pieces = max(self.data.max_pieces, len(mine) + len(theirs))

    cdef int fetch(self, int first, int second) except -1:
        """Read a waiting table."""
        name = _multisets[first], _multisets[second]
        if not self.data.waiting[first][second]:        # another thread has read it
            return 0
        self.data.waiting[first][second] = False
        read = self.tables.pop(name)
        try:
            self.add(*name, read())
        except BaseException as error:
            import logging  # slow to import, rarely needed

            logging.getLogger(__name__).warning("%s against %s is not used: %s", *name, error)
            if isinstance(error, KeyboardInterrupt):    # the search that needs the table takes notice of it later
                PyErr_SetInterrupt()
        return 0

    cdef int solve(self, const SetupData* data, str mine, str theirs) except -1:
        """See ``Setup.solve``."""
        cdef Graph ours, others
        cdef int value = 0, idle = 0
        cdef bint more
        check_ending(mine, theirs)
        for fewer in smaller(mine, theirs):
            if fewer not in self.endings:
                raise ValueError(f"{mine} against {theirs} needs {' against '.join(fewer)} solved before")
        memset(&ours, 0, sizeof(ours))
        memset(&others, 0, sizeof(others))
        ours.positions = others.positions = table_size(self.signature, len(mine) + len(theirs))
        first, second = bytearray(ours.positions), bytearray(ours.positions)
        cdef uint8_t[::1] a = first
        cdef uint8_t[::1] b = second
        try:
            list_ending(self, &ours, a, data, mine, theirs)
            list_ending(self, &others, b, data, theirs, mine)
            with nogil:
                while value < MAX_VALUE and idle < 3:
                    value += 1
                    more = find_value(&ours, &a[0], &b[0], value)
                    if find_value(&others, &b[0], &a[0], value):
                        more = True
                    idle = 0 if more else idle + 1
        finally:
            free(ours.start)
            free(ours.move)
            free(others.start)
            free(others.move)
        self.add(mine, theirs, bytes(first))
        if mine != theirs:
            self.add(theirs, mine, bytes(second))
        return 0


cdef int list_ending(Tables tables, Graph* graph, uint8_t[::1] table, const SetupData* data, str mine,
                     str theirs) except -1:
    cdef SetupData own = data[0]
    own.tables = &tables.data
    graph.start = <int32_t*> malloc((graph.positions + 1) * sizeof(int32_t))
    if graph.start == NULL:
        raise MemoryError
    return list_moves(graph, &table[0], &own, bytes(map(_LETTERS.index, mine)), bytes(map(_LETTERS.index, theirs)))


cdef int check_ending(str mine, str theirs) except -1:
    """Raise ValueError unless each side has one to three pieces, in the order of the letters."""
    for men in (mine, theirs):
        if men not in _multisets[1:]:
            raise ValueError(f"pieces '{men}': expected one to three of {_LETTERS}, in this order")
    return 0


def table_size(str signature not None, men) -> int:
    """The size in bytes of a table of ``men`` pieces.

    Raises:
        ValueError: there are no such tables, or the signature does not end with the board's size.
    """
    ranks = signature.rpartition("-4x")[2]
    if ranks not in ("2", "4", "8"):
        raise ValueError(f"signature '{signature}' does not end with -4x2, -4x4 or -4x8")
    return (int(ranks) + 1) // 2 * 2 << 5 * (checked_int(men, "number of pieces", 2, MAX_PIECES) - 1)


def smaller(str mine not None, str theirs not None) -> list:
    """The endings after one capture. Capturing a side's last piece ends the game, so those are not included."""
    found = set()
    for own, enemy in ((mine, theirs), (theirs, mine)):
        for i in range(len(enemy)):
            left = enemy[:i] + enemy[i + 1:]
            if left:
                found |= {(own, left), (left, own)}
    return sorted(found)


def endings(men, counts) -> list:
    """All endings of ``men`` pieces, one of each pair that differ only by the side to move.

    Args:
        counts: the number of pieces of each type in a colour's set, in the order K G M R N C P.
    """
    men = checked_int(men, "number of pieces", 2, MAX_PIECES)
    fitting = [one for one in _multisets[1:] if all(one.count(man) <= most for man, most in zip(_LETTERS, counts))]
    return [(mine, theirs) for mine in fitting for theirs in fitting
            if len(mine) + len(theirs) == men and (len(mine), mine) <= (len(theirs), theirs)]
