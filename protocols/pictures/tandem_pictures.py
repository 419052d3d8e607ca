"""Draws Tandem-84's boards and pieces: ``python -m oddfish.protocols.pictures.tandem_pictures`` writes them anew."""

from __future__ import annotations

from oddfish.engine.picture import figures
from oddfish.engine.variants import get_variant
from oddfish.protocols.pictures import FOLDER
from oddfish.protocols.pictures.canvas import Canvas

PLACE = FOLDER / "tandem"
BOARD = PLACE / "board-12x7.png"
FILES, RANKS = 12, 7
SQUARE = 96  # pixels; XBoard scales
GROUND, INK = "#efdcb8", "#4e2a12"
_DARK = 0.38  # shade of dark squares
_GAP, _FRAME = 9, 3  # pixels: half of the gap's width, and the boards' frames along it

#: The slots of XBoard's table that Tandem's letters stand in. Neither pawn nor king has its own: XBoard would promote,
#: castle and check them by rules of chess.
SLOTS = {
    "N": "Knight", "B": "Bishop", "R": "Rook", "Q": "Queen", "C": "Archbishop", "M": "Marshall", "K": "Commoner",
    "P": "Hawk", "G": "Lance",
}  # fmt: skip

#: XBoard puts its own colours in place of #ffffcc. Black's outlines are drawn in the ink of the board, and again
#: lighter, so that they show on any ground.
_STYLES = {
    "White": ('fill="#ffffcc" stroke="#000000" stroke-width="1.4"', "#000000"),
    "Black": ('fill="#1c1c1c" stroke="#e6dcc8" stroke-width=".7"', "#e6dcc8"),
}
_UNDER = 'fill="none" stroke="#000000" stroke-width="2.2"'


def draw() -> Canvas:
    """Two boards of six files, of which XBoard knows nothing, and a gap between them."""
    canvas = Canvas(FILES * SQUARE, RANKS * SQUARE, GROUND, INK)
    for file in range(FILES):
        for row in range(RANKS):
            left, top = file * SQUARE, row * SQUARE
            if (file + RANKS - 1 - row) % 2 == 0:
                canvas.block(left, top, left + SQUARE, top + SQUARE, _DARK)
    middle = FILES * SQUARE // 2
    canvas.block(middle - _GAP - _FRAME, 0, middle + _GAP + _FRAME, canvas.height, 1)
    canvas.block(middle - _GAP, 0, middle + _GAP, canvas.height, 0.8)
    return canvas


def piece(letter: str, color: str) -> str:
    """The picture of White's or Black's piece."""
    figure = figures(get_variant("tandem-84"))[letter]
    style, line = _STYLES[color]
    inner = f'fill="none" stroke="{line}" stroke-width="1.3"'
    drawn = figure.replace('class="line"', inner).replace('class="eye"', inner)
    under = f"  <g {_UNDER}>{figure}</g>\n" if color == "Black" else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="1.5 .8 42 42">\n'
        f"{under}  <g {style} stroke-linejoin=\"round\" stroke-linecap=\"round\">{drawn}</g>\n</svg>\n"
    )


if __name__ == "__main__":
    BOARD.write_bytes(draw().png())
    for letter, slot in SLOTS.items():
        for color in _STYLES:
            (PLACE / f"{color}{slot}.svg").write_text(piece(letter, color))
