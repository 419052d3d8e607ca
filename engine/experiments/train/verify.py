"""The match that a new network plays, at equal time, against what evaluates a game today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import OWN, UCI, EngineSpec, OpeningSource, Plan
from oddfish.engine.experiments.match.statistics import Sprt

#: Random plies at the start of each game, and the bound on the score they lead to, in centipawns.
RANDOM_PLIES, BALANCE = 6, 150
NEW, OLD = "new", "built in"
_HASH_MB = "16"
_MARGIN = 1000  # ms by which an engine may be late: what is tested is not the clock


def plan(
    variant: str,
    network: str,
    against: str,
    *,
    seconds: float,
    games: int,
    sprt: Sprt,
    seed: int,
    options: Mapping[str, Any],
) -> Plan:
    """The match between the network in a file and ``against``: one of `oddfish.engine.searcher.EVALUATIONS`, which by
    networks means what is built in."""
    old = OLD if against == "network" else against
    return Plan(
        variant=variant,
        engines=(
            EngineSpec(NEW, f"{OWN} --uci", UCI, {"Hash": _HASH_MB, "EvalFile": network}),
            EngineSpec(old, f"{OWN} --uci", UCI, {"Hash": _HASH_MB, "Evaluation": against}),
        ),
        control=Control(move_time=seconds, margin=_MARGIN),
        options=options,
        games=games + games % 2,
        seed=seed,
        openings=OpeningSource(random_plies=RANDOM_PLIES, balance=BALANCE),
        sprt=sprt,
    )
