"""Helps people learn a game: shows what a move's text means on the board and how a piece moves, and explains why a move
is illegal.

``base`` covers every game like chess; a family that differs has its own module here.
"""

from __future__ import annotations

from functools import lru_cache

from oddfish.engine.families import family_module
from oddfish.engine.guide.base import Guide
from oddfish.engine.variants.base import Variant


@lru_cache
def guide_of(variant: Variant) -> Guide:
    """The guide to a variant."""
    module = family_module(__name__, variant)
    return Guide(variant) if module is None else module.guide_to(variant)
