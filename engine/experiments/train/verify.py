"""The match between a new network and a game's present evaluation, at equal time."""

from __future__ import annotations

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import OWN, UCI, EngineSpec, Plan
from oddfish.engine.experiments.match.trial import Trial

#: The bound on the scores of openings, in centipawns.
BALANCE = 150
NEW, OLD = "new", "built in"
_HASH_MB = "16"
_MARGIN = 1000  # ms by which an engine may be late: the match does not test the clock


def plan(trial: Trial, network: str, against: str, seconds: float) -> Plan:
    """The match between a network and the evaluation that it would replace, at equal time per move.

    Args:
        network: the path of the network.
        against: one of `oddfish.engine.searcher.EVALUATIONS`; "network" means the built-in network.
        seconds: time per move.
    """
    old = OLD if against == "network" else against
    return trial.plan(
        EngineSpec(NEW, f"{OWN} --uci", UCI, {"Hash": _HASH_MB, "EvalFile": network}),
        EngineSpec(old, f"{OWN} --uci", UCI, {"Hash": _HASH_MB, "Evaluation": against}),
        Control(move_time=seconds, margin=_MARGIN),
        BALANCE,
    )
