"""The players' clocks."""

from __future__ import annotations

import time
from typing import Any

#: The least that a side gets back after a loss on time, as a share of the base time.
_LEAST = 0.1


class Clock:
    """Two clocks, of which at most one runs. Times are in seconds.

    Args:
        base: each side's time.
        increment: what a side gains with each move.
    """

    def __init__(self, base: float, increment: float):
        self.base, self.increment = base, increment
        self.left = [base, base]
        self._begun = [base, base]  # what each side had when its last turn began
        self._running: int | None = None
        self._since = 0.0

    @property
    def running(self) -> int | None:
        """The side whose clock runs."""
        return self._running

    def remaining(self, side: int) -> float:
        """A side's time now; negative once its flag has fallen."""
        gone = time.monotonic() - self._since if self._running == side else 0.0
        return self.left[side] - gone

    def start(self, side: int) -> None:
        """Start a side's clock and stop the other."""
        if side != self._running:
            self._begun[side] = self.left[side]
        self.stop()
        self._running, self._since = side, time.monotonic()

    def stop(self) -> None:
        if self._running is not None:
            self.left[self._running] = self.remaining(self._running)
        self._running = None

    def moved(self, side: int) -> None:
        """A side has moved: stop its clock and add the increment."""
        was_running = self._running == side
        self.stop()
        if was_running:
            self.left[side] += self.increment

    def mend(self) -> None:
        """Stop, and undo a loss on time: that side gets back the time that it had at the start of its turn, or a share
        of the base time if it had less."""
        self.stop()
        for side in (0, 1):
            if self.left[side] <= 0:
                self.left[side] = max(self._begun[side], _LEAST * self.base)

    def shown(self) -> dict[str, Any]:
        """The state, for pages: milliseconds left, and the side whose clock runs."""
        return {"left": [max(0, round(1000 * self.remaining(side))) for side in (0, 1)], "running": self._running}
