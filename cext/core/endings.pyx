"""Solved endings of any game: tables in memory, and solving them by retrograde analysis.

An ending is a pair of multisets of men, those of the side to move first, written with the game's letters:
``("K", "PP")`` in Banqi, ``("KR", "K")`` where kings are royal.
"""

from cpython.exc cimport PyErr_CheckSignals, PyErr_SetInterrupt
from cpython.object cimport Py_TPFLAGS_HEAPTYPE, PyTypeObject
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from oddfish.cext.core.bits cimport Bitboard, bit, pop_lsb
from oddfish.cext.core.ending_tables cimport (MAX_MEN, MAX_TYPES, MAX_VALUE, MULTISETS, NO_MULTISET, EndingGame,
                                              Symmetry, TableSet, index_of, man, sort_men, symmetry_of)
from oddfish.cext.core.retrograde cimport DEEPEST, Ending, find_sources, first_look, look_again, look_back
from oddfish.cext.core.rules cimport Rules, checked_int
from oddfish.cext.core.types cimport Move

from collections.abc import Mapping
from itertools import combinations_with_replacement


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
        cdef Tables owner = self._owner
        table = self._tables[name]
        if callable(table):
            owner.fetch(owner.number_of(name[0]), owner.number_of(name[1]))
            table = self._tables[name]
        return table


cdef void fetch(void* owner, int mine, int theirs) noexcept with gil:
    """Read a table from disk."""
    (<Tables> owner).fetch(mine, theirs)


