"""Split counts: the leaves of perft by the kinds of the moves that lead to them, in games with `PerftRules.kinds`.
Slower than plain perft, because it makes the last ply's moves.
"""
cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from oddfish.cext.core.rules cimport Position, Rules, checked_int
from oddfish.cext.core.types cimport MAX_OUTCOMES, MAX_PLY, Move

cdef enum:
    KINDS = 32

ctypedef struct Tally:
    uint64_t leaves
    uint64_t outcomes           # as many as leaves, except in games of chance
    uint64_t kinds[KINDS]       # of outcomes


cdef void tally_leaf(const Rules* rules, const char* position, Move move, char* after, Tally* tally) noexcept nogil:
    cdef uint32_t found
    cdef int kind = 0
    rules.moves.make(position, move, after)
    tally.outcomes += 1
    found = rules.perft.kinds(position, move, after)
    while found:
        tally.kinds[kind] += found & 1
        found >>= 1
        kind += 1


cdef void tally_move(const Rules* rules, char* position, Move move, Move* buffer, int depth, const volatile int* stop,
                     Tally* tally) noexcept nogil:
    """Add the leaves ``depth`` plies below ``position`` in lines that begin with a move, over all its outcomes."""
    cdef Move drawn[MAX_OUTCOMES]
    cdef int weights[MAX_OUTCOMES]
    cdef char* after = position + rules.size
    cdef int i, j, n, outcomes = 0
    if rules.chance.outcomes != NULL:
        outcomes = rules.chance.outcomes(position, move, drawn, weights)
    if outcomes == 0:
        drawn[0] = move
        outcomes = 1
    tally.leaves += depth == 1
    for i in range(outcomes):
        if depth == 1:
            tally_leaf(rules, position, drawn[i], after, tally)
            continue
        rules.moves.make(position, drawn[i], after)
        n = rules.moves.generate(after, buffer)
        for j in range(n):
            if stop[0]:
                return
            tally_move(rules, after, buffer[j], buffer + n, depth - 1, stop, tally)


@cython.final
cdef class Splitter:
    """Counts a position's leaves by kinds; several threads may share it.

    Args:
        root: the position.

    Raises:
        ValueError: this game has no kinds of moves.
    """

    cdef Position root
    cdef volatile int stopped

    def __cinit__(self, Position root not None):
        if root.rules.perft.kinds == NULL:
            raise ValueError("this game has no kinds of moves")
        self.root = root

    def stop(self) -> None:
        """End counting early, from another thread; counts are then partial."""
        self.stopped = 1

    def below(self, depth, move) -> tuple:
        """Leaves ``depth`` plies below the root in lines that begin with ``move``; their outcomes; and the number of
        outcomes of each kind, in the order of ``Position.move_kinds``.

        Raises:
            ValueError: the depth is out of range, or the move is not legal.
        """
        cdef const Rules* rules = self.root.rules
        cdef Tally tally
        cdef int plies = checked_int(depth, "perft depth", 1, MAX_PLY - 1)
        cdef Move packed = self.root.checked_move(move)
        cdef char* line = <char*> malloc(rules.size * (plies + 1))
        cdef Move* moves = <Move*> malloc(sizeof(Move) * rules.max_moves * plies)
        if line == NULL or moves == NULL:
            free(line)
            free(moves)
            raise MemoryError
        memcpy(line, self.root.data, rules.size)
        memset(&tally, 0, sizeof(Tally))
        with nogil:
            tally_move(rules, line, packed, moves, plies, &self.stopped, &tally)
        free(line)
        free(moves)
        return tally.leaves, tally.outcomes, [tally.kinds[kind] for kind in range(len(self.root.move_kinds))]
