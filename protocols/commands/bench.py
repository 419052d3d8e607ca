"""``oddfish bench``."""

from __future__ import annotations

import click

from oddfish.engine import ranges
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import interrupted, progress
from oddfish.protocols.commands.parameters import VariantName, Whole


@click.command(
    short_help="Search fixed positions; print node counts and speed.",
    help="""
    Search fixed positions to a fixed depth; print node counts and speed.

    The total node count is the signature of search and evaluation. It is the same on every machine, because the bench
    uses one thread and clears the transposition table before each position.
    """,
)
@click.argument("variants", type=VariantName(), nargs=-1, metavar="[VARIANT]...")
@click.option("--depth", type=Whole(ranges.Whole(1, 100)), metavar="N", help="search depth  [default: the signature's]")
@click.option(
    "--hash",
    "hash_mb",
    type=Whole(ranges.Whole(1, 1 << 20)),
    metavar="MB",
    help="size of the transposition table  [default: the signature's]",
)
def bench(variants: tuple[Variant, ...], depth: int | None, hash_mb: int | None) -> None:
    from oddfish.engine import bench as benches

    names = [variant.name for variant in variants] or list(REGISTRY)
    run = benches.Bench(names, depth or benches.DEPTH, hash_mb or benches.HASH_MB)
    try:
        with progress(sum(map(len, run.games.values())), f"depth {run.depth}") as advance:
            for line in run.lines(advance):
                click.echo(line)
    except KeyboardInterrupt:
        raise interrupted() from None
