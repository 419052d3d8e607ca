"""Small pictures of the games' start positions, for choosing a game. ``library`` draws them anew."""

from __future__ import annotations

import random
from pathlib import Path

from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.svg import svg

HEIGHT = 200  # pixels
_FOLDER = Path(__file__).parent / "previews"


def preview(variant: Variant) -> Path:
    """The installed picture of a variant."""
    return _FOLDER / f"{variant.name}.png"


def draw_preview(variant: Variant) -> bytes:
    """The picture as PNG. Only a developer needs resvg."""
    import resvg_py

    start = variant.start(variant.defaults(), random.Random(0))  # always the same armies
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(variant, start), skip_system_fonts=True, height=HEIGHT))
