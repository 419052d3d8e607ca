"""The registry: how each variant appears in XBoard. One line a variant."""

from __future__ import annotations

from importlib import import_module

from oddfish.protocols.projections.base import Projection, Received

#: Module and class: imported only for the game that is played, since a GUI waits for the engine to start.
PROJECTIONS: dict[str, str] = {
    "augmented-half-chess": "halfchess.Augmented",
    "half-chess": "halfchess.HalfChess",
    "halfgi": "halfchess.Halfgi",
    "augmented-chess": "halfchess.FullSized",
    "normal": "halfchess.Normal",
    "fanorona-chess": "fanorona.Fanorona",
    "fanorona-chess-alternate": "fanorona.Fanorona",
    "banqi": "banqi.Banqi",
    "banqi-hongkong": "banqi.Banqi",
    "bifold-halfgi": "bifold.Bifold",
    "bifold-halfgi-wazirs": "bifold.Wazirs",
    "bifold-halfgi-handed": "bifold.Handed",
    "bifold-halfgi-weak": "bifold.Weak",
    "tandem-84": "tandem.Tandem84",
}


def projection_for(variant: str) -> Projection:
    """A fresh projection of a variant; the identity for one that has none of its own."""
    if variant not in PROJECTIONS:
        return Projection()
    module, name = PROJECTIONS[variant].split(".")
    projection: Projection = getattr(import_module(f"{__name__}.{module}"), name)()
    return projection


__all__ = ["PROJECTIONS", "Projection", "Received", "projection_for"]
