"""Searches fixed positions to a fixed depth. The node count is the signature of search and evaluation, the node rate
measures the engine's speed. A change that should not affect play leaves the signature unchanged."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants import get_variant

DEPTH = 13
HASH_MB = 16
#: The seed for everything that the options leave to chance.
SEED = 1


class Count(NamedTuple):
    """The cost of one or more searches."""

    nodes: int
    ms: int

    @property
    def nps(self) -> int:
        return self.nodes * 1000 // max(self.ms, 1)

    def __add__(self, other: object) -> Count:
        if not isinstance(other, Count):
            return NotImplemented
        return Count(self.nodes + other.nodes, self.ms + other.ms)


def positions(name: str) -> list[Game]:
    """Games in the positions that a variant's bench searches. They use no tablebases, because not every machine has
    them."""
    variant = get_variant(name)
    with tablebase.disabled():
        return [Game(variant, fen=fen, seed=SEED) for fen in variant.bench_fens or (None,)]


def plies(name: str, depth: int = DEPTH) -> int:
    """The search depth for a variant: ``depth`` minus its reduction."""
    return max(depth - get_variant(name).bench_reduction, 1)


class Bench:
    """Searches variants' positions to :func:`plies`, each with one thread and an empty hash table. Another thread may
    stop it.

    Args:
        names: the variants.
    """

    def __init__(self, names: Sequence[str], depth: int = DEPTH, hash_mb: int = HASH_MB):
        self.depth, self.hash_mb = depth, hash_mb
        self.games = {name: positions(name) for name in names}
        self._searcher: Searcher | None = None
        self._stopped = False
        self._lock = threading.Lock()  # held while a search begins, because `go` clears an earlier stop

    def counts(self, name: str) -> Iterator[Count]:
        """Search the positions of one of the variants."""
        self._searcher = searcher = Searcher(hash_mb=self.hash_mb, threads=1)
        try:
            for game in self.games[name]:
                searcher.new_game()
                last: list[Info] = []
                with self._lock:
                    if self._stopped:
                        return
                    searcher.go(game, Limits(depth=plies(name, self.depth)), last.append)
                searcher.wait()
                if self._stopped:
                    return
                if searcher.failure is not None:
                    raise searcher.failure
                yield Count(last[-1].nodes, last[-1].time) if last else Count(0, 0)
        finally:
            searcher.stop_and_wait()

    def lines(self, searched: Callable[[], object] = lambda: None) -> Iterator[str]:
        """Search all positions. Yields a line for each variant, then the total and the signature. If stopped, yields no
        line for the current variant and nothing after it.

        Args:
            searched: called after each position.
        """
        total, width = Count(0, 0), max(map(len, self.games))
        for name in self.games:
            count = Count(0, 0)
            for one in self.counts(name):
                count += one
                searched()
            if self._stopped:
                return
            yield _line(name, count, width)
            total += count
        yield _line("total", total, width)
        yield f"Signature: {total.nodes} (depth {self.depth}, hash {self.hash_mb} MB, 1 thread)"

    def stop(self) -> None:
        """Make the searches end soon."""
        with self._lock:
            self._stopped = True
            if self._searcher is not None:
                self._searcher.stop()

    @property
    def stopped(self) -> bool:
        return self._stopped


def _line(name: str, count: Count, width: int) -> str:
    return f"{name:<{width}}  {count.nodes:>12} nodes  {count.nps:>10} nodes/s"


def bench(name: str, depth: int = DEPTH, hash_mb: int = HASH_MB) -> Iterator[Count]:
    """Search each of a variant's positions."""
    return Bench([name], depth, hash_mb).counts(name)
