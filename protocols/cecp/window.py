"""The size of XBoard's window.

XBoard keeps the width of the last game's board, so that a new game's is too high or too low. Where two changes of size
cross, at the start or at File > New Variant, it may even leave the window as small as can be. Its user would pull the
window to its size; so do we.
"""

from __future__ import annotations

import os
import threading
import time

from oddfish.engine import NAME
from oddfish.protocols.projections.shape import Shape
from oddfish.protocols.screen import Window, screen_size

#: Pixels of the window beside the board, and above and below it, roughly.
_BESIDE, _ABOVE = 4, 110
#: Seconds between two looks, how many of them to take, and how many good ones in a row are enough.
_PAUSE, _LOOKS, _ENOUGH = 0.6, 12, 3

_latest: Shape | None = None


def fit_window(shape: Shape) -> None:
    """Give XBoard's window the size for a board, in the background: XBoard takes its time to draw a new one."""
    global _latest
    _latest = shape
    threading.Thread(target=_fit, args=(shape,), daemon=True).start()


def _fit(shape: Shape) -> None:
    square = shape.square(screen_size())
    width, height = shape.columns * square + _BESIDE, shape.ranks * square + _ABOVE
    good = 0
    for _ in range(_LOOKS):
        time.sleep(_PAUSE)
        if _latest is not shape or good == _ENOUGH:
            return
        with Window.of(os.getppid(), NAME) as window:
            if window is None:
                continue
            now = window.size()
            # The board takes the smaller of what width and height allow. The rest of the window varies with its fonts.
            fits = now[0] - width >= -shape.columns - _BESIDE and -40 <= now[1] - height <= shape.ranks
            good = good + 1 if fits else 0
            if not fits:
                window.resize(width, height)
