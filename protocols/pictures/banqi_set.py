"""Draws Banqi's board and men.

A square is two cells, one above the other. A man stands in the lower one. A disc that lies face down is in the middle
of the square: each half's picture shows half of it.
"""

from __future__ import annotations

from oddfish.protocols.pictures import discs
from oddfish.protocols.pictures.canvas import Canvas
from oddfish.protocols.pictures.glyphs import CHARACTERS

CELLS = 8
CELL = 96  # pixels; XBoard scales
GROUND, INK = "#e2bd80", "#5b3a1c"
#: XBoard's names of the pieces' places in its table, by FEN letter: the first player's men upper case.
SLOTS = {
    "K": "CrownedRook", "G": "Advisor", "M": "Archbishop", "R": "Marshall", "N": "CrownedBishop", "C": "Canon",
    "P": "Gold", "k": "Duck", "g": "Princess", "m": "Sword", "r": "Zebra", "n": "Camel", "c": "Wolf", "p": "Hat",
}  # fmt: skip
HALF = "Cobra"


def board() -> Canvas:
    """Lines around the squares."""
    size = CELLS * CELL
    canvas = Canvas(size, size, GROUND, INK)
    for file in range(CELLS + 1):
        canvas.line((CELL * file, 0), (CELL * file, size), CELL / 32)
    for rank in range(0, CELLS + 1, 2):
        canvas.line((0, CELL * rank), (size, CELL * rank), CELL / 32)
    return canvas


def pictures() -> dict[str, str]:
    """The SVG files by name. In a turned view XBoard takes White's pictures for Black and Black's for White, which the
    halves need and the men do not notice: each has a place in the table to himself."""
    files = {}
    for letter in CHARACTERS:
        for side in ("White", "Black"):
            files[f"{side}{SLOTS[letter]}.svg"] = _svg(discs.man(letter))
    for side, shift in (("White", -50), ("Black", 50)):
        files[f"{side}{HALF}.svg"] = _svg(f'<g transform="translate(0 {shift})">{discs.back()}</g>')
    return files


def _svg(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100">\n'
        f"{discs.DEFINITIONS}\n{drawn}\n</svg>\n"
    )
