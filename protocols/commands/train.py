"""``oddfish train``."""

from __future__ import annotations

from typing import Any

import click

from oddfish.engine.searcher import EVALUATIONS
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Number, Parsed, VariantName, Whole, option_concurrency, read_sprt


@click.command(short_help="Train a network that evaluates positions, by self-play.")
@click.argument("variants", metavar="VARIANT...", type=VariantName(), nargs=-1, required=True)
@click.option(
    "--positions",
    "-n",
    type=Whole(1),
    metavar="N",
    default=2_000_000,
    show_default=True,
    help="positions to learn from",
)
@click.option("--nodes", type=Whole(1), metavar="N", default=300, show_default=True, help="nodes per move in self-play")
@click.option(
    "--seed",
    type=Whole(0),
    metavar="N",
    help="seed for armies, deals, openings and the fit  [default: that of the --data file, else drawn]",
)
@click.option(
    "--data",
    metavar="FILE",
    help="keep the positions in FILE, and continue with those already there  [default: VARIANT.positions]",
)
@click.option("--also", multiple=True, metavar="FILE", help="learn from the positions in FILE, too (repeatable)")
@click.option("--players", metavar="FILE", help="the network that self-play evaluates by  [default: hand-made]")
@click.option("--from", "begin", metavar="FILE", help="begin the fit with this network, not with random weights")
@click.option("--house-rules", is_flag=True, help="play half of the games by house rules drawn by lot")
@click.option(
    "--hidden",
    type=Whole(32, 256),
    metavar="N",
    default=128,
    show_default=True,
    help="size of the hidden layer, a multiple of 32",
)
@click.option(
    "--passes",
    type=Whole(1),
    metavar="N",
    default=6,
    show_default=True,
    help="how often each position is learned from",
)
@click.option(
    "--batch",
    type=Whole(16),
    metavar="N",
    default=8192,
    show_default=True,
    help="positions of a step of the fit",
)
@click.option(
    "--rate",
    type=Number(0, 1, min_open=True),
    metavar="X",
    default=0.001,
    show_default=True,
    help="learning rate at the start",
)
@click.option(
    "--blend",
    type=Number(0, 1),
    metavar="X",
    default=0.85,
    show_default=True,
    help="how much of the target is the search's score rather than the result",
)
@click.option("--out", metavar="FILE", help="where to write the network  [default: VARIANT.network]")
@click.option("--picture", metavar="FILE", help="write the loss by pass as SVG")
@click.option(
    "--against",
    type=click.Choice(EVALUATIONS),
    default=EVALUATIONS[0],
    show_default=True,
    help="what to test against; 'network' is what is built in",
)
@click.option(
    "--sprt",
    type=Parsed("sprt", read_sprt),
    default="0,10",
    show_default=True,
    metavar="ELO0,ELO1[,ALPHA,BETA[,MODEL]]",
    help="test of the network, in each variant",
)
@click.option(
    "--st",
    type=Number(0.001),
    metavar="SECONDS",
    default=0.1,
    show_default=True,
    help="time per move in that test",
)
@click.option(
    "--max-games",
    type=Whole(0),
    metavar="N",
    default=400,
    show_default=True,
    help="games in that test, in each variant; 0 skips it",
)
@option_concurrency
@click.option("--cluster", metavar="ADDRESS", help="play the games to learn from on the workers of this Dask scheduler")
@click.option("--keep", "keeping", is_flag=True, help="build the network in for the variants whose test accepts it")
def train(variants: tuple[Variant, ...], **given: Any) -> None:
    """Train one network for all VARIANTs, which must see their positions alike, and test it.

    The engine plays itself at few nodes per move, and quiet positions are kept with the search's score and the game's
    result. A network is fitted to them; games held out show how well it predicts. Then it plays, at equal time, what
    evaluates each variant today, until SPRT accepts or rejects it.

    Interrupted, the same command continues with the positions that are there.

    \b
    oddfish train banqi banqi-hongkong --data banqi.positions -c 4 --keep
    oddfish train normal --nodes 5000 --hidden 64 --max-games 0 --picture loss.svg
    """
    from oddfish.protocols.commands.train_run import run

    run(variants, given)
