"""The size of XBoard's window.

XBoard keeps the width of the last game's board, so that a new game's is too high or too low. Where two changes of size
cross, at the start or at File > New Variant, it may even leave the window as small as can be. Its user would pull the
window to its size; so does this module, run in another process, so that nothing X's libraries do can end the engine.
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

#: Pixels of the window beside the board, and above and below it, roughly.
_BESIDE, _ABOVE = 4, 110
#: Seconds before each look, and how many good ones in a row are enough. On a busy machine XBoard may change its window
#: again seconds later; boards that it cuts off are mended to the end.
_PAUSES, _ENOUGH = (0.6,) * 12 + (1, 2, 3), 3


class Fitting:
    """Gives XBoard's window the size for its board, in the background: XBoard takes its time to draw a new one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, shape: Shape) -> None:
        """Begin with a board, and give up the last one's. Without a display, nothing happens."""
        if "DISPLAY" not in os.environ:
            return
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        words = module_command(__name__, str(os.getppid()), *map(str, shape))
        nothing = subprocess.DEVNULL
        with contextlib.suppress(OSError):  # the window stays as it is
            self._process = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing)


def fit(process: int, shape: Shape) -> None:
    """Give the window of an XBoard its size, as often as it takes."""
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
                # The board takes the smaller of what width and height allow. The rest varies with the window's fonts.
                fits = now[0] - width >= -shape.columns - _BESIDE and -40 <= now[1] - height <= shape.ranks
                good = good + 1 if fits else 0
            else:
                # Its user may have pulled it to another size since, over the whole screen even; XBoard cuts off ranks.
                whole = screen is not None and now[0] >= 0.95 * screen[0]
                fits = whole or now[1] - _ABOVE + 40 >= (now[0] - _BESIDE) * shape.ranks // shape.columns
            if not fits:
                window.resize(width, height)


def main(words: Sequence[str]) -> None:
    """XBoard's process ID, and the shape of its board."""
    process, *numbers = map(int, words)
    fit(process, Shape(*numbers))


if __name__ == "__main__":
    main(sys.argv[1:])
