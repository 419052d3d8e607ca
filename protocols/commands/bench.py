"""``oddfish bench``."""

from __future__ import annotations

import click

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import VariantName, Whole, interrupted, progress


@click.command(short_help="Search fixed positions; print node counts and speed.")
@click.argument("variants", type=VariantName(), nargs=-1, metavar="[VARIANT]...")
@click.option("--depth", type=Whole(1, 100), metavar="N", help="search depth  [default: that of the signature]")
@click.option(
    "--hash",
    "hash_mb",
    type=Whole(1, 1 << 20),
    metavar="MB",
    help="size of the hash table  [default: that of the signature]",
)
def bench(variants: tuple[Variant, ...], depth: int | None, hash_mb: int | None) -> None:
    """Search fixed positions to a fixed depth; print node counts and speed.

    The total is the signature of search and evaluation: with one thread, and the hash table cleared before each
    position, it is the same on every machine.
    """
    from oddfish.engine import bench as benches

    chosen = variants or tuple(REGISTRY.values())
    depth, hash_mb = depth or benches.DEPTH, hash_mb or benches.HASH_MB
    total = benches.Count(0, 0)
    width = max(len(variant.name) for variant in chosen)
    try:
        with progress(sum(len(benches.positions(variant.name)) for variant in chosen), f"depth {depth}") as advance:
            for variant in chosen:
                count = benches.Count(0, 0)
                for one in benches.bench(variant.name, depth, hash_mb):
                    count += one
                    advance()
                click.echo(f"{variant.name:<{width}}  {count.nodes:>12} nodes  {count.nps:>10} nodes/s")
                total += count
    except KeyboardInterrupt:
        raise interrupted() from None
    click.echo(f"{'total':<{width}}  {total.nodes:>12} nodes  {total.nps:>10} nodes/s")
    click.echo(f"Signature: {total.nodes} (depth {depth}, hash {hash_mb} MB, 1 thread)")
