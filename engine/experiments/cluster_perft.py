"""Perft on a cluster: divides the tree below the root moves into parts, which the workers count."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from distributed import Reschedule

from oddfish.cext.core.perft import CUT_DEPTH, Counter
from oddfish.cext.core.rules import Position
from oddfish.engine.experiments.cluster import Cluster, cancellable
from oddfish.engine.game import Game
from oddfish.engine.perft import Part, Perft

#: Parts per thread of the cluster: enough to keep all threads busy to the end, and to lose little with a worker.
_PARTS = 16
#: Seconds a worker keeps an unused table.
_KEPT = 60.0


class ClusterPerft(Perft):
    """One count by the workers of a cluster; waits until there are workers.

    Args:
        game: its position is the root.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        cluster: a connected cluster.
        hash_mb: megabytes for the table of each worker process, 0 for none.
        lists: generate the moves of the last ply instead of counting them.

    Raises:
        ClusterError: the scheduler is lost; ``moves`` may also raise this.
    """

    def __init__(self, game: Game, depth: int, cluster: Cluster, *, hash_mb: int = 0, lists: bool = False):
        cluster.wait()
        self._cluster = cluster
        super().__init__(game.position, depth)
        self._futures: dict[Part, Future[tuple[int, int]]] = {}
        self._tree = {
            "run": uuid.uuid4().hex,
            "variant": game.variant.name,
            "options": dict(game.options),
            "fen": self.root.fen(),
            "key": self.root.key,
            "depth": depth,
            "lists": lists,
            "hash_mb": hash_mb,
        }

    def _cut(self, moves: int, threads: int) -> list[int]:
        wanted = _PARTS * self._cluster.threads if self.depth >= CUT_DEPTH else 0
        return [max(-(-wanted // max(moves, 1)), 1)] * moves

    def _begin(self, parts: list[Part]) -> None:
        for part in parts:
            self._futures[part] = self._cluster.submit(count_part, self._tree, *part)

    def _result(self, part: Part) -> tuple[int, int] | None:
        try:
            return self._futures[part].result()
        except CancelledError:  # by `stop`
            return None

    def stop(self) -> None:
        super().stop()
        for future in self._futures.values():
            future.cancel()


# On the workers -------------------------------------------------------------------------------------------------


@dataclass
class _Shared:
    """A counter with a table, shared by all threads that count for the same perft."""

    counter: Counter
    users: int = 0
    stopped: bool = False
    timer: threading.Timer | None = None


_shared: dict[str, _Shared] = {}
_lock = threading.Lock()


@contextmanager
def _counting(tree: Mapping[str, Any], root: Position) -> Iterator[Counter]:
    """A counter for a part; the parts in this process share it if it has a table. It stops when the part is no longer
    needed, and its result is discarded."""
    if not tree["hash_mb"]:
        counter = Counter(root, tree["depth"], tree["lists"])
        with cancellable(counter.stop):
            yield counter
        return
    run = tree["run"]
    with _lock:
        mine = _shared.get(run)
        if mine is None:
            mine = _shared[run] = _Shared(Counter(root, tree["depth"], tree["lists"], tree["hash_mb"]))
        mine.users += 1
        if mine.timer is not None:
            mine.timer.cancel()

    def drop() -> None:
        with _lock:
            if _shared.get(run) is mine and (mine.stopped or not mine.users):
                del _shared[run]

    def stop() -> None:
        mine.stopped = True
        mine.counter.stop()
        drop()

    try:
        with cancellable(stop):
            yield mine.counter
        if mine.stopped:  # because of another part
            raise Reschedule
    finally:
        with _lock:
            mine.users -= 1
            if not mine.users:
                mine.timer = threading.Timer(_KEPT, drop)
                mine.timer.daemon = True
                mine.timer.start()


def count_part(tree: Mapping[str, Any], move: int, index: int, cuts: int) -> tuple[int, int]:
    """Count the leaves and outcomes of one part: every ``cuts``-th move below a root move, starting at ``index``.

    Raises:
        ValueError: the position's key differs from the caller's.
        MemoryError: the table does not fit.
    """
    root = Game(tree["variant"], tree["options"], tree["fen"], seed=0).position
    if root.key != tree["key"]:
        raise ValueError(f"{tree['fen']} has another key on this worker")
    with _counting(tree, root) as counter:
        return counter.part(move, index, cuts)
