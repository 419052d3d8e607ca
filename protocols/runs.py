"""Perft and the bench in a session: each runs on its own thread, so that commands can stop it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.core.rules import Position
from oddfish.engine.printable import printable


class Run(ABC):
    """A task that prints lines while it runs.

    Args:
        write: prints lines.
        comment: prints a remark if the run is stopped or fails.
        done: called at the end, on the run's thread.

    Raises:
        MemoryError: there is no memory for a thread.
    """

    name: str

    def __init__(self, write: Callable[..., None], comment: Callable[[str], None], done: Callable[[], None]):
        self.write = write
        self.comment = comment
        self.running = True
        self._done = done
        self._thread = BackgroundThread(self._run)

    def _run(self) -> None:
        try:
            if not self.work():
                self.comment(f"{self.name} stopped")
        except MemoryError as error:
            self.comment(printable(f"{self.name} failed: {error if str(error) else 'not enough memory'}", 450))
        except Exception as error:  # a bug
            import traceback

            traceback.print_exc(file=sys.stderr)
            self.comment(printable(f"{self.name} failed: {type(error).__name__}: {error}", 450))
        finally:
            self.running = False
            self._done()

    @abstractmethod
    def work(self) -> bool:
        """Run to the end; return False if the run was stopped."""

    @abstractmethod
    def cancel(self) -> None:
        """Make :meth:`work` end soon, even if it has not started."""

    def stop(self) -> None:
        """Stop the run; return after its last line."""
        self.cancel()
        self._thread.join()


class CurrentRun:
    """The run of a session, at most one at a time."""

    def __init__(self) -> None:
        self._run: Run | None = None

    @property
    def running(self) -> bool:
        return self._run is not None and self._run.running

    def start(self, run: Run) -> None:
        """Register a run that has started. No other run may be active."""
        self._run = run

    def stop(self) -> None:
        """Stop the run, if there is one; return after its last line has been written."""
        if self._run is not None:
            self._run.stop()
            self._run = None


class PerftRun(Run):
    """A perft that prints the root moves in the generator's order, then the total.

    Args:
        root: the position.
        depth: 0 to ``oddfish.cext.core.perft.MAX_DEPTH``.
        split: print a line for each root move.
    """

    name = "perft"

    def __init__(
        self,
        root: Position,
        depth: int,
        write: Callable[..., None],
        comment: Callable[[str], None],
        split: bool,
        done: Callable[[], None],
    ):
        from oddfish.engine.perft import Perft

        self._perft = Perft(root, depth)
        self._split = split
        super().__init__(write, comment, done)

    def work(self) -> bool:
        for move, leaves in self._perft.moves():
            if self._split:
                self.write(f"{move}: {leaves}")
        if self._perft.complete:
            self.write(*self._perft.report())
        return self._perft.complete

    def cancel(self) -> None:
        self._perft.stop()


class BenchRun(Run):
    """The searches of `oddfish bench`, with the same output.

    Args:
        names: the variants.
    """

    name = "bench"

    def __init__(
        self,
        names: Iterable[str],
        write: Callable[..., None],
        comment: Callable[[str], None],
        done: Callable[[], None],
    ):
        from oddfish.engine.bench import Bench

        self._bench = Bench(list(names))
        super().__init__(write, comment, done)

    def work(self) -> bool:
        for line in self._bench.lines():
            self.write(line)
        return not self._bench.stopped

    def cancel(self) -> None:
        self._bench.stop()
