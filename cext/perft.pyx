"""Perft, written once against the rules table: leaf counts of the legal-move tree (rules/README.md "Perft").

The last ply is counted, not made; with ``lists`` it is generated into a list first, as most engines do, for like
comparisons. A game that ended has no legal moves and so no children; draws by rule do not end a line.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from oddfish.cext.bits cimport DEBUG
from oddfish.cext.rules cimport Position, Rules
from oddfish.cext.types cimport MAX_MOVES, MAX_PLY, Key, Move

from threading import Thread

#: The deepest perft there is room for.
MAX_DEPTH = MAX_PLY - 1

ctypedef struct Slot:
    Key key         # of the position, its depth and its count mixed in: a torn write never matches
    uint64_t leaves

ctypedef struct Walk:
    const Rules* rules
    bint lists
    Slot* slots     # hash table, or NULL
    uint64_t mask
    const volatile int* stop


cdef void check_node(const Rules* rules, const void* position) noexcept nogil:
    """Debug builds: stop at once at a position that is not what it should be."""
    if not rules.valid(position) or rules.key(position) != rules.fresh_key(position):
        with gil:
            raise SystemError("invalid position in perft")


cdef uint64_t walk(const Walk* w, char* position, int depth) noexcept nogil:
    """Leaves below ``position`` (room for ``depth`` more positions behind it)."""
    cdef Move moves[MAX_MOVES]
    cdef const Rules* rules = w.rules
    cdef uint64_t leaves = 0
    cdef Key mixed
    cdef Slot* found = NULL
    cdef int i, n
    if DEBUG:
        check_node(rules, position)
    if depth == 1:
        return rules.generate(position, moves) if w.lists else rules.count(position)
    if w.slots != NULL:
        mixed = rules.key(position) ^ <Key> depth * <Key> 0x9E3779B97F4A7C15
        found = &w.slots[mixed & w.mask]
        leaves = found.leaves
        if found.key == mixed ^ leaves:
            return leaves
        leaves = 0
    n = rules.generate(position, moves)
    if w.stop[0]:
        return 0
    for i in range(n):
        rules.make(position, moves[i], position + rules.size)
        leaves += walk(w, position + rules.size, depth - 1)
    if found != NULL and not w.stop[0]:
        found.leaves = leaves
        found.key = mixed ^ leaves
    return leaves


cdef class Counter:
    """One perft, shared by its threads; ``stop`` ends it early."""

    cdef Walk data
    cdef volatile int stopped
    cdef Position root
    cdef int depth
    cdef list moves
    cdef dict leaves
    cdef object failure

    def __cinit__(self, Position root, int depth, bint lists=False, size_t hash_mb=0):
        cdef uint64_t slots = 1
        self.data.rules = root.rules
        self.data.lists = lists
        self.data.stop = &self.stopped
        if hash_mb:
            while slots * 2 * sizeof(Slot) <= hash_mb << 20:
                slots *= 2
            self.data.slots = <Slot*> calloc(slots, sizeof(Slot))
            if self.data.slots == NULL:
                raise MemoryError(f"no memory for a hash of {hash_mb} MB")
            self.data.mask = slots - 1
        self.root = root
        self.depth = depth

    def __dealloc__(self):
        free(self.data.slots)

    def stop(self) -> None:
        self.stopped = 1

    def below(self, Move move) -> int:
        """Leaves below one root move."""
        cdef char* line = <char*> malloc(self.root.rules.size * (self.depth + 1))
        cdef uint64_t leaves
        if line == NULL:
            raise MemoryError
        with nogil:
            self.root.rules.make(self.root.data, move, line)
            leaves = 1 if self.depth == 1 else walk(&self.data, line, self.depth - 1)
        free(line)
        return leaves

    def work(self) -> None:
        """Take root moves off the list until none is left; what several threads run."""
        while not self.stopped:
            try:
                move = self.moves.pop()
            except IndexError:
                return
            self.leaves[move] = self.below(move)

    def divide(self, int threads=1) -> dict:
        """Leaves below each root move, by packed move."""
        order = self.root.moves()
        self.moves = order[::-1]
        self.leaves = {}
        workers = [Thread(target=self.work, daemon=True) for _ in range(threads - 1)]
        for worker in workers:
            worker.start()
        self.work()
        for worker in workers:
            worker.join()
        return {move: self.leaves[move] for move in order if move in self.leaves}


def _checked(depth) -> int:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"perft depth {depth} is outside 0..{MAX_DEPTH}")
    return depth


def perft(Position position, int depth, bint lists=False, int threads=1, size_t hash_mb=0) -> int:
    """Leaf nodes at ``depth`` plies.

    Args:
        lists: generate the last ply's moves instead of counting them.
        threads: how many root moves are walked at once.
        hash_mb: megabytes for a table of subtrees already counted, 0 for none.
    """
    cdef char* line
    cdef uint64_t leaves
    cdef Counter counter
    if _checked(depth) == 0:
        return 1
    counter = Counter(position, depth, lists, hash_mb)
    if threads > 1:
        return sum(counter.divide(threads).values())
    line = <char*> malloc(position.rules.size * (depth + 1))
    if line == NULL:
        raise MemoryError
    memcpy(line, position.data, position.rules.size)
    with nogil:
        leaves = walk(&counter.data, line, depth)
    free(line)
    return leaves


def divide(Position position, int depth, bint lists=False, int threads=1, size_t hash_mb=0) -> dict:
    """Leaf nodes below each root move, by packed move, in the generator's order; depth is at least 1."""
    if _checked(depth) == 0:
        raise ValueError("divide needs a depth of at least 1")
    return Counter(position, depth, lists, hash_mb).divide(threads)
