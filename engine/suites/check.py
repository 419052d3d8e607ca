"""Checks the counts in a suite."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from oddfish.engine.perft import Perft
from oddfish.engine.suites import Entry


class Limits(NamedTuple):
    """Which counts of a suite to check, and how; None is no limit."""

    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    hash_mb: int = 0
    lists: bool = False


class Count(NamedTuple):
    """One count of an entry."""

    depth: int
    expected: int
    found: int
    seconds: float
    outcomes: tuple[int, int] | None = None  # expected and found, if the suite gives them

    @property
    def agrees(self) -> bool:
        return self.expected == self.found and (self.outcomes is None or self.outcomes[0] == self.outcomes[1])


def planned(entry: Entry, limits: Limits) -> list[int]:
    """The depths of an entry to count, in order."""
    return [
        depth
        for depth, nodes in sorted(entry.counts.items())
        if (limits.depth is None or depth <= limits.depth) and (limits.nodes is None or nodes <= limits.nodes)
    ]


def check(entry: Entry, limits: Limits) -> Iterator[Count]:
    """Count an entry at each planned depth.

    Raises:
        BadLine: the entry is not a position of its variant.
        MemoryError: the hash table does not fit.
    """
    position = entry.position()
    for depth in planned(entry, limits):
        begun = time.perf_counter()
        perft = Perft(position, depth, threads=limits.threads, hash_mb=limits.hash_mb, lists=limits.lists)
        for _ in perft.moves():
            pass
        seconds = time.perf_counter() - begun
        outcomes = (entry.outcomes[depth], perft.outcomes) if depth in entry.outcomes else None
        yield Count(depth, entry.counts[depth], perft.nodes, seconds, outcomes)
