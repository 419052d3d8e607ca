"""Perft: leaf counts of the legal-move tree, for any game (docs/rules/README.md "Perft").

The last ply (in some games the last two) is counted without making its moves (bulk counting). With ``lists`` its moves
are also listed, as most engines do, which makes speeds comparable. Draws by rule do not end a line. In games of chance,
every outcome of a move before the last ply is played; the last ply is counted both in decisions and in outcomes.
"""
cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core.bits cimport DEBUG
from oddfish.cext.core.rules cimport Position, Rules, checked_int, key_of
from oddfish.cext.core.types cimport MAX_OUTCOMES, MAX_PLY, Key, Move

from oddfish.cext.core.background import BackgroundThread

cdef enum:
    MAX_MEGABYTES = 1 << 24     # of a hash table
    MAX_THREADS = 1024
    MAX_CUTS = 1 << 20          # also of root moves: Tandem-84 has thousands of turns

#: The deepest perft.
MAX_DEPTH = MAX_PLY - 1
#: For the size of a hash table: the least number of moves per position, and of positions, to expect.
_FEWEST_MOVES = 20
_FEWEST_POSITIONS = 1 << 15
#: Root moves are cut into parts only at this depth or more.
CUT_DEPTH = 4

ctypedef struct Slot:
    Key key         # XORed with depth and counts, so that a slot torn by two threads matches no position
    uint64_t leaves
    uint64_t outcomes

# What a walk finds besides leaves.
ctypedef struct Tally:
    uint64_t outcomes
    uint64_t asked          # positions looked up in the hash table,
    uint64_t found          # ... and found there

ctypedef struct Walk:
    const Rules* rules
    bint lists
    bint outcomes   # whether they are counted as well as decisions
    Slot* slots     # hash table, or NULL; the second half is for positions two plies above the leaves, which are many
    uint64_t mask   # of an index into either half
    const volatile int* stop


cdef void check_node(const Rules* rules, const void* position) noexcept nogil:
    """Debug builds: stop at the first broken position."""
    if not rules.checks.valid(position) or key_of(position) != rules.checks.fresh_key(position):
        with gil:
            raise SystemError("invalid position in perft")


