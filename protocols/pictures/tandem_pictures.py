"""Draws Tandem-84's boards and pieces: ``python -m oddfish.protocols.pictures.tandem_pictures`` writes them anew."""

from __future__ import annotations

from oddfish.engine.picture import figures
from oddfish.engine.variants import get_variant
from oddfish.protocols.pictures import FOLDER, chess_set
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
    return chess_set.piece(figures(get_variant("tandem-84"))[letter], color)


if __name__ == "__main__":
    BOARD.write_bytes(draw().png())
    for letter, slot in SLOTS.items():
        for color in chess_set.COLORS:
            (PLACE / f"{color}{slot}.svg").write_text(piece(letter, color))
