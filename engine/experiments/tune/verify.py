"""Verifying that new weights are better: a match of the engine against itself at equal nodes, and a check that such a
match cannot make, that searches to a fixed depth still end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine import bench
from oddfish.engine.evaluation.weights import Weights
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import OWN, UCI, EngineSpec, OpeningSource, Plan
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher

#: Random plies at the start of each game, and the bound on the score they lead to, in centipawns.
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
    """The match between two files of weights (None for the built-in ones)."""

    def engine(name: str, path: str | None) -> EngineSpec:
        own = {"Hash": _HASH_MB, "Evaluation": "hand-made"} | ({"EvalFile": path} if path is not None else {})
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
    """The verdict of SPRT on the new weights: ``accepted``, ``rejected`` or ``undecided``."""
    return {"H1": "accepted", "H0": "rejected"}.get(standings.verdict or "", "undecided")


#: A search to a fixed depth may take this many times the nodes it took with the old weights, plus this many.
MAX_FACTOR, MAX_EXTRA = 8, 20_000
#: Plies by which these searches are less deep than those of the bench.
_REDUCTION = 1


def explodes(old: Weights, new: Weights) -> bool:
    """Whether a search of a bench position takes far more nodes with the new weights than with the old ones. This
    happens when quiescence does not become quiet, which a match at equal nodes cannot detect."""
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
