"""What decides whether new weights are better: a match of the engine against itself at equal nodes, and what such a
match does not see, whether searches to a fixed depth still end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine import bench
from oddfish.engine.game import Game
from oddfish.engine.match.control import Control
from oddfish.engine.match.plan import OWN, UCI, EngineSpec, OpeningSource, Plan
from oddfish.engine.match.standings import Standings
from oddfish.engine.match.statistics import Sprt
from oddfish.engine.searcher import Info, Limits, Searcher
from oddfish.engine.weights import Weights

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


#: How many times the old weights' nodes, and how many more, a search to a fixed depth may take by the new ones.
MOST_TIMES, MOST_MORE = 8, 20_000
#: Plies by which those searches are less deep than the bench's.
_FEWER_PLIES = 1


def explodes(old: Weights, new: Weights) -> bool:
    """Whether the new weights make a search of a bench position take far more nodes than the old ones: quiescence
    that finds no quiet is seen by who waits for a depth, not by a match at equal nodes."""
    depth = bench.plies(old.variant, bench.DEPTH - _FEWER_PLIES)
    searcher = Searcher(hash_mb=bench.HASH_MB)
    for game in bench.positions(old.variant):
        usual = _search(searcher, game, old, Limits(depth=depth)).nodes
        last = _search(searcher, game, new, Limits(depth=depth, nodes=MOST_TIMES * usual + MOST_MORE))
        if last.depth < depth and last.mate is None:
            return True
    return False


def _search(searcher: Searcher, game: Game, weights: Weights, limits: Limits) -> Info:
    """What was told last, of a depth searched to its end."""
    told: list[Info] = []
    searcher.new_game()
    searcher.set_weights(weights)
    searcher.think(game, limits, told.append)
    return next(info for info in reversed(told) if not info.bound)
