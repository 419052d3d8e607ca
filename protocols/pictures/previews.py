"""Small pictures of the games' start positions, for choosing a game. ``library`` redraws them."""

from __future__ import annotations

import random
from pathlib import Path

from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.png import png
from oddfish.protocols.pictures.svg import svg

HEIGHT = 200  # pixels
_FOLDER = Path(__file__).parent / "previews"


def preview(variant: Variant) -> Path:
    """The installed picture of a variant."""
    return _FOLDER / f"{variant.name}.png"


def draw_preview(variant: Variant) -> bytes:
    """Draw the picture of a variant as PNG."""
    start = variant.start(variant.defaults(), random.Random(0))  # always the same armies
    return png(svg(variant, start), height=HEIGHT)
