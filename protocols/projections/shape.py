"""The shape of XBoard's board, and how large it is to be drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SETUP = re.compile(r"setup \(\S+\) (\d+)x(\d+)\+(\d+)_")
#: How much of the screen's height and width the board may take, and a screen to assume where there is none to ask.
_SHARE_OF_HEIGHT, _SHARE_OF_WIDTH = 2 / 3, 0.9
_SCREEN = (1366, 768)


class Shape(NamedTuple):
    """Files, ranks, and how many kinds of pieces a hand has room for."""

    files: int = 8
    ranks: int = 8
    hand: int = 0

    @property
    def columns(self) -> int:
        """XBoard shows hands beside the board, two columns each."""
        return self.files + (4 if self.hand else 0)

    def square(self, screen: tuple[int, int] | None) -> int:
        """The size of a square, in pixels, with which the board takes about two thirds of the screen's height.

        Args:
            screen: its width and height in pixels; None if unknown.
        """
        width, height = screen or _SCREEN
        return int(min(_SHARE_OF_HEIGHT * height / self.ranks, _SHARE_OF_WIDTH * width / self.columns))


def shape_of(lines: Sequence[str]) -> Shape:
    """The shape of the board that ``setup`` lines tell XBoard to show; without any, a chessboard's."""
    found = _SETUP.match(lines[0]) if lines else None
    return Shape(*map(int, found.groups())) if found else Shape()


def redraw_line(line: str) -> str:
    """The ``setup`` line to send before another, so that XBoard redraws everything: it reads the picture of the board
    again at any change of size.

    XBoard keeps the size of its squares when the number of files changes, but the width of the whole board when the
    variant changes with it. So this line changes the files, the next one the variant, and squares never become so
    large that XBoard takes seconds to draw its pieces.
    """
    files, ranks = shape_of([line]).columns, 5  # fewer than any game has
    return f"setup {line.split()[1]} {files}x{ranks}+0_unknown {'/'.join([str(files)] * ranks)} w - - 0 1"
