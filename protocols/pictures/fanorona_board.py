"""Draws Fanorona's board."""

from __future__ import annotations

from oddfish.protocols.pictures.canvas import Canvas

FILES, RANKS = 5, 9
SQUARE = 96  # pixels; XBoard scales
GROUND, INK = "#e5c48a", "#5b3a1c"


def draw() -> Canvas:
    """Points in the squares' middles, joined by lines; diagonals join the strong points."""
    canvas = Canvas(FILES * SQUARE, RANKS * SQUARE, GROUND, INK)

    def line(file: int, rank: int, to_file: int, to_rank: int) -> None:
        start, end = ((SQUARE * (x + 0.5), SQUARE * (y + 0.5)) for x, y in ((file, rank), (to_file, to_rank)))
        canvas.line(start, end, SQUARE / 32)

    for file in range(FILES):
        line(file, 0, file, RANKS - 1)
    for rank in range(RANKS):
        line(0, rank, FILES - 1, rank)
    for rank in range(RANKS - 1):
        for file in range(FILES):
            for to_file in (file - 1, file + 1):
                if (file + rank) % 2 == 0 and 0 <= to_file < FILES:
                    line(file, rank, to_file, rank + 1)
    return canvas
