"""Perft as both protocols print it (rules/README.md "Perft"), on a thread of its own so that it can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from oddfish.cext.perft import Counter
from oddfish.cext.rules import Position


class PerftRun:
    """One perft under way: root moves in the generator's order, the total last.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.perft.MAX_DEPTH``.
        write: takes each line.
        comment: takes a remark: that the count was stopped.
        split: whether to print a line for each root move.
    """

    def __init__(
        self,
        root: Position,
        depth: int,
        write: Callable[[str], None],
        comment: Callable[[str], None],
        split: bool = True,
    ):
        self._root = root
        self._depth = depth
        self._write = write
        self._comment = comment
        self._split = split
        self._stopped = False
        self._counter = Counter(root, max(depth, 1))
        self._thread = threading.Thread(target=self._run, name="perft", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        total = 0 if self._depth else 1
        for move in self._root.moves() if self._depth else []:
            leaves = self._counter.below(move)
            if self._stopped:
                self._comment("perft stopped")
                return
            total += leaves
            if self._split:
                self._write(f"{self._root.text(move)}: {leaves}")
        self._write(f"Nodes searched: {total}")

    def stop(self) -> None:
        """End it; returns when its last line is written."""
        self._stopped = True
        self._counter.stop()
        self._thread.join()