cdef class Tables:
    """Solved endings of one set of rules. Each game has its own subclass, which defines its men."""

    def __cinit__(self):
        cdef type own = type(self)
        if own is Tables or (<PyTypeObject*> own).tp_flags & Py_TPFLAGS_HEAPTYPE:
            raise TypeError(f"{own.__name__} belongs to no game: classes of tables cannot be written in Python")

    cdef int begin(self, str signature, const EndingGame* game, str letters, sides) except -1:
        """Set up empty tables.

        Args:
            signature: names the rules.
            letters: one for each type of men, in order; multisets are written in this order.
            sides: the multisets that a side can have, each of at most MAX_SIDE_MEN men; fewer than MULTISETS.
        """
        cdef int number, code
        self.signature = signature
        self.letters = letters
        self.sides = ("", *sides)
        if len(self.sides) > MULTISETS or len(letters) > MAX_TYPES:
            raise ValueError(f"{len(self.sides)} multisets of {len(letters)} types are too many")
        self.tables = {}
        self.kept = []
        self.endings = _Endings(self, self.tables)
        memset(&self.data, 0, sizeof(self.data))
        self.data.game = game[0]
        self.data.owner = <void*> self
        self.data.fetch = fetch
        memset(self.data.number_of, NO_MULTISET, sizeof(self.data.number_of))
        for number, men in enumerate(self.sides):
            code = 0
            for letter in men:
                code = code << 4 | <int> letters.index(letter) + 1
            self.data.number_of[code] = number
        self.data.number_of[0] = NO_MULTISET
        set_images(&self.data)
        return 0

    cdef int number_of(self, str men) except -1:
        """The number of a multiset.

        Raises:
            ValueError: no side can have it.
        """
        if men not in self.sides[1:]:
            raise ValueError(f"pieces '{men}': expected one to three of {self.letters}, in this order")
        return self.sides.index(men)

    def table_size(self, str mine not None, str theirs not None) -> int:
        """The size of an ending's table in bytes.

        Raises:
            ValueError: there is no such ending.
        """
        return size_of(self, mine, theirs)

    def add(self, str mine not None, str theirs not None, const uint8_t[::1] table not None) -> None:
        """Add the table of an ending, made by ``solve``, without copying its memory.

        Raises:
            ValueError: there is no such ending, the table's size is wrong, or it is there already.
        """
        cdef int first = self.number_of(mine), second = self.number_of(theirs)
        if len(table) != size_of(self, mine, theirs):
            raise ValueError(f"table of {mine} against {theirs} has {len(table)} bytes")
        if self.data.table[first][second] != NULL:      # searches may be reading it
            raise ValueError(f"table of {mine} against {theirs} is already there")
        self.kept.append(table)
        self.tables[mine, theirs] = table
        self.data.table[first][second] = &table[0]
        self.data.waiting[first][second] = False
        self.data.max_men = max(self.data.max_men, len(mine) + len(theirs))

    def add_later(self, str mine not None, str theirs not None, read) -> None:
        """Add the table of an ending; it is read at its first use.

        Args:
            read: returns the table. If it fails, or the size is wrong, a warning is logged and the table is dropped.

        Raises:
            ValueError: there is no such ending, or it is there already.
        """
        cdef int first = self.number_of(mine), second = self.number_of(theirs)
        if not callable(read):
            raise TypeError("read: expected a function")
        if (mine, theirs) in self.tables:
            raise ValueError(f"table of {mine} against {theirs} is already there")
        self.tables[mine, theirs] = read
        self.data.waiting[first][second] = True
        self.data.max_men = max(self.data.max_men, len(mine) + len(theirs))

    cdef int fetch(self, int first, int second) except -1:
        """Read a waiting table."""
        name = self.sides[first], self.sides[second]
        if not self.data.waiting[first][second]:        # another thread has read it
            return 0
        self.data.waiting[first][second] = False
        read = self.tables.pop(name)
        try:
            self.add(*name, read())
        except BaseException as error:
            import logging  # slow to import, rarely needed

            logging.getLogger(__name__).warning("%s against %s is not used: %s", *name, error)
            if isinstance(error, KeyboardInterrupt):    # the search that needs the table handles it later
                PyErr_SetInterrupt()
        return 0

    cdef int solve_with(self, const Rules* rules, const void* setup, str mine, str theirs) except -1:
        """Solve an ending, with either side to move, and add its tables.

        Args:
            rules: the game's rules.
            setup: what their functions need.

        Raises:
            ValueError: there is no such ending, or one that it can turn into is missing.
        """
        cdef Ending e
        cdef TableSet* tables = &self.data
        cdef int size = size_of(self, mine, theirs), k, i, begin, value = 0
        if (mine, theirs) in self.tables:
            raise ValueError(f"table of {mine} against {theirs} is already there")
        memset(&e, 0, sizeof(e))
        tables.game.setup = setup
        e.tables, e.rules = tables, rules
        e.men = len(mine) + len(theirs)
        e.sides = 1 if mine == theirs else 2
        e.size = size
        e.missing[0] = -1
        for k, men in enumerate([(mine, theirs), (theirs, mine)]):
            e.number[k] = self.number_of(men[0])
            for i, letter in enumerate(men[0] + men[1]):
                e.base[k][i] = (0 if i < len(men[0]) else 1) << 12 | <int> self.letters.index(letter) << 8
        e.symmetry = symmetry_for(self, mine + theirs)
        values = [bytearray(size) for _ in range(e.sides)]
        rest = [bytearray(size) for _ in range(2 * e.sides)]
        for k in range(e.sides):
            e.value[k] = address(values[k])
            e.due[k], e.decided[k] = address(rest[2 * k]), address(rest[2 * k + 1])
        e.line = <char*> calloc(DEEPEST + 2, e.rules.size)
        e.moves = <Move*> malloc((DEEPEST + 1) * e.rules.max_moves * sizeof(Move))
        try:
            if e.line == NULL or e.moves == NULL:
                raise MemoryError
            find_sources(&e)
            for k in range(e.sides):
                for begin in range(0, size, 1 << 16):
                    with nogil:
                        first_look(&e, k, begin, min(begin + (1 << 16), size))
                    PyErr_CheckSignals()
                    if e.missing[0] >= 0:
                        fewer = ["nothing" if one == NO_MULTISET else self.sides[one] for one in e.missing]
                        raise ValueError(f"{mine} against {theirs} needs {' against '.join(fewer)} solved before")
            while value < MAX_VALUE and value < e.furthest:
                value += 1
                with nogil:
                    for k in range(e.sides):
                        look_again(&e, k, value)
                    for k in range(e.sides):
                        if value < MAX_VALUE:
                            look_back(&e, k, value)
                PyErr_CheckSignals()
        finally:
            free(e.line)
            free(e.moves)
        self.add(mine, theirs, bytes(values[0]))
        if e.sides == 2:
            self.add(theirs, mine, bytes(values[1]))
        return 0

    def index(self, men) -> int:
        """The index of a position in its table, for tests.

        Args:
            men: ``(letter, square)`` of each man, capital letters for the side to move, which sees the board as the
                first player does.

        Raises:
            ValueError: a letter or a square does not exist, or there are too many men.
        """
        cdef int[MAX_MEN] numbers
        cdef int n = checked_int(len(men), "number of men", 1, MAX_MEN), i
        cdef int last = self.data.game.files * self.data.game.ranks - 1
        for i, (letter, square) in enumerate(men):
            numbers[i] = man(not letter.isupper(), self.letters.index(letter.upper()),
                             checked_int(square, "square", 0, last))
        sort_men(numbers, n)
        return index_of(&self.data, symmetry_of(&self.data, numbers, n), numbers, n)

    def at(self, str mine not None, str theirs not None, index) -> list | None:
        """The men of an index, as :meth:`index` takes them; None if it stands for no arrangement of men."""
        cdef int squares = self.data.game.files * self.data.game.ranks
        if not 0 <= index < size_of(self, mine, theirs):
            raise ValueError(f"index {index} is outside the table")
        places = []
        for _ in range(len(mine) + len(theirs) - 1):
            places.append(index % squares)
            index //= squares
        places.append(symmetry_for(self, mine + theirs).square[<int> index])
        men = list(zip(mine + theirs.lower(), places[::-1]))
        return men if len(set(places)) == len(places) else None


