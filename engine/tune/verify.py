"""The match that decides whether new weights are better: the engine against itself at equal nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine.match.control import Control
from oddfish.engine.match.plan import OWN, UCI, EngineSpec, OpeningSource, Plan
from oddfish.engine.match.standings import Standings
from oddfish.engine.match.statistics import Sprt

#: Random moves a match game begins with, and what the engine may think of where they lead, in centipawns.
RANDOM_PLIES, BALANCE = 6, 200
_PATIENCE = 600.0  # seconds
_HASH_MB = "8"
NEW, OLD = "new", "old"


def plan(
    variant: str,
    new: str,
    old: str | None,
    *,
    nodes: int,
    games: int,
    sprt: Sprt,
    seed: int,
    options: Mapping[str, Any],
) -> Plan:
    """The match of two files of weights (None: those built in)."""

    def engine(name: str, path: str | None) -> EngineSpec:
        own = {"Hash": _HASH_MB} | ({"EvalFile": path} if path is not None else {})
        return EngineSpec(name, f"{OWN} --uci", UCI, own)

    return Plan(
        variant=variant,
        engines=(engine(NEW, new), engine(OLD, old)),
        control=Control(nodes=nodes),
        options=options,
        games=games + games % 2,
        seed=seed,
        openings=OpeningSource(random_plies=RANDOM_PLIES, balance=BALANCE),
        sprt=sprt,
        patience=_PATIENCE,
    )


def verdict(standings: Standings) -> str:
    """``accepted``, ``rejected`` or ``undecided``: what SPRT says of the new weights."""
    return {"H1": "accepted", "H0": "rejected"}.get(standings.verdict or "", "undecided")
