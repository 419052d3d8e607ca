"""``oddfish train``."""

from __future__ import annotations

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.options import options
from oddfish.protocols.commands.parameters import VariantName
from oddfish.protocols.commands.train_options import TrainOptions


@click.command(
    short_help="Train a network that evaluates positions, by self-play.",
    help="""
    Train one network for all VARIANTs, which must have the same features, and test it.

    The engine plays itself with few nodes per move and keeps quiet positions with their search scores and the results
    of the games. The fit trains a network on them and checks it on held-out games. Then, in each variant, the network
    plays the current evaluation at equal time until SPRT accepts or rejects it.

    If you interrupt the command, run it again to continue with the positions it has kept.

    \b
    oddfish train banqi --data banqi.positions -c 4 --keep
    oddfish train normal --nodes 5000 --hidden 64 --max-games 0 --picture loss.svg
    """,
)
@click.argument("variants", metavar="VARIANT...", type=VariantName(), nargs=-1, required=True)
@options(TrainOptions)
def train(variants: tuple[Variant, ...], given: TrainOptions) -> None:
    from oddfish.protocols.commands.train_run import run

    run(variants, given)
