"""The pictures that WinBoard shows: bitmaps, one for each size of squares.

WinBoard reads three bitmaps of a piece, named after the piece and the size: a silhouette (``w``), and the colours of
White's piece (``o``) and of Black's (``s``) inside it; outside, these two must be white. The silhouette covers both
sides' pictures, so each picture is filled with dark ink where only the other one covers the square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from oddfish.protocols.pictures import bitmaps, library
from oddfish.protocols.pictures.board import Board
from oddfish.protocols.pictures.families import all_families
from oddfish.protocols.projections.table import SLOTS, winboard_slot

#: The number of the King, the last in the table.
_KING = 65
#: Names of bitmaps by the piece's number in the table. Pieces without a name use their number.
_CHESSMEN = {0: "p", 1: "n", 2: "b", 3: "r", 4: "q", _KING: "k"}
#: More names, for sizes in which WinBoard has its own pictures.
_DRAWN_SIZES = (33, 49, 72)
_DRAWN = {
    5: "f", 6: "e", 7: "aa", 8: "c", 9: "w", 10: "m", 11: "o", 17: "v", 18: "l", 19: "s", 20: "u", 21: "ln",
    24: "camel", 26: "wolf", 32: "ln",
}  # fmt: skip
_BETWEEN = {7: "a", 8: "c", 18: "l", 19: "cv"}
_INK = "#2a1f17"
#: Pixels darker than this are inside a piece.
_THRESHOLD = 190


class Pair(NamedTuple):
    """SVG documents of White's and Black's piece in a slot, '' for a missing piece, and the colour around them."""

    white: str
    black: str
    ground: str


def piece_name(number: int, size: int) -> str:
    """WinBoard's name for a piece's bitmaps in a size.

    Args:
        number: the piece's number in XBoard's table.
    """
    name = _CHESSMEN.get(number)
    if name is None and size in _DRAWN_SIZES:
        name = _DRAWN.get(number)
    elif name is None and _DRAWN_SIZES[0] < size < _DRAWN_SIZES[-1]:
        name = _BETWEEN.get(number)
    return f"{name or f'piece{number}_'}{size}"


def pieces(piece_set: str, size: int, chosen: Mapping[str, str] | None = None) -> Iterator[tuple[str, bytes]]:
    """The bitmaps of all games' pieces, by file name.

    Args:
        piece_set: the set to use for pieces that have several pictures (``Projection.piece_set``).
        size: the size of the squares in pixels.
        chosen: XBoard's pictures of pieces that players have chosen (``Family.chosen_pieces``); they replace others.
    """
    for number, pair in sorted(_pairs(piece_set, chosen or {}).items()):
        name = piece_name(number, size)
        for suffix, content in zip("wos", _drawn(pair, size)):
            yield f"{name}{suffix}.bmp", content


def _pairs(piece_set: str, chosen: Mapping[str, str]) -> dict[int, Pair]:
    """Pieces by their numbers in WinBoard's table."""
    found: dict[int, Pair] = {}
    for family in all_families():
        board = next(iter(family.boards.values()), None)
        ground = _ground(library.boards()["chess"] if board is None else board())
        for name, svg in family.pieces(piece_set).items():
            color, slot = name[:5], name[5:].partition(".")[0]
            number = _KING if slot == "King" else winboard_slot(SLOTS.index(slot), color == "Black")
            before = found.get(number, Pair("", "", ground))
            found[number] = before._replace(**{color.lower(): chosen.get(name, svg)})
    return found


@cache
def _ground_of(svg: str) -> str:
    return bitmaps.mean(bitmaps.drawn(svg))


def _ground(board: Board) -> str:
    return _ground_of(_board_svg(board, 8))


@cache
def _drawn(pair: Pair, size: int) -> tuple[bytes, bytes, bytes]:
    """The three bitmaps of a piece."""
    pictures = [bitmaps.drawn(svg, size) for svg in (pair.white, pair.black) if svg]
    cover = bitmaps.covered(bitmaps.inked(pictures, "#000", "#fff"), _THRESHOLD)
    white, black = (
        bitmaps.indexed(bitmaps.inside(bitmaps.inked(pictures, _INK, pair.ground, top), cover))
        for top in (pictures[0], pictures[-1])
    )
    return bitmaps.bitmap(cover), bitmaps.bitmap(white), bitmaps.bitmap(black)


def board(name: str, size: int) -> bytes:
    """The bitmap of a board, without lines between its squares."""
    return bitmaps.bitmap(bitmaps.indexed(bitmaps.drawn(_board_svg(library.boards()[name], size))))


def _board_svg(drawn: Board, size: int) -> str:
    width, height = drawn.files * drawn.square, drawn.ranks * drawn.square
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{drawn.files * size}" height="{drawn.ranks * size}" '
            f'viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" fill="{drawn.ground}"/>',
            *drawn.shapes,
            "</svg>",
        ]
    )
