"""Perft on a cluster: the tree is cut below the root's moves, and its parts are counted by the workers."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from distributed import Reschedule

from oddfish.cext.core.perft import Counter
from oddfish.cext.core.rules import Position
from oddfish.engine.cluster import Cluster, unless_unwanted
from oddfish.engine.game import Game
from oddfish.engine.perft import Perft

#: Parts for each of the cluster's threads: as many as keep all busy to the end, and lose little when one is lost.
_PARTS = 16
#: At depths less than this a root move is not worth cutting.
_CUT_DEPTH = 3
#: Seconds for which a worker keeps an unused table.
_KEPT = 60.0


class ClusterPerft(Perft):
    """One count by a cluster's workers; waits for some if there are none.

    Args:
        game: whose position is the root.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        cluster: open.
        hash_mb: megabytes for a table of each worker process, 0 for none.
        lists: generate the last ply's moves instead of counting them.

    Raises:
        ClusterError: the scheduler is lost; ``moves`` raises it likewise.
    """

    def __init__(self, game: Game, depth: int, cluster: Cluster, *, hash_mb: int = 0, lists: bool = False):
        super().__init__(game.position, depth)
        self._cluster = cluster
        self._futures: list[Future[tuple[int, int]]] = []
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
        cluster.wait()
        moves = self.root.count()
        #: Into how many parts each root move is cut, at its second ply.
        self._cuts = max(-(-_PARTS * cluster.threads // moves), 1) if moves and depth >= _CUT_DEPTH else 1

    @property
    def parts(self) -> int:
        return super().parts * self._cuts

    def _begin(self, move: int) -> list[Future[tuple[int, int]]]:
        parts = [self._cluster.submit(count_part, self._tree, move, index, self._cuts) for index in range(self._cuts)]
        self._futures += parts
        return parts

    def stop(self) -> None:
        super().stop()
        for future in self._futures:
            future.cancel()


# On the workers -------------------------------------------------------------------------------------------------


@dataclass
class _Shared:
    """A counter with a table, used by all threads that count for one perft."""

    counter: Counter
    users: int = 0
    stopped: bool = False
    timer: threading.Timer | None = None


_shared: dict[str, _Shared] = {}
_lock = threading.Lock()


@contextmanager
def _counting(tree: Mapping[str, Any], root: Position) -> Iterator[Counter]:
    """A counter for a part, the process's own where there is a table; it is stopped once the part is not wanted, and
    what has been counted then goes for nothing."""
    if not tree["hash_mb"]:
        counter = Counter(root, tree["depth"], tree["lists"])
        with unless_unwanted(counter.stop):
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
        with unless_unwanted(stop):
            yield mine.counter
        if mine.stopped:  # by another part
            raise Reschedule
    finally:
        with _lock:
            mine.users -= 1
            if not mine.users:
                mine.timer = threading.Timer(_KEPT, drop)
                mine.timer.daemon = True
                mine.timer.start()


def count_part(tree: Mapping[str, Any], move: int, index: int, cuts: int) -> tuple[int, int]:
    """Leaves and outcomes of one part: below a root move, every ``cuts``-th move from the one at ``index`` on.

    Raises:
        ValueError: the position is not what it was when it was sent.
        MemoryError: there is no room for the table.
    """
    root = Game(tree["variant"], tree["options"], tree["fen"], seed=0).position
    if root.key != tree["key"]:
        raise ValueError(f"{tree['fen']} is another position here")
    depth = tree["depth"]
    with _counting(tree, root) as counter:
        if cuts == 1:
            return counter.within(root, depth, move)
        leaves = outcomes = 0
        for drawn, _ in root.outcomes(move):
            position = root.make(drawn)
            for below in position.moves()[index::cuts]:
                counts = counter.within(position, depth - 1, below)
                leaves += counts[0]
                outcomes += counts[1]
        return leaves, outcomes
