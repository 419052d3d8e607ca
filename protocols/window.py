"""The size of XBoard's window.

XBoard keeps the width of the last board, so the window of a new game has the wrong height. If two changes of size
overlap, at the start or after File > New Variant, it may even shrink the window to its minimum. You would resize the
window by hand; ``python -m oddfish.protocols.window`` does it for you. It is a separate process, so errors in X's
libraries cannot end the engine.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence

from oddfish.engine.interpreter import module_command
from oddfish.protocols.projections.shape import Shape
from oddfish.protocols.screen import Window, screen_size

#: The approximate number of pixels of the window beside the board, and above and below it.
_BESIDE, _ABOVE = 4, 110
#: Seconds before each check, and how many good checks in a row are enough. On a busy machine XBoard may change its
#: window seconds later, so later checks still repair boards that are cut off.
_PAUSES, _ENOUGH = (0.6,) * 12 + (1, 2, 3), 3


class Fitting:
    """Resizes XBoard's window to fit its board, in the background because XBoard draws new boards slowly."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, shape: Shape) -> None:
        """Start to fit the window to a board instead of the previous one. Without a display, do nothing."""
        if "DISPLAY" not in os.environ:
            return
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        words = module_command(__name__, str(os.getppid()), *map(str, shape))
        nothing = subprocess.DEVNULL
        with contextlib.suppress(OSError):  # the window keeps its size
            self._process = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing)


def fit(process: int, shape: Shape) -> None:
    """Resize an XBoard's window until it keeps the right size."""
    screen = screen_size()
    square = shape.square(screen)
    width, height = shape.columns * square + _BESIDE, shape.ranks * square + _ABOVE
    good = 0
    for pause in _PAUSES:
        time.sleep(pause)
        with Window.of(process) as window:
            if window is None:
                continue
            now = window.size()
            if good < _ENOUGH:
                # The smaller of width and height limits the board. The rest depends on the window's fonts.
                fits = now[0] - width >= -shape.columns - _BESIDE and -40 <= now[1] - height <= shape.ranks
                good = good + 1 if fits else 0
            else:
                # You may have resized the window, even to the whole screen; only repair boards with ranks cut off.
                whole = screen is not None and now[0] >= 0.95 * screen[0]
                fits = whole or now[1] - _ABOVE + 40 >= (now[0] - _BESIDE) * shape.ranks // shape.columns
            if not fits:
                window.resize(width, height)


def main(words: Sequence[str]) -> None:
    """Run with XBoard's process ID and the shape of its board."""
    process, *numbers = map(int, words)
    fit(process, Shape(*numbers))


if __name__ == "__main__":
    main(sys.argv[1:])