cdef uint64_t count_outcomes(const Rules* rules, const void* position, const Move* moves, int n) noexcept nogil:
    """The number of moves, counting each outcome of chance separately."""
    cdef Move outcomes[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef uint64_t total = n
    cdef int i, m
    if rules.chance.outcomes != NULL:
        for i in range(n):
            m = rules.chance.outcomes(position, moves[i], outcomes, weights)
            total += m - 1 if m else 0
    return total


cdef void check_outcomes(const Rules* rules, const void* position, Move* moves) noexcept nogil:
    """Debug builds: stop at the first position that has more or fewer outcomes than were counted."""
    cdef int n = rules.moves.generate(position, moves)
    if n + rules.chance.extra_outcomes(position) != count_outcomes(rules, position, moves, n):
        with gil:
            raise SystemError("wrong number of outcomes in perft")


cdef void check_replies(const Walk* w, char* position, Move* moves, uint64_t leaves, uint64_t outcomes) noexcept nogil:
    """Debug builds: stop at the first position whose number of replies was counted wrongly."""
    cdef Tally tally
    cdef int i, n = w.rules.moves.generate(position, moves)
    tally.outcomes = 0
    for i in range(n):
        leaves -= below(w, position, moves[i], moves + n, 1, &tally)
    if leaves or w.outcomes and outcomes != tally.outcomes:
        with gil:
            raise SystemError("wrong number of replies in perft")


cdef uint64_t below(const Walk* w, char* position, Move move, Move* buffer, int depth,
                    Tally* tally) noexcept nogil:
    """Leaves ``depth`` plies below a move, or below each of its outcomes."""
    cdef const Rules* rules = w.rules
    cdef Move drawn[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef uint64_t leaves = 0
    cdef int i, n = 0
    if rules.chance.outcomes != NULL:
        n = rules.chance.outcomes(position, move, drawn, weights)
    if n == 0:
        rules.moves.make(position, move, position + rules.size)
        return walk(w, position + rules.size, buffer, depth, tally)
    for i in range(n):
        rules.moves.make(position, drawn[i], position + rules.size)
        leaves += walk(w, position + rules.size, buffer, depth, tally)
    return leaves


cdef inline void remember(Slot* slot, Key mixed, uint64_t leaves, uint64_t outcomes) noexcept nogil:
    slot.leaves = leaves
    slot.outcomes = outcomes
    slot.key = mixed ^ leaves ^ outcomes * 3


cdef uint64_t walk(const Walk* w, char* position, Move* moves, int depth, Tally* tally) noexcept nogil:
    """Leaves ``depth`` plies below ``position``; adds everything else that is counted to ``tally``.

    Behind the position there is room for ``depth`` more, and at ``moves`` for as many move lists.
    """
    cdef const Rules* rules = w.rules
    cdef uint64_t leaves = 0, outcomes = 0, mixed_in, before = tally.outcomes
    cdef Key mixed
    cdef Slot* found = NULL
    cdef int i, n
    if DEBUG:
        check_node(rules, position)
    if depth == 1:
        n = rules.moves.generate(position, moves) if w.lists else rules.moves.count(position)
        if w.outcomes:
            tally.outcomes += n + rules.chance.extra_outcomes(position)
            if DEBUG:
                check_outcomes(rules, position, moves)
        return n
    if w.stop[0]:       # before anything that can take long
        return 0
    if w.slots != NULL:
        mixed = key_of(position) ^ <Key> depth * <Key> 0x9E3779B97F4A7C15
        found = &w.slots[(mixed & w.mask) + (w.mask + 1 if depth == 2 else 0)]
        leaves = found.leaves
        mixed_in = found.outcomes
        tally.asked += 1
        if found.key == mixed ^ leaves ^ mixed_in * 3:
            tally.found += 1
            tally.outcomes += mixed_in
            return leaves
        leaves = 0
    if depth == 2 and rules.perft.count_replies != NULL and not w.lists and \
            rules.perft.count_replies(position, moves, &leaves, &outcomes):
        if DEBUG:
            check_replies(w, position, moves, leaves, outcomes)
        tally.outcomes += outcomes
        if found != NULL:
            remember(found, mixed, leaves, outcomes)
        return leaves
    leaves = 0
    n = rules.moves.generate(position, moves)
    for i in range(n):
        leaves += below(w, position, moves[i], moves + n, depth - 1, tally)
    if found != NULL and not w.stop[0]:
        remember(found, mixed, leaves, tally.outcomes - before)
    return leaves


@cython.final
cdef class Counter:
    """A perft of one position. Several threads may share it: each call has its own counts.

    Args:
        root: the position.
        depth: plies, from 1.
        lists: list the last ply's moves instead of just counting them.
        hash_mb: size in megabytes of a hash table of subtrees; 0: no table.

    Raises:
        MemoryError: there is not enough memory for the hash table.

    :attr:`outcomes` is the number of outcomes of the leaves counted so far, in games of chance; :attr:`asked` is how
    many positions were looked up in the hash table, and :attr:`found` how many of them were there.
    """

    cdef Walk data
    cdef volatile int stopped
    cdef Position root
    cdef int depth
    cdef readonly object outcomes
    cdef readonly object asked
    cdef readonly object found

    def __cinit__(self, Position root not None, depth, bint lists=False, hash_mb=0):
        cdef uint64_t slots = 1
        cdef uint64_t bytes = <uint64_t> checked_int(hash_mb, "megabytes", 0, MAX_MEGABYTES) << 20
        self.depth = checked_int(depth, "perft depth", 1, MAX_DEPTH)
        self.data.rules = root.rules
        self.data.lists = lists
        self.data.outcomes = root.rules.chance.outcomes != NULL
        self.data.stop = &self.stopped
        if bytes:
            # A table that never fills up costs more time than it saves.
            width = max(root.rules.moves.count(root.data), _FEWEST_MOVES)
            expected = max(width ** max(self.depth - 2, 0), _FEWEST_POSITIONS)
            while slots * 2 * sizeof(Slot) <= bytes and slots < expected:
                slots *= 2
            self.data.slots = <Slot*> calloc(slots, sizeof(Slot))
            if self.data.slots == NULL:
                raise MemoryError(f"no memory for a hash table of {hash_mb} MB")
            self.data.mask = slots // 2 - 1
        self.root = root
        self.outcomes = self.asked = self.found = 0

    def __dealloc__(self):
        free(self.data.slots)

    def stop(self) -> None:
        """End the perft early, from another thread; counts are then partial."""
        self.stopped = 1

    cdef tuple leaves_below(self, Position position, int depth, Move move, bint whole):
        """Leaves below a move of a position of this game, or below the ``whole`` position, and their outcomes."""
        cdef const Rules* rules = self.root.rules
        cdef char* line = <char*> malloc(rules.size * (depth + 1))
        cdef Move* moves = <Move*> malloc(sizeof(Move) * rules.max_moves * (depth + 1))
        cdef uint64_t leaves
        cdef Tally tally
        memset(&tally, 0, sizeof(tally))
        if line == NULL or moves == NULL:
            free(line)
            free(moves)
            raise MemoryError
        memcpy(line, position.data, rules.size)
        with nogil:
            if whole:
                leaves = walk(&self.data, line, moves, depth, &tally)
            elif depth == 1:
                leaves = 1
                tally.outcomes = count_outcomes(rules, line, &move, 1)
            else:
                leaves = below(&self.data, line, move, moves, depth - 1, &tally)
        free(line)
        free(moves)
        self.asked += tally.asked
        self.found += tally.found
        return leaves, tally.outcomes

    def part(self, move, index=0, cuts=1) -> tuple:
        """Leaves below a root move, and their outcomes. Counts only the replies whose number is ``index`` modulo
        ``cuts``.

        The attribute :attr:`outcomes` is not changed.

        Raises:
            ValueError: the move is not legal, there is no such part, or ``cuts`` is above 1 at a depth below
            ``CUT_DEPTH``.
        """
        cdef Move root_move = self.root.checked_move(move)
        cdef int step = checked_int(cuts, "cuts", 1, MAX_CUTS if self.depth >= CUT_DEPTH else 1)
        cdef int first = checked_int(index, "part", 0, step - 1)
        if step == 1:
            return self.leaves_below(self.root, self.depth, root_move, False)
        leaves = outcomes = 0
        for drawn, _ in self.root.outcomes_of(root_move):
            position = self.root.make(drawn)
            for reply in position.moves()[first::step]:
                counts = self.leaves_below(position, self.depth - 1, reply, False)
                leaves += counts[0]
                outcomes += counts[1]
        return leaves, outcomes

    def below(self, move) -> int:
        """Leaves below one root move (decisions, in games of chance). Adds their outcomes to :attr:`outcomes`.

        Raises:
            ValueError: the move is not legal.
        """
        leaves, outcomes = self.part(move)
        self.outcomes += outcomes
        return leaves

    def total(self) -> int:
        """Leaves below the root. Adds their outcomes to :attr:`outcomes`."""
        leaves, outcomes = self.leaves_below(self.root, self.depth, 0, True)
        self.outcomes += outcomes
        return leaves

    cdef int count_parts(self, list parts, dict counts) except -1:
        """Count parts until none is left; each thread of :meth:`divide` runs this."""
        while not self.stopped:
            try:
                part = parts.pop()
            except IndexError:
                return 0
            counts[part] = self.part(*part)
        return 0

    def divide(self, threads=1) -> dict:
        """Divide: leaves below each root move, by packed move, in the generator's order.

        Args:
            threads: how many parts are counted at a time.
        """
        threads = checked_int(threads, "threads", 1, MAX_THREADS)
        order = self.root.moves()
        cuts = parts_of_moves(len(order), self.depth, threads)
        parts = [(move, i, n) for move, n in zip(order, cuts) for i in range(n)][::-1]
        found = {}

        def work():
            self.count_parts(parts, found)

        workers = []
        try:
            for _ in range(threads - 1):
                try:
                    workers.append(BackgroundThread(work))
                except MemoryError:     # go on with fewer threads
                    break
            work()
        finally:        # after an exception such as KeyboardInterrupt, leave the other threads nothing to do
            parts.clear()
            for worker in workers:
                worker.join()
        leaves = {}
        for move, n in zip(order, cuts):
            counts = [found.get((move, i, n)) for i in range(n)]
            if None not in counts:      # some are missing after `stop`
                leaves[move] = sum(each[0] for each in counts)
                self.outcomes += sum(each[1] for each in counts)
        return leaves


def parts_of_moves(moves, depth, threads) -> list:
    """How many parts to cut each root move into, so that threads that take the parts in order finish at about the same
    time. Only the last moves are cut; before those, each thread takes some moves whole.

    Raises:
        ValueError: one of the numbers is out of range.
    """
    cdef int n = checked_int(moves, "moves", 0, MAX_CUTS), shared = checked_int(threads, "threads", 1, MAX_THREADS)
    cdef int cut = min(n, 4 * shared)
    if shared == 1 or checked_int(depth, "perft depth", 0, MAX_DEPTH) < CUT_DEPTH:
        cut = 0
    return [1] * (n - cut) + [8] * cut


def perft(Position position not None, depth, bint lists=False, threads=1, hash_mb=0) -> int:
    """Leaf nodes at ``depth`` plies; decisions in games of chance.

    Args:
        lists: list the last ply's moves instead of just counting them.
        threads: to share the work.
        hash_mb: size in megabytes of a hash table of subtrees; 0: no table.

    Raises:
        ValueError: the depth is outside 0 to ``MAX_DEPTH``.
    """
    if checked_int(depth, "perft depth", 0, MAX_DEPTH) == 0:
        return 1
    counter = Counter(position, depth, lists, hash_mb)
    return sum(counter.divide(threads).values()) if threads > 1 else counter.total()


def outcomes(Position position not None, depth, hash_mb=0) -> int:
    """Leaf nodes at ``depth`` plies, counting each outcome of the last ply's moves separately.

    Raises:
        ValueError: the depth is outside 1 to ``MAX_DEPTH``.
    """
    counter = Counter(position, depth, False, hash_mb)
    counter.total()
    return counter.outcomes


def divide(Position position not None, depth, bint lists=False, threads=1, hash_mb=0) -> dict:
    """Divide: leaf nodes below each root move, by packed move, in the generator's order; arguments as in :func:`perft`.

    Raises:
        ValueError: the depth is outside 1 to ``MAX_DEPTH``.
    """
    return Counter(position, depth, lists, hash_mb).divide(threads)
