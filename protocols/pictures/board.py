"""Boards in SVG, from which ``library`` makes the PNG files that XBoard reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from oddfish.protocols.projections.base import DARK_SQUARES, LIGHT_SQUARES

#: The files and ranks of XBoard's largest board. Every picture has room for this many squares, and shows the game's
#: board in its upper left corner.
MOST_FILES, MOST_RANKS = 16, 15
#: The width in squares of each margin of a widened board.
_MARGIN = 2


class Board(NamedTuple):
    """A board's picture. XBoard scales it; the colours are opaque.

    Attributes:
        files, ranks: the size in XBoard's squares.
        square: the size of a square in pixels.
        ground: the background colour.
        shapes: SVG in pixels, clipped at the board's edges.
    """

    files: int
    ranks: int
    square: int
    ground: str
    shapes: Iterable[str]

    def svg(self) -> str:
        width, height = MOST_FILES * self.square, MOST_RANKS * self.square
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
                f'<rect width="{width}" height="{height}" fill="{self.ground}"/>',
                f'<svg width="{self.files * self.square}" height="{self.ranks * self.square}">',
                *self.shapes,
                "</svg>",
                "</svg>",
                "",
            ]
        )


def widened(board: Board) -> Board:
    """A board with black margins of two squares on each side, where XBoard paints black squares."""
    left, height = _MARGIN * board.square, board.ranks * board.square
    right = left + board.files * board.square
    return board._replace(
        files=board.files + 2 * _MARGIN,
        shapes=[
            f'<svg x="{left}" width="{right - left}" height="{height}">',
            *board.shapes,
            "</svg>",
            rectangle(0, 0, left, height, "black"),
            rectangle(right, 0, right + left, height, "black"),
        ],
    )


def rectangle(left: int, top: int, right: int, bottom: int, color: str) -> str:
    return f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{color}"/>'


def lines(path: Iterable[str], width: float, color: str) -> str:
    """Strokes with round ends, given as an SVG path."""
    return f'<path d="{" ".join(path)}" fill="none" stroke="{color}" stroke-width="{width:g}" stroke-linecap="round"/>'


def chequers(files: int, ranks: int, square: int, dark: str, first: int) -> list[str]:
    """The dark squares of a board; ``first`` (0 or 1) is the file of the leftmost one on the top rank."""
    return [
        rectangle(file * square, row * square, (file + 1) * square, (row + 1) * square, dark)
        for row in range(ranks)
        for file in range((first + row) % 2, files, 2)
    ]


def chessboard() -> Board:
    """The largest possible chessboard, which contains all smaller ones."""
    square = 48
    dark = chequers(MOST_FILES, MOST_RANKS, square, DARK_SQUARES, 1)
    return Board(MOST_FILES, MOST_RANKS, square, LIGHT_SQUARES, dark)