cdef const Symmetry* symmetry_for(Tables tables, str men) except NULL:
    """The symmetry of an ending with these men."""
    return &tables.data.symmetry[all(tables.data.symmetric[<int> tables.letters.index(letter)] for letter in men)]


cdef object size_of(Tables tables, str mine, str theirs):
    """The size of an ending's table; a function, so that no subclass can override it."""
    squares = int(tables.data.game.files * tables.data.game.ranks)      # Python ints, which do not overflow
    tables.number_of(mine), tables.number_of(theirs)
    return symmetry_for(tables, mine + theirs).places * squares ** (len(mine) + len(theirs) - 1)


cdef uint8_t* address(uint8_t[::1] buffer):
    return &buffer[0]


cdef void set_images(TableSet* tables):
    """Compute the board's symmetries, and which men move alike in all of them."""
    cdef EndingGame* game = &tables.game
    cdef int files = game.files, ranks = game.ranks, squares = files * ranks, count = 8 if files == ranks else 4
    cdef int sq, i, t, owner, file, rank
    for sq in range(squares):
        for i in range(count):
            file, rank = sq % files, sq // files
            if i & 4:
                file, rank = rank, file
            tables.image[i][sq] = <uint8_t> ((ranks - 1 - rank if i & 2 else rank) * files
                                             + (files - 1 - file if i & 1 else file))
    for t in range(game.types):
        tables.symmetric[t] = True
        for owner in range(2):
            for sq in range(squares):
                for i in range(count):
                    if game.reach(game, owner, t, tables.image[i][sq]) != \
                            imaged(tables.image[i], game.reach(game, owner, t, sq)):
                        tables.symmetric[t] = False
    set_symmetry(tables, 0, 2)
    set_symmetry(tables, 1, count)


cdef void set_symmetry(TableSet* tables, int which, int images):
    cdef Symmetry* symmetry = &tables.symmetry[which]
    cdef int sq, i
    symmetry.images = images
    for sq in range(tables.game.files * tables.game.ranks):
        symmetry.place[sq] = symmetry.places
        for i in range(images):
            if tables.image[i][sq] < sq:
                symmetry.place[sq] = -1
        if symmetry.place[sq] >= 0:
            symmetry.square[symmetry.places] = sq
            symmetry.places += 1


cdef Bitboard imaged(const uint8_t* image, Bitboard squares):
    cdef Bitboard result = 0
    while squares:
        result |= bit(image[pop_lsb(&squares)])
    return result


def sides_of(str letters not None, counts, most, fewest=1, royal="") -> list:
    """The multisets of men that a side can have, in ascending size.

    Args:
        letters: one for each type of men, in the order in which multisets are written.
        counts: how many of each a side can have.
        fewest, most: the number of men.
        royal: a letter that every multiset has.

    Raises:
        ValueError: there are more men, or more letters, than an ending can have.
    """
    if len(letters) > MAX_TYPES:
        raise ValueError(f"{len(letters)} letters: expected at most {MAX_TYPES}")
    fewest = checked_int(fewest, "fewest", 0, MAX_MEN)
    most = checked_int(most, "most", 0, MAX_MEN)
    found = ["".join(men) for size in range(fewest, most + 1) for men in combinations_with_replacement(letters, size)]
    return [men for men in found if royal in men
            and all(men.count(letter) <= count for letter, count in zip(letters, counts))]


def endings_of(sides, men) -> list:
    """The endings of ``men`` men with these multisets: one of each pair that differs only in the side to move."""
    return [(mine, theirs) for mine in sides for theirs in sides
            if len(mine) + len(theirs) == men and (len(mine), mine) <= (len(theirs), theirs)]
