"""SPSA: tunes all search parameters together by self-play.

Each iteration changes every parameter by a step up or down at random, plays a few games between the engine with these
values and the engine with the opposite steps, and moves the parameters a little towards the winner (Spall, "An overview
of the simultaneous perturbation method", 1998). Steps and moves shrink with the iterations.
"""

from __future__ import annotations

import fnmatch
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from oddfish.cext.search import PARAMETERS
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import OWN, UCI, EngineSpec, OpeningSource, Plan
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.trial import RANDOM_PLIES
from oddfish.engine.experiments.tune.lines import LineFile, TuneError
from oddfish.engine.experiments.tune.verify import BALANCE, NEW, OLD
from oddfish.engine.ranges import Number

#: Exponents of the gains, and the share of the iterations that dampens the first gains.
_ALPHA, _GAMMA, _STABILITY = 0.602, 0.101, 0.1
#: The final step as a share of a parameter's range.
_STEP = 0.06
#: Parameters that do not change how well the engine plays.
_LEFT_ALONE = ("report_*", "time_*", "helper_*", "vote_*", "mate_*")
_FOR_CHANCE = ("chance_*",)  # in games of chance only
_HASH_MB = "8"
_PATIENCE = 60.0  # seconds


@dataclass(frozen=True)
class Recipe:
    """How to tune. Equal recipes and equal scores give equal parameters.

    Args:
        variant: the game.
        names: the parameters to tune.
        start: their initial values, and the values of parameters that do not change.
        iterations: the total number of iterations; the gains depend on it.
        games: games per iteration; even.
        control: the limits of the games.
        seed: seed of steps, armies, deals and openings.
        rate: how far a won pair of games moves a parameter in the last iteration, in steps.
        options: the variant's options.
    """

    variant: str
    names: tuple[str, ...]
    start: Mapping[str, int]
    iterations: int
    games: int
    control: Control
    seed: int
    rate: float = 0.02
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def chosen_parameters(patterns: Sequence[str], chance: bool) -> tuple[str, ...]:
    """The parameters whose names match any of these shell patterns. Without patterns, all that affect play; parameters
    for games of chance are included only if ``chance``.

    Raises:
        TuneError: a pattern matches no parameter.
    """
    names = [row.name for row in PARAMETERS]
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            raise TuneError(f"no search parameter matches '{pattern}'")
    if patterns:
        return tuple(name for name in names if any(fnmatch.fnmatch(name, pattern) for pattern in patterns))
    idle = _LEFT_ALONE if chance else _LEFT_ALONE + _FOR_CHANCE
    return tuple(name for name in names if not any(fnmatch.fnmatch(name, pattern) for pattern in idle))


class Spsa:
    """A run of SPSA. With a file you can continue it later.

    Raises:
        TuneError: the file holds something else, or a run with another recipe.
    """

    def __init__(self, recipe: Recipe, path: str | Path | None = None):
        self.recipe = recipe
        self.done = 0
        self._rows = {row.name: row for row in PARAMETERS if row.name in recipe.names}
        self._values = {name: float(recipe.start.get(name, row.default)) for name, row in self._rows.items()}
        self._file = LineFile(path, "spsa", "a search's tuning", recipe.to_json(), self._take)

    def _take(self, values: dict[str, Any]) -> None:
        if values["iteration"] != self.done + 1:
            raise ValueError("iterations are missing")
        self._move(Number(-self.recipe.games, self.recipe.games).check(values["points"]))

    def close(self) -> None:
        self._file.close()

    def step(self, name: str, iteration: int) -> float:
        """How far an iteration moves a parameter up and down to test it."""
        row = self._rows[name]
        last = max((row.high - row.low) * _STEP, 0.5)
        return last * (self.recipe.iterations / (iteration + 1)) ** _GAMMA

    def _gain(self, name: str, iteration: int) -> float:
        """How far one point moves a parameter."""
        total = self.recipe.iterations
        tempered = _STABILITY * total
        share = ((tempered + total) / (tempered + iteration + 1)) ** _ALPHA
        return self.recipe.rate * share * self.step(name, total - 1) ** 2 / self.step(name, iteration)

    def _signs(self, iteration: int) -> dict[str, int]:
        rng = random.Random(f"{self.recipe.seed}/{iteration}")
        return {name: rng.choice((-1, 1)) for name in self._rows}

    def candidates(self) -> tuple[dict[str, int], dict[str, int]]:
        """The parameters of the next iteration's two players."""
        signs = self._signs(self.done)
        up, down = (
            {
                name: self._rounded(name, value + way * signs[name] * self.step(name, self.done))
                for name, value in self._values.items()
            }
            for way in (1, -1)
        )
        return {**self.recipe.start, **up}, {**self.recipe.start, **down}

    def learn(self, points: float) -> None:
        """Finish the iteration: ``points`` is the first player's margin of victory."""
        self._file.append({"iteration": self.done + 1, "points": points})
        self._move(points)

    def _move(self, points: float) -> None:
        signs = self._signs(self.done)
        for name, row in self._rows.items():
            moved = self._values[name] + self._gain(name, self.done) * signs[name] * points
            self._values[name] = min(max(moved, row.low), row.high)
        self.done += 1

    def _rounded(self, name: str, value: float) -> int:
        row = self._rows[name]
        return min(max(round(value), row.low), row.high)

    @property
    def values(self) -> dict[str, int]:
        """The parameters as tuned so far, with those that do not change."""
        return {**self.recipe.start, **{name: self._rounded(name, value) for name, value in self._values.items()}}


# Matches ----------------------------------------------------------------------------------------------------------


def engine(name: str, values: Mapping[str, int]) -> EngineSpec:
    """The engine with these search parameters. The option contains them, because a cluster cannot read our files."""
    return EngineSpec(name, f"{OWN} --uci", UCI, {"Hash": _HASH_MB, "SearchFile": json.dumps({"search": dict(values)})})


def match(recipe: Recipe, first: Mapping[str, int], second: Mapping[str, int], games: int, seed: str) -> Plan:
    """A match between two sets of parameters."""
    return Plan(
        variant=recipe.variant,
        engines=(engine(NEW, first), engine(OLD, second)),
        control=recipe.control,
        options=recipe.options,
        games=games + games % 2,
        seed=random.Random(seed).getrandbits(31),
        openings=OpeningSource(random_plies=RANDOM_PLIES, balance=BALANCE),
        patience=_PATIENCE,
    )


def iteration_plan(run: Spsa) -> Plan:
    """The match of the next iteration."""
    recipe = run.recipe
    return match(recipe, *run.candidates(), recipe.games, f"{recipe.seed}/games/{run.done}")


def points(standings: Standings) -> float:
    """The first player's margin of victory in a finished match, in points."""
    score = standings.score(NEW)
    return float(score.wins - score.losses)
