"""Perft that you can watch and stop: threads count parts of the tree while the caller receives results."""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.core.perft import Counter, parts_of_moves
from oddfish.cext.core.rules import Position
from oddfish.cext.core.split import Splitter
from oddfish.engine.ranges import Whole

#: Seconds after which the caller looks for results. Waking it for each part would slow short counts by several per
#: cent.
_PATIENCE = 0.02

#: A regular expression for counts as people and programs write them, with or without separators.
NUMBER = r"\d[\d,_']*"
#: The range of counts.
_COUNTS = Whole(0, 10**30)


def read_number(text: str) -> int:
    """The value of a number that ``NUMBER`` matches.

    Raises:
        ValueError: it is larger than any count.
    """
    return _COUNTS.read(re.sub(r"[,_']", "", text))


class Part(NamedTuple):
    """Some of the replies to a root move: those numbered ``number`` modulo ``cuts``."""

    move: int
    number: int
    cuts: int


class Perft:
    """One count.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        threads: number of threads.
        hash_mb: megabytes for a table of counted subtrees; 0: no table.
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
        self._threads = threads
        self._workers: list[BackgroundThread] = []
        self._due: deque[Part] = deque()
        self._found: dict[Part, tuple[int, int]] = {}
        self._failure: BaseException | None = None
        self._count_of_parts = 0
        self._ended = threading.Event()  # set when everything is counted, or counting has stopped
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
        parts = [
            [Part(move, number, cuts) for number in range(cuts)] for move, cuts in zip(self.root.moves(), self._cuts)
        ]
        try:
            self._begin([part for each in parts for part in each])
            for each in parts:
                nodes = 0
                for part in each:
                    counts = self._result(part)
                    if counts is None or self._stopped:
                        return
                    nodes += counts[0]
                    self.outcomes += counts[1]
                    advance()
                self.nodes += nodes
                yield self.root.text(each[0].move), nodes
            self.complete = True
        finally:
            self.stop()
            self._end()

    def _count(self, part: Part) -> tuple[int, int]:
        """The leaves of a part and their outcomes."""
        assert isinstance(self._counter, Counter)
        return self._counter.part(*part)

    def _begin(self, parts: list[Part]) -> None:
        """Start counting.

        Raises:
            MemoryError: there is no memory for a thread.
        """
        self._due.extend(parts)
        self._count_of_parts = len(parts)
        for _ in range(min(self._threads, len(parts))):
            try:
                self._workers.append(BackgroundThread(self._work))
            except MemoryError:
                if not self._workers:
                    raise
                return  # count with fewer threads

    def _work(self) -> None:
        """Count parts until none is left."""
        try:
            while not self._stopped:
                try:
                    part = self._due.popleft()
                except IndexError:
                    return
                self._found[part] = self._count(part)
                if len(self._found) == self._count_of_parts:
                    self._ended.set()
        except BaseException as error:
            self._failure = error
            self._ended.set()

    def _result(self, part: Part) -> tuple[int, int] | None:
        """Wait for a part's leaves and outcomes; None if counting was stopped."""
        while part not in self._found:
            if self._failure is not None:
                raise self._failure
            if self._stopped:
                return None
            self._ended.wait(_PATIENCE)
        return self._found[part]

    def _end(self) -> None:
        """Wait for running counts."""
        for worker in self._workers:
            worker.join()

    def report(self) -> list[str]:
        """The totals of a finished count, in the format of rules/README.md ("Perft")."""
        total = f"Nodes searched: {self.nodes}"
        if not self.root.has_chance:
            return [total]
        return [f"Decisions: {self.nodes}", f"Outcomes: {self.outcomes}", total]

    def stop(self) -> None:
        """Stop counting."""
        self._stopped = True
        self._counter.stop()
        self._ended.set()


class SplitPerft(Perft):
    """One count, split by the kinds of the moves that lead to the leaves (captures, promotions and so on).

    Args:
        root: the position.
        depth: 1 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        threads: number of root moves to count in parallel.

    Raises:
        ValueError: this game has no kinds of moves.
    """

    def __init__(self, root: Position, depth: int, *, threads: int = 1):
        super().__init__(root, depth, threads=threads)
        self._splitter = self._counter = Splitter(root)
        self._lock = threading.Lock()
        self._kinds = [0] * len(root.move_kinds)

    def _cut(self, moves: int, threads: int) -> list[int]:
        return [1] * moves

    def _count(self, part: Part) -> tuple[int, int]:
        leaves, outcomes, kinds = self._splitter.below(self.depth, part.move)
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
