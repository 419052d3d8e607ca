"""The registry: how each variant appears in XBoard. One line a variant."""

from __future__ import annotations

from collections.abc import Callable

from oddfish.protocols.projections import banqi, bifold, fanorona, halfchess, tandem
from oddfish.protocols.projections.base import Projection, Received

PROJECTIONS: dict[str, Callable[[], Projection]] = {
    "augmented-half-chess": halfchess.Augmented,
    "half-chess": halfchess.HalfChess,
    "halfgi": halfchess.Halfgi,
    "augmented-chess": halfchess.FullSized,
    "normal": halfchess.Normal,
    "fanorona-chess": fanorona.Fanorona,
    "fanorona-chess-alternate": fanorona.Fanorona,
    "banqi": banqi.Banqi,
    "banqi-hongkong": banqi.Banqi,
    **bifold.FAMILY,
    "tandem-84": tandem.Tandem84,
}


def projection_for(variant: str) -> Projection:
    """A fresh projection of a variant; the identity for one that has none of its own."""
    return PROJECTIONS.get(variant, Projection)()


__all__ = ["PROJECTIONS", "Projection", "Received", "projection_for"]
