"""PNG files as pixels."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image


def pixels(png: bytes) -> np.ndarray:
    """An array of rows, columns and the channels red, green, blue, alpha."""
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGBA")).astype(int)


def from_svg(svg: str) -> np.ndarray:
    """The same for an SVG document."""
    import resvg_py

    return pixels(bytes(resvg_py.svg_to_bytes(svg_string=svg)))


def is_inked(board: np.ndarray, x: float, y: float, ink: str) -> bool:
    """Whether a pixel's colour is at least as near to `#rrggbb` as to that of the picture's lower right corner."""
    color, ground = np.array(list(bytes.fromhex(ink[1:]))), board[-1, -1, :3]
    pixel = board[int(y), int(x), :3]
    return bool(np.abs(pixel - color).sum() <= np.abs(pixel - ground).sum())
