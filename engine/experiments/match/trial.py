"""A match that decides whether a new network or new weights play better than the old ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, OpeningSource, Plan
from oddfish.engine.experiments.match.statistics import Sprt

#: Random plies at the start of each game.
RANDOM_PLIES = 6


@dataclass(frozen=True)
class Trial:
    """The terms of such a match.

    Attributes:
        variant: the game's name.
        games: the maximum number of games; an odd number is rounded up.
        sprt: the test that accepts or rejects the new engine.
        seed: the seed of armies, deals and openings.
        options: the variant's options.
    """

    variant: str
    games: int
    sprt: Sprt
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def plan(self, new: EngineSpec, old: EngineSpec, control: Control, balance: int) -> Plan:
        """The match between two engines.

        Args:
            balance: the bound on the scores of openings, in centipawns.
        """
        return Plan(
            variant=self.variant,
            engines=(new, old),
            control=control,
            options=self.options,
            games=self.games + self.games % 2,
            seed=self.seed,
            openings=OpeningSource(random_plies=RANDOM_PLIES, balance=balance),
            sprt=self.sprt,
        )
