"""Verifies that new weights are better: a match of the engine against itself at equal nodes, and a check that such a
match cannot make: that searches to a fixed depth still finish."""

from __future__ import annotations

from dataclasses import replace

from oddfish.engine import bench
from oddfish.engine.evaluation.weights import Weights
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import OWN, UCI, EngineSpec, Plan
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.trial import Trial
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher

#: The bound on the scores of openings, in centipawns.
BALANCE = 200
_PATIENCE = 600.0  # seconds
_HASH_MB = "8"
NEW, OLD = "new", "old"


def plan(trial: Trial, new: str, old: str | None, nodes: int) -> Plan:
    """The match between two files of weights at equal nodes per move.

    Args:
        new: the path of the new weights.
        old: the path of the old weights; None for the built-in ones.
        nodes: nodes per move.
    """

    def engine(name: str, path: str | None) -> EngineSpec:
        own = {"Hash": _HASH_MB, "Evaluation": "hand-made"} | ({"EvalFile": path} if path is not None else {})
        return EngineSpec(name, f"{OWN} --uci", UCI, own)

    match = trial.plan(engine(NEW, new), engine(OLD, old), Control(nodes=nodes), BALANCE)
    return replace(match, patience=_PATIENCE)


def verdict(standings: Standings) -> str:
    """The verdict of SPRT on the new weights: ``accepted``, ``rejected`` or ``undecided``."""
    return {"H1": "accepted", "H0": "rejected"}.get(standings.verdict or "", "undecided")


#: A search to a fixed depth may take this many times the nodes that it took with the old weights, plus this many.
MAX_FACTOR, MAX_EXTRA = 8, 20_000
#: By how many plies these searches are shallower than the bench's.
_REDUCTION = 1


def explodes(old: Weights, new: Weights) -> bool:
    """Whether a search of a bench position takes far more nodes with the new weights than with the old ones. This
    happens when quiescence search does not settle, which a match at equal nodes cannot detect."""
    depth = bench.plies(old.variant, bench.DEPTH - _REDUCTION)
    searcher = Searcher(hash_mb=bench.HASH_MB)
    for game in bench.positions(old.variant):
        usual = _search(searcher, game, old, Limits(depth=depth)).nodes
        last = _search(searcher, game, new, Limits(depth=depth, nodes=MAX_FACTOR * usual + MAX_EXTRA))
        if last.depth < depth and last.mate is None:
            return True
    return False


def _search(searcher: Searcher, game: Game, weights: Weights, limits: Limits) -> Info:
    """The last report with an exact score."""
    infos: list[Info] = []
    searcher.new_game()
    searcher.set_weights(weights)
    searcher.think(game, limits, infos.append)
    return next(info for info in reversed(infos) if not info.bound)
