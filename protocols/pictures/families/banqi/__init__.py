"""Banqi: wooden discs, some of them face down, on half a board.

For XBoard, which lets nobody touch the opponent's pieces, a square is two cells, one above the other. A piece stands in
the cell that is nearer to the person at the board. A disc that lies face down belongs to both players and fills both
cells, but it is drawn where it would stand face up, and the other cell seems empty. There the name of the square is
printed.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from oddfish.protocols.pictures.board import Board, lines
from oddfish.protocols.pictures.coordinates import coordinate
from oddfish.protocols.pictures.families.banqi import discs
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.pictures.palette import WOODEN, Palette
from oddfish.protocols.projections.banqi.board import HALF, SLOTS

CELLS = 8
CELL = 96
GROUND, INK = "#e2bd80", "#5b3a1c"
_WELL, _NAME = "#d5ae6e", "#a67c43"
#: The size and the place of a disc in its cell: so low that XBoard's arrows from the cell above do not cover it.
_SCALE, _DOWN = 0.86, 14
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
    """Lines around the squares, wells for the discs, and the names of the squares as one side sees them."""
    size = CELLS * CELL
    paths = [f"M{CELL * file} 0V{size}" for file in range(CELLS + 1)]
    paths += [f"M0 {CELL * row}H{size}" for row in range(0, CELLS + 1, 2)]
    shapes = []
    letters, numbers = ("hgfedcba", "1234") if black else ("abcdefgh", "4321")
    for (column, letter), (row, number) in product(enumerate(letters), enumerate(numbers)):
        left, top = CELL * column, 2 * CELL * row
        radius = CELL * _SCALE * 0.46
        shapes.append(
            f'<circle cx="{left + CELL / 2:g}" cy="{top + CELL * (1.5 + _DOWN * _SCALE / 100):g}" r="{radius:g}" '
            f'fill="{_WELL}"/>'
        )
        shapes.append(coordinate(letter, left + CELL * 0.39, top + CELL * 0.42, CELL * 0.32, _NAME))
        shapes.append(coordinate(number, left + CELL * 0.61, top + CELL * 0.42, CELL * 0.32, _NAME))
    return Board(CELLS, CELLS, CELL, GROUND, [*shapes, lines(paths, CELL / 32, INK)])


def pieces(piece_set: str) -> dict[str, str]:
    """In a flipped view XBoard takes White's pictures for Black's and the other way round. The disc that White's half
    shows is then shown by Black's, and pieces stay the same: each has a slot to itself, with one picture for both."""
    files = {f"{side}{slot}.svg": _svg(discs.face(letter)) for letter, slot in SLOTS.items() for side in _SIDES}
    files[f"White{HALF}.svg"] = _svg(discs.back())
    files[f"Black{HALF}.svg"] = _svg("")
    return files


def _svg(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n'
        f'{discs.DEFINITIONS}\n<g transform="translate(50 {50 + _DOWN * _SCALE:g}) scale({_SCALE}) translate(-50 -50)">'
        f"{drawn}</g>\n</svg>\n"
    )


FAMILY = Family(BanqiLook, {"banqi": board, "banqi-black": partial(board, black=True)}, pieces)
