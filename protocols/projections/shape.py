"""The shape of XBoard's board, and the size at which to draw it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

_SETUP = re.compile(r"setup \(\S+\) (\d+)x(\d+)\+(\d+)_")
_NO_HAND = re.compile(r"^(setup \(\S+\) \d+x\d+)\+0_")
#: The shares of the screen's height and width for the board, and the screen to assume if its size is unknown.
_SHARE_OF_HEIGHT, _SHARE_OF_WIDTH = 2 / 3, 0.9
_SCREEN = (1366, 768)
#: The least width of a board in pixels, so that XBoard shows the full names of its menus (it cuts them below 392
#: pixels); and the height to leave free for the menus, the clocks, the title bar and a panel.
_NARROWEST, _FREE = 420, 170
#: The widths for which XBoard chooses a font that is too large for the clocks: it shows `5:…`.
_TIGHT = range(464, 500)


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
        square = int(max(square, min(ceil(_NARROWEST / self.columns), (height - _FREE) / self.ranks)))
        return (_TIGHT.start - 1) // self.columns if square * self.columns in _TIGHT else square


def shape_of(lines: Sequence[str]) -> Shape:
    """The shape of the board in XBoard's ``setup`` lines; without lines, a chessboard's."""
    found = _SETUP.match(lines[0]) if lines else None
    return Shape(*map(int, found.groups())) if found else Shape()


def with_margins(lines: Sequence[str], screen: tuple[int, int] | None) -> list[str]:
    """The ``setup`` lines; if the board would be too narrow for menus and messages, with black margins of two columns
    on each side.

    These are the columns in which XBoard shows hands. There is room for one kind of piece, and none is ever in hand.
    """
    shape = shape_of(lines)
    narrow = screen is not None and not shape.hand and shape.columns * shape.square(screen) < _NARROWEST
    return [_NO_HAND.sub(r"\1+1_", line) for line in lines] if narrow else list(lines)


def picture_of(name: str, shape: Shape, black: bool = False) -> str:
    """The name of the picture of a board.

    Args:
        name: the board's name (``Projection.board``).
        black: for Black's view, where the picture shows the names of the squares.
    """
    return f"{name}{'-wide' if shape.hand else ''}{'-black' if black else ''}"


def redraw_line(line: str) -> str:
    """An extra ``setup`` line to send before ``line``, which makes XBoard redraw everything: whenever the size changes,
    XBoard reads the picture of the board again.

    XBoard keeps the size of its squares when the number of files changes, but keeps the width of the whole board when
    the variant changes with it. So this line changes the files and the next one changes the variant; otherwise squares
    could become so large that XBoard takes seconds to draw its pieces.
    """
    files, ranks = shape_of([line]).columns, 5  # fewer than any game has
    return f"setup {line.split()[1]} {files}x{ranks}+0_unknown {'/'.join([str(files)] * ranks)} w - - 0 1"
