"""How each game appears in XBoard: one module or package for each family of games.

Each defines ``projection_of``, which takes a variant of the family and returns a new projection of it.
"""

from __future__ import annotations

from oddfish.engine.families import family_module
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.projections.base import Projection, Received


def projection_for(name: str) -> Projection:
    """A new projection of a variant; the identity if its family defines none."""
    variant = REGISTRY.get(name)
    module = None if variant is None else family_module(__name__, variant)
    projection: Projection = Projection() if variant is None or module is None else module.projection_of(variant)
    return projection


__all__ = ["Projection", "Received", "projection_for"]
