"""The options of ``oddfish train``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from oddfish.engine import ranges
from oddfish.engine.experiments.train import BACKENDS
from oddfish.engine.searcher import EVALUATIONS
from oddfish.protocols.commands.options import (
    SPRT,
    blend_option,
    concurrency_option,
    number_option,
    option,
    whole_option,
)

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.statistics import Sprt


@dataclass(frozen=True, kw_only=True)
class SelfPlayOptions:
    """The positions to learn from."""

    positions: int = whole_option("--positions", "-n", default=2_000_000, help="positions to learn from")
    nodes: int = whole_option("--nodes", most=ranges.LARGEST, default=300, help="nodes per move in self-play")
    seed: int | None = whole_option(
        "--seed",
        least=0,
        most=ranges.LARGEST,
        help="seed for armies, deals, openings and the fit  [default: the seed of the --data file, else random]",
    )
    data: str | None = option(
        "--data",
        metavar="FILE",
        help="keep the positions in FILE, and continue with those already there  [default: VARIANT.positions]",
    )
    also: tuple[str, ...] = option(
        "--also", multiple=True, metavar="FILE", help="also learn from the positions in FILE (repeatable)"
    )
    players: str | None = option(
        "--players", metavar="FILE", help="network that evaluates in self-play  [default: the hand-written evaluation]"
    )
    house_rules: bool = option(
        "--house-rules", is_flag=True, help="play the games under random house rules; the network is not tested"
    )


@dataclass(frozen=True, kw_only=True)
class FitOptions:
    """The fit of the network."""

    begin: str | None = option(
        "--from",
        metavar="FILE",
        help="start the fit from this network instead of random weights; a smaller hidden layer is widened",
    )
    hidden: int = whole_option(
        "--hidden", least=32, most=256, default=128, help="size of the hidden layer, a multiple of 32"
    )
    passes: int = whole_option("--passes", most=10_000, default=6, help="passes over the positions")
    batch: int = whole_option("--batch", least=16, most=1 << 24, default=8192, help="positions per step of the fit")
    rate: float = number_option(
        "--rate", accepted=ranges.Number(0, 1, above=True), default=0.001, help="initial learning rate"
    )
    blend: float = blend_option(0.85)
    backend: str = option(
        "--backend",
        type=click.Choice(BACKENDS),
        default=BACKENDS[0],
        show_default=True,
        help="what computes the fit: the core on the CPU, or JAX; 'auto' uses JAX if it is installed and finds a GPU",
    )


@dataclass(frozen=True, kw_only=True)
class TestOptions:
    """The test of the network."""

    against: str = option(
        "--against",
        type=click.Choice(EVALUATIONS),
        default=EVALUATIONS[0],
        show_default=True,
        help="what to test against; 'network' means the built-in one",
    )
    sprt: Sprt = option("--sprt", **SPRT, default="0,10", show_default=True, help="test of the network in each variant")
    st: float = number_option(
        "--st", accepted=ranges.MOVE_TIME, metavar="SECONDS", default=0.1, help="time per move in that test"
    )
    max_games: int = whole_option(
        "--max-games",
        least=0,
        default=400,
        help="games of that test in each variant; 0 skips it",
    )


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """A network to train."""

    play: SelfPlayOptions = field(default_factory=SelfPlayOptions)
    fit: FitOptions = field(default_factory=FitOptions)
    out: str | None = option("--out", metavar="FILE", help="file to write the network to  [default: VARIANT.network]")
    picture: str | None = option("--picture", metavar="FILE", help="plot the loss of each pass to this SVG file")
    test: TestOptions = field(default_factory=TestOptions)
    concurrency: int = concurrency_option()
    cluster: str | None = option(
        "--cluster", metavar="ADDRESS", help="run self-play on the workers of this Dask scheduler"
    )
    keeping: bool = option(
        "--keep", is_flag=True, help="make it the built-in network of the variants whose test accepts it"
    )
