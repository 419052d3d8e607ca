"""Perft as both protocols print it, on a thread of its own so that it can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from oddfish.cext.core.rules import Position


class PerftRun:
    """A running perft, which prints the root moves in the generator's order and then the total.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        write: prints lines.
        comment: prints the remark that the count was stopped.
        split: print a line for each root move.
        done: called at the end, on the count's thread.
    """

    def __init__(
        self,
        root: Position,
        depth: int,
        write: Callable[..., None],
        comment: Callable[[str], None],
        split: bool = True,
        done: Callable[[], None] = lambda: None,
    ):
        from oddfish.engine.perft import Perft

        self._perft = Perft(root, depth)
        self._write = write
        self._comment = comment
        self._split = split
        self._done = done
        self.running = True
        self._thread = threading.Thread(target=self._run, name="perft", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        for move, leaves in self._perft.moves():
            if self._split:
                self._write(f"{move}: {leaves}")
        if self._perft.complete:
            self._write(*self._perft.report())
        else:
            self._comment("perft stopped")
        self.running = False
        self._done()

    def stop(self) -> None:
        """Stop the count; returns after its last line is written."""
        self._perft.stop()
        self._thread.join()
