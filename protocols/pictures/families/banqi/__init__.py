"""Banqi: wooden discs, some of them face down, on half a board.

For XBoard, which lets nobody touch the opponent's pieces, a square is two cells, one above the other. A piece stands in
the lower cell. A disc that lies face down belongs to both players: each cell shows half of it.
"""

from __future__ import annotations

from oddfish.protocols.pictures.board import Board, lines
from oddfish.protocols.pictures.families.banqi import discs
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.pictures.palette import WOODEN, Palette
from oddfish.protocols.projections.banqi.board import HALF, SLOTS

CELLS = 8
CELL = 96
GROUND, INK = "#e2bd80", "#5b3a1c"
#: How far the middle of a face-down disc is from that of a player's cell.
_SIDES = {"White": -50, "Black": 50}


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


def board() -> Board:
    """Lines around the squares."""
    size = CELLS * CELL
    paths = [f"M{CELL * file} 0V{size}" for file in range(CELLS + 1)]
    paths += [f"M0 {CELL * row}H{size}" for row in range(0, CELLS + 1, 2)]
    return Board(CELLS, CELLS, CELL, GROUND, [lines(paths, CELL / 32, INK)])


def pieces(piece_set: str) -> dict[str, str]:
    """In a flipped view XBoard takes White's pictures for Black's and the other way round. That turns the halves of
    discs, as it should, and leaves the pieces alone: each has a slot to itself, with the same picture for both."""
    files = {f"{side}{slot}.svg": _svg(discs.face(letter)) for letter, slot in SLOTS.items() for side in _SIDES}
    for side, shift in _SIDES.items():
        files[f"{side}{HALF}.svg"] = _svg(f'<g transform="translate(0 {shift})">{discs.back()}</g>')
    return files


def _svg(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n'
        f"{discs.DEFINITIONS}\n{drawn}\n</svg>\n"
    )


FAMILY = Family(BanqiLook, {"banqi": board}, pieces)
