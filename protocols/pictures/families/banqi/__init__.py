"""Banqi: wooden discs, some of them face down, on half a board.

XBoard does not let you touch the opponent's pieces, so a square is two cells side by side. A face-up piece stands in
the cell that the person at the board sees on the left. A face-down disc belongs to both players and fills both cells,
but it is drawn where it would stand face up. The squares that you see are as large as a disc, on a frame of dark wood
with their names. The other cell looks like a part of the frame, because a click there does not turn up a piece.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from oddfish.protocols.pictures.board import Board
from oddfish.protocols.pictures.coordinates import coordinate
from oddfish.protocols.pictures.families.banqi import discs
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.pictures.palette import WOODEN, Palette
from oddfish.protocols.projections.banqi.board import HALF, SLOTS

CELLS = 8
CELL = 96
#: The colours of the frame, of the names on it, and of the squares, their wells and outlines.
GROUND, NAME = "#7d5530", "#dcb680"
SQUARE, _WELL, _INK = "#e2bd80", "#d5ae6e", "#4a2e15"
#: The size and the place of a disc in its cell, so far left that XBoard's arrows from the cell beside do not cover it.
_SCALE, _ASIDE = 0.8, -13
MIDDLE, RADIUS = 0.5 + _ASIDE * _SCALE / 100, discs.RADIUS * _SCALE / 100
#: The square in the disc's cell: its left and right edge, and the margins above and below it.
LEFT, RIGHT, MARGIN = 1, 76, 5
_SIDES = ("White", "Black")


class BanqiLook(Look):
    shades = ("wood", "wood")
    palettes = WOODEN
    definitions = discs.DEFINITIONS
    held, holders = "face down", ("red", "black")

    def piece(self, letters: str) -> str:
        disc = discs.back() if letters == "X" else discs.face(letters)
        return f'<g transform="scale(0.45)">{disc}</g>'

    def character(self, letter: str) -> str:
        return "#" if letter == "X" else letter

    def ink(self, letter: str, palette: Palette) -> str:
        return palette.face_down if letter == "X" else super().ink(letter, palette)


def board(black: bool = False) -> Board:
    """Squares with wells for the discs, and their names beside them, as one side sees them."""
    shapes = []
    letters, numbers = ("dcba", "12345678") if black else ("abcd", "87654321")
    for (column, letter), (row, number) in product(enumerate(letters), enumerate(numbers)):
        left, top = 2 * CELL * column, CELL * row
        shapes += [
            *name(letter + number, left + CELL, top),
            f'<rect x="{left + LEFT}" y="{top + MARGIN}" width="{RIGHT - LEFT}" height="{CELL - 2 * MARGIN}" '
            f'rx="6" fill="{SQUARE}" stroke="{_INK}" stroke-width="2"/>',
            f'<circle cx="{left + CELL * MIDDLE:g}" cy="{top + CELL / 2:g}" r="{CELL * RADIUS:g}" fill="{_WELL}"/>',
        ]
    return Board(CELLS, CELLS, CELL, GROUND, shapes)


def name(square: str, left: int, top: int) -> list[str]:
    """The name of a square in a cell of the frame."""
    return [
        coordinate(char, left + CELL * across, top + CELL * 0.5, CELL * 0.3, NAME)
        for char, across in zip(square, (0.19, 0.41))
    ]


def pieces(piece_set: str) -> dict[str, str]:
    """XBoard exchanges White's and Black's pictures in a flipped view. Black's half then shows the disc in place of
    White's half. Face-up pieces look the same, because both colours of a slot have the same picture."""
    files = {f"{side}{slot}.svg": _svg(discs.face(letter)) for letter, slot in SLOTS.items() for side in _SIDES}
    files[f"White{HALF}.svg"] = _svg(discs.back())
    files[f"Black{HALF}.svg"] = _svg("")
    return files


def _svg(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n'
        f'{discs.DEFINITIONS}\n<g transform="translate({50 + _ASIDE * _SCALE:g} 50) scale({_SCALE}) '
        f'translate(-50 -50)">{drawn}</g>\n</svg>\n'
    )


FAMILY = Family(BanqiLook, {"banqi": board, "banqi-black": partial(board, black=True)}, pieces)
