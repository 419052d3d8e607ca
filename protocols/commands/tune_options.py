"""The options of ``oddfish tune``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oddfish.engine import ranges
from oddfish.protocols.commands.options import (
    SPRT,
    VariantOptions,
    blend_option,
    concurrency_option,
    number_option,
    option,
    whole_option,
)

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.statistics import Sprt


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Options for tuning the search."""

    parameters: str = option(
        "--parameters",
        metavar="A,B*,...",
        default="",
        help="with --search: parameters to tune, by name or pattern  [default: all that affect play]",
    )
    iterations: int = whole_option(
        "--iterations", most=10_000_000, default=1000, help="with --search: SPSA steps, each a short match"
    )
    pairs: int = whole_option("--pairs", most=1_000_000, default=4, help="with --search: pairs of games per step")
    st: float | None = number_option(
        "--st",
        accepted=ranges.MOVE_TIME,
        metavar="SECONDS",
        help="with --search: time per move  [default: 0.01, unless you set --nodes]",
    )
    cluster: str | None = option(
        "--cluster", metavar="ADDRESS", help="with --search: play on the workers of this Dask scheduler"
    )


@dataclass(frozen=True, kw_only=True)
class WeightOptions:
    """Options for tuning an evaluation."""

    games: int = whole_option("--games", "-n", least=4, default=2000, help="games to learn from")
    holdout: float = number_option(
        "--holdout", accepted=ranges.Number(0.01, 0.5), default=0.1, help="share of games kept for validation"
    )
    blend: float = blend_option(0.4)
    rounds: int = whole_option("--rounds", most=100, default=4, help="maximum number of fits")
    prior: str | None = option(
        "--prior",
        metavar="FILE",
        help="weights to start the fit from, such as those of a related variant  [default: the old ones]",
    )
    test_nodes: int | None = whole_option(
        "--test-nodes", most=ranges.LARGEST, help="nodes per move in the test of the new weights  [default: as --nodes]"
    )


@dataclass(frozen=True, kw_only=True)
class TuneOptions:
    """What to tune and how."""

    searching: bool = option("--search", is_flag=True, help="tune the search's parameters instead, by SPSA")
    search: SearchOptions = field(default_factory=SearchOptions)
    weights: WeightOptions = field(default_factory=WeightOptions)
    nodes: int | None = whole_option(
        "--nodes", most=ranges.LARGEST, help="nodes per move  [default: 1000; with --search, see --st]"
    )
    seed: int | None = whole_option(
        "--seed",
        least=0,
        most=ranges.LARGEST,
        help="seed for armies, deals and openings  [default: the seed of the --data file, else random]",
    )
    data: str | None = option(
        "--data", metavar="FILE", help="keep the games in FILE, and continue with those already there"
    )
    start: str | None = option(
        "--from", metavar="FILE", help="old weights or parameters to improve  [default: the built-in ones]"
    )
    out: str | None = option(
        "--out",
        metavar="FILE",
        help="file to write the result to  [default: VARIANT.weights.json; with --search, VARIANT.search.json]",
    )
    sprt: Sprt = option("--sprt", **SPRT, default="0,10", show_default=True, help="test of new against old")
    max_games: int = whole_option("--max-games", least=0, default=2000, help="games of that test; 0 skips it")
    json_file: str | None = option(
        "--json", metavar="FILE", help="keep the games of the test in FILE, and continue with those already there"
    )
    concurrency: int = concurrency_option()
    keeping: bool = option("--keep", is_flag=True, help="make the result built-in if the test accepts it")
    rules: VariantOptions = field(default_factory=VariantOptions)

    def out_of(self, variant: str) -> str:
        """The file for the result."""
        return self.out or f"{variant}.{'search' if self.searching else 'weights'}.json"

    def hint(self) -> str:
        """How to continue an interrupted run."""
        files = [name for name in (self.data, self.json_file) if name]
        return f"; the same command continues with {' and '.join(files)}" if files else ""
