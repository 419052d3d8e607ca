"""Fixed-depth searches of fixed positions. Their node counts are the signature of search and evaluation, their speed
that of the engine. A change that should not affect play leaves the signature as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.variants import get_variant

DEPTH = 13
HASH_MB = 16
#: The seed of what the options leave to chance.
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
    """The games whose positions a variant's bench searches. Tablebases are disabled: not every machine has them."""
    variant = get_variant(name)
    with tablebase.disabled():
        return [Game(variant, fen=fen, seed=SEED) for fen in variant.bench_fens or (None,)]


def plies(name: str, depth: int = DEPTH) -> int:
    """The depth a variant is searched to: ``depth`` minus its reduction."""
    return max(depth - get_variant(name).bench_reduction, 1)


def bench(name: str, depth: int = DEPTH, hash_mb: int = HASH_MB) -> Iterator[Count]:
    """Search each of a variant's positions to :func:`plies`, with one thread and an empty hash table."""
    searcher = Searcher(hash_mb=hash_mb, threads=1)
    try:
        for game in positions(name):
            searcher.new_game()
            last: list[Info] = []
            searcher.think(game, Limits(depth=plies(name, depth)), last.append)
            yield Count(last[-1].nodes, last[-1].time) if last else Count(0, 0)
    finally:
        searcher.stop_and_wait()
