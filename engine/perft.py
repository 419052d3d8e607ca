"""Perft that you can watch and stop: threads count parts of the tree while the caller receives results."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any, TypeVar

from oddfish.cext.core.perft import Counter, parts_of_moves
from oddfish.cext.core.rules import Position
from oddfish.cext.core.split import Splitter
from oddfish.engine.ranges import Whole

_T = TypeVar("_T")

#: A regular expression for counts as people and programs write them, with or without separators.
NUMBER = r"\d[\d,_']*"


#: What counts can be.
_COUNTS = Whole(0, 10**30)


def read_number(text: str) -> int:
    """The value of a number that ``NUMBER`` matches.

    Raises:
        ValueError: no count is so large.
    """
    return _COUNTS.read(re.sub(r"[,_']", "", text))


class Perft:
    """One count.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        threads: number of threads.
        hash_mb: megabytes for a table of counted subtrees, 0 for none.
        lists: generate the moves of the last ply instead of counting them.

    Raises:
        MemoryError: the table does not fit.
    """

    def __init__(self, root: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False):
        self.root = root
        self.depth = depth
        self.nodes = 0 if depth else 1  # so far
        self.outcomes = self.nodes  # so far, in games of chance
        self.complete = False
        self._stopped = False
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="perft")
        self._counter: Counter | Splitter = Counter(root, max(depth, 1), lists, hash_mb)
        self._cuts = self._cut(root.count(), threads) if depth else []

    def _cut(self, moves: int, threads: int) -> list[int]:
        """The number of parts for each root move."""
        return parts_of_moves(moves, self.depth, threads)

    @property
    def parts(self) -> int:
        """The number of steps in which ``moves`` advances."""
        return sum(self._cuts)

    @property
    def table_use(self) -> tuple[int, int]:
        """The number of table lookups so far, and of hits among them."""
        return (self._counter.asked, self._counter.found) if isinstance(self._counter, Counter) else (0, 0)

    def moves(self, advance: Callable[[], None] = lambda: None) -> Iterator[tuple[str, int]]:
        """Yield each root move and the number of leaves below it, in the generator's order. Ends early after ``stop``.
        Leaving the loop, even by an exception (Ctrl-C), stops the count.

        Args:
            advance: called after each part.
        """
        try:
            running = [
                (move, [self._begin(move, index, cuts) for index in range(cuts)])
                for move, cuts in zip(self.root.moves(), self._cuts)
            ]
            for move, parts in running:
                nodes = 0
                for part in parts:
                    try:
                        leaves, outcomes = part.result()
                    except CancelledError:  # by `stop`
                        return
                    if self._stopped:
                        return
                    nodes += leaves
                    self.outcomes += outcomes
                    advance()
                self.nodes += nodes
                yield self.root.text(move), nodes
            self.complete = True
        finally:
            self.stop()
            self._end()

    def _begin(self, move: int, index: int, cuts: int) -> Future[tuple[int, int]]:
        """Start counting the leaves and outcomes of one part below a root move."""
        assert isinstance(self._counter, Counter)
        return self._submit(self._counter.part, move, index, cuts)

    def _submit(self, count: Callable[..., _T], *arguments: Any) -> Future[_T]:
        """Have a thread count.

        Raises:
            MemoryError: the system has no more threads.
        """
        try:
            return self._pool.submit(count, *arguments)
        except RuntimeError as error:
            if "start new thread" not in str(error):
                raise
            raise MemoryError("no memory for a thread") from error

    def _end(self) -> None:
        """Wait for running counts."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def report(self) -> list[str]:
        """The totals of a finished count in the format of rules/README.md ("Perft")."""
        total = f"Nodes searched: {self.nodes}"
        if not self.root.has_chance:
            return [total]
        return [f"Decisions: {self.nodes}", f"Outcomes: {self.outcomes}", total]

    def stop(self) -> None:
        """Stop counting."""
        self._stopped = True
        self._counter.stop()


class SplitPerft(Perft):
    """One count, split by the kinds of the moves that lead to the leaves (captures, promotions and so on).

    Args:
        root: the position.
        depth: 1 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        threads: number of root moves to count in parallel.

    Raises:
        ValueError: its game does not distinguish kinds of moves.
    """

    def __init__(self, root: Position, depth: int, *, threads: int = 1):
        super().__init__(root, depth, threads=threads)
        self._splitter = self._counter = Splitter(root)
        self._lock = threading.Lock()
        self._kinds = [0] * len(root.move_kinds)

    def _cut(self, moves: int, threads: int) -> list[int]:
        return [1] * moves

    def _begin(self, move: int, index: int, cuts: int) -> Future[tuple[int, int]]:
        return self._submit(self._split, move)

    def _split(self, move: int) -> tuple[int, int]:
        leaves, outcomes, kinds = self._splitter.below(self.depth, move)
        with self._lock:
            self._kinds = [a + b for a, b in zip(self._kinds, kinds)]
        return leaves, outcomes

    @property
    def kinds(self) -> dict[str, int]:
        """The leaves of each kind so far (in games of chance, the outcomes). A leaf may have several kinds, or none."""
        return {name: number for name, number in zip(self.root.move_kinds, self._kinds) if name}


def count(position: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False) -> int:
    """The number of leaf nodes at ``depth`` plies."""
    perft = Perft(position, depth, threads=threads, hash_mb=hash_mb, lists=lists)
    for _ in perft.moves():
        pass
    return perft.nodes
