"""Perft that can be watched and stopped: root moves are counted by threads while the caller looks on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor

from oddfish.cext.core.perft import Counter
from oddfish.cext.core.rules import Position


class Perft:
    """One count.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        threads: how many root moves are walked at once.
        hash_mb: megabytes for a table of subtrees already counted, 0 for none.
        lists: generate the last ply's moves instead of counting them.

    Raises:
        MemoryError: there is no room for the table.
    """

    def __init__(self, root: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False):
        self.root = root
        self.depth = depth
        self.nodes = 0 if depth else 1  # so far
        self.outcomes = self.nodes  # likewise, in games of chance
        self.complete = False
        self._stopped = False
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="perft")
        self._counter = Counter(root, max(depth, 1), lists, hash_mb)

    @property
    def parts(self) -> int:
        """In how many steps ``moves`` advances."""
        return self.root.count() if self.depth else 0

    def moves(self, advance: Callable[[], None] = lambda: None) -> Iterator[tuple[str, int]]:
        """The text of each root move and the leaves below it, in the generator's order, as they are done. Ends early
        if ``stop`` is called; leaving the iteration, or an exception in it (Ctrl-C), stops the count.

        Args:
            advance: is called after each part.
        """
        try:
            running = [(move, self._begin(move)) for move in self.root.moves() if self.depth]
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

    def _begin(self, move: int) -> list[Future[tuple[int, int]]]:
        """The counts of leaves and outcomes that make up a root move's."""
        return [self._pool.submit(self._counter.within, self.root, self.depth, move)]

    def _end(self) -> None:
        """Wait for what still runs."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def report(self) -> list[str]:
        """The totals of a finished count, as rules/README.md ("Perft") has them."""
        total = f"Nodes searched: {self.nodes}"
        if not self.root.chancy:
            return [total]
        return [f"Decisions: {self.nodes}", f"Outcomes: {self.outcomes}", total]

    def stop(self) -> None:
        """End the count at once."""
        self._stopped = True
        self._counter.stop()


def count(position: Position, depth: int, *, threads: int = 1, hash_mb: int = 0, lists: bool = False) -> int:
    """Leaf nodes at ``depth`` plies."""
    perft = Perft(position, depth, threads=threads, hash_mb=hash_mb, lists=lists)
    for _ in perft.moves():
        pass
    return perft.nodes
