"""What a person is told who learns a game: what a move's text means on the board, how a piece moves, why a move is
illegal.

Each family has a module of its own here if it needs one; what it does not say is as in ``base``.
"""

from __future__ import annotations

from oddfish.engine.families import family_module
from oddfish.engine.guide.base import Guide
from oddfish.engine.variants.base import Variant


def guide_of(variant: Variant) -> Guide:
    """The guide to a variant."""
    module = family_module(__name__, variant)
    return Guide(variant) if module is None else module.guide_to(variant)
