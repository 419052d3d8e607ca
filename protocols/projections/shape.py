"""The shape of XBoard's board, and the size at which to draw it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SETUP = re.compile(r"setup \(\S+\) (\d+)x(\d+)\+(\d+)_")
#: The shares of the screen's height and width for the board, and the screen to assume if its size is unknown.
_SHARE_OF_HEIGHT, _SHARE_OF_WIDTH = 2 / 3, 0.9
_SCREEN = (1366, 768)
#: The least width of a board in pixels, because its width is that of menus and messages: XBoard cuts the menus' names
#: to four letters below 392 pixels, to three below 360, to two below 320. And the height to leave free for the menus,
#: the clocks, the title bar and a panel.
_NARROWEST, _FREE = 360, 170


class Shape(NamedTuple):
    """Files, ranks, and the number of kinds of pieces that a hand has room for."""

    files: int = 8
    ranks: int = 8
    hand: int = 0

    @property
    def columns(self) -> int:
        """The number of columns. XBoard shows hands beside the board, in two columns each."""
        return self.files + (4 if self.hand else 0)

    def square(self, screen: tuple[int, int] | None) -> int:
        """The size of a square in pixels. The board takes two thirds of the screen's height, less if it is wide, and
        more if it is narrow.

        Args:
            screen: the screen's width and height in pixels; None if unknown.
        """
        width, height = screen or _SCREEN
        square = min(_SHARE_OF_HEIGHT * height / self.ranks, _SHARE_OF_WIDTH * width / self.columns)
        return int(max(square, min(_NARROWEST / self.columns, (height - _FREE) / self.ranks)))


def shape_of(lines: Sequence[str]) -> Shape:
    """The shape of the board in XBoard's ``setup`` lines; without lines, a chessboard's."""
    found = _SETUP.match(lines[0]) if lines else None
    return Shape(*map(int, found.groups())) if found else Shape()


def redraw_line(line: str) -> str:
    """An extra ``setup`` line to send before ``line``, which makes XBoard redraw everything: whenever the size changes,
    XBoard reads the picture of the board again.

    XBoard keeps the size of its squares when the number of files changes, but keeps the width of the whole board when
    the variant changes with it. So this line changes the files and the next one changes the variant; otherwise squares
    could become so large that XBoard takes seconds to draw its pieces.
    """
    files, ranks = shape_of([line]).columns, 5  # fewer than any game has
    return f"setup {line.split()[1]} {files}x{ranks}+0_unknown {'/'.join([str(files)] * ranks)} w - - 0 1"
