"""``oddfish train``."""

from __future__ import annotations

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.options import options
from oddfish.protocols.commands.parameters import VariantName
from oddfish.protocols.commands.train_options import TrainOptions


@click.command(short_help="Train a network that evaluates positions, by self-play.")
@click.argument("variants", metavar="VARIANT...", type=VariantName(), nargs=-1, required=True)
@options(TrainOptions)
def train(variants: tuple[Variant, ...], given: TrainOptions) -> None:
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
