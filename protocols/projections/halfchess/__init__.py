"""The Half Chess family in XBoard.

- ``family``: the games without hands.
- ``hands``: Halfgi.
"""

from __future__ import annotations

from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import Projection
from oddfish.protocols.projections.halfchess.family import (
    FULL_SIZED,
    SLOTS,
    Augmented,
    FullSized,
    HalfChess,
    Normal,
)

_PROJECTIONS: dict[str, type[Projection]] = {
    "augmented-half-chess": Augmented,
    "half-chess": HalfChess,
    "augmented-chess": FullSized,
    "normal": Normal,
}


def projection_of(variant: Variant) -> Projection:
    if variant.name == "halfgi":
        from oddfish.protocols.projections.halfchess.hands import Halfgi  # slow to import

        return Halfgi()
    return _PROJECTIONS[variant.name]()


__all__ = ["FULL_SIZED", "SLOTS", "projection_of"]
