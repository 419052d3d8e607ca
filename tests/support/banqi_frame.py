"""The names of Banqi's squares drawn on the board's frame."""

from __future__ import annotations

from functools import cache

import numpy as np
from PIL import Image

from oddfish.protocols.pictures.families.banqi import CELL, GROUND, name
from oddfish.protocols.projections.banqi import board
from support.images import from_svg


def name_on(cell: np.ndarray) -> str:
    """The name that looks most like a cell of the frame, in any size."""
    return min(board.SQUARES, key=lambda square: abs(_written(square) - _sample(cell)).sum())


@cache
def _written(square: str) -> np.ndarray:
    shapes = "".join(name(square, 0, 0))
    ground = f'<rect width="{CELL}" height="{CELL}" fill="{GROUND}"/>'
    return _sample(
        from_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="{CELL}" height="{CELL}">{ground}{shapes}</svg>')
    )


def _sample(cell: np.ndarray) -> np.ndarray:
    """A cell scaled to a fixed size."""
    return np.asarray(Image.fromarray(cell[..., :3].astype(np.uint8)).resize((48, 48), Image.Resampling.BOX)).astype(
        int
    )
