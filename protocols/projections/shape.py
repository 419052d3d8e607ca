"""The shape of XBoard's board, and how large XBoard draws it when the game changes.

XBoard keeps the size of its squares when a ``setup`` line changes the number of files, but the width of the whole board
when the line names another parent variant as well. The height then follows from the number of ranks: on its way from a
broad board to a narrow one it would outgrow the screen. A few lines more, for boards nobody sees, give the squares any
size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

_SETUP = re.compile(r"setup \(\S+\) (\d+)x(\d+)\+(\d+)_(\w+) ")
#: XBoard's parent of a variant it does not know, and a parent that no game of ours has.
_UNKNOWN, _OTHER = "unknown", "janus"
#: Numbers of files for the detour; XBoard has room for sixteen.
_FILES = range(5, 17)
_MOST_RANKS = 10


class Shape(NamedTuple):
    """Files, ranks, and how many kinds of pieces a hand has room for."""

    files: int = 8
    ranks: int = 8
    hand: int = 0

    @property
    def columns(self) -> int:
        """XBoard shows hands beside the board, two columns each."""
        return self.files + (4 if self.hand else 0)


def shape_of(lines: Sequence[str]) -> Shape:
    """The shape of the board that ``setup`` lines tell XBoard to show; without any, a chessboard's."""
    found = _SETUP.match(lines[0]) if lines else None
    return Shape(*map(int, found.groups()[:3])) if found else Shape()


def same_height(line: str, before: Shape, known: bool) -> list[str]:
    """The ``setup`` lines to send before another, so that its board becomes as high as the one before. XBoard also
    reads the picture of the board again, as it does at any change of size.

    Args:
        line: the ``setup`` line for the new game.
        before: the shape of the last game's board.
        known: whether XBoard knows the new variant by itself, and so has its parent already.
    """
    after = shape_of([line])
    parent = _SETUP.match(line)[4]  # type: ignore[index]
    # XBoard has by now drawn an ordinary board as wide as the last one.
    wanted = 8 * before.ranks / (before.columns * after.ranks)
    first, second = min(product(_FILES, _FILES), key=lambda pair: (abs(pair[0] / pair[1] - wanted), pair))
    if not known:
        return [_empty(line, first, _UNKNOWN), _empty(line, second, parent)]
    # The way back to the variant's own parent must not change the number of files.
    return [_empty(line, first, parent), _empty(line, second, _OTHER), _empty(line, after.columns, _OTHER)]


def read_again(line: str) -> list[str]:
    """The ``setup`` line to send before another for a board of the same shape, to make XBoard read the picture of the
    board again."""
    return [_empty(line, shape_of([line]).columns, _SETUP.match(line)[4])]  # type: ignore[index]


def _empty(line: str, files: int, parent: str) -> str:
    """A ``setup`` line with the same table, for an empty board with more ranks than any game has."""
    ranks = _MOST_RANKS + 1
    return f"setup {line.split()[1]} {files}x{ranks}+0_{parent} {'/'.join([str(files)] * ranks)} w - - 0 1"
