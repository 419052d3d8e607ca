"""The clicks that make a move: which squares, hands and halves, in which order.

``base`` holds for every game; a family that differs has its own module here.
"""

from __future__ import annotations

from oddfish.engine.families import family_module
from oddfish.engine.guide.base import Guide
from oddfish.protocols.web.paths.base import Paths


def paths_of(guide: Guide) -> Paths:
    """The clicks of a variant's moves."""
    module = family_module(__name__, guide.variant)
    kind: type[Paths] = Paths if module is None else module.PATHS
    return kind(guide)
