"""Draws Tandem-84's boards."""

from __future__ import annotations

from oddfish.protocols.pictures.canvas import Canvas

FILES, RANKS = 12, 7
SQUARE = 96  # pixels; XBoard scales
GROUND, INK = "#efdcb8", "#4e2a12"
_DARK = 0.38  # shade of dark squares
_GAP, _FRAME = 9, 3  # pixels: half of the gap's width, and the boards' frames along it


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
