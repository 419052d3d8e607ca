"""``oddfish perft``."""

from __future__ import annotations

import contextlib
import time

import click

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    VariantName,
    interrupted,
    open_cluster,
    open_game,
    option_seed,
    option_values,
    progress,
)


@click.command()
@click.argument("variant", type=VariantName())
@click.argument("depth", type=click.IntRange(0, MAX_DEPTH))
@click.option("--fen", metavar="FEN", help="position to count from  [default: the start position]")
@click.option("--divide", is_flag=True, help="also print the count for each root move")
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="threads to use  [default: 1; with --cluster, all threads of its workers]",
)
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(0, 1 << 20),
    default=0,
    show_default=True,
    metavar="MB",
    help="size of the hash table",
)
@click.option("--lists", is_flag=True, help="generate the moves of the last ply instead of just counting them")
@click.option("--cluster", metavar="ADDRESS", help="count on the workers of the Dask scheduler at tcp://HOST:PORT")
@option_values
@option_seed
def perft(
    variant: Variant,
    depth: int,
    fen: str | None,
    divide: bool,
    threads: int | None,
    hash_mb: int,
    lists: bool,
    cluster: str | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Count the leaf nodes of the legal move tree."""
    from oddfish.engine.perft import Perft

    game = open_game(variant, options, fen, seed)
    lines = []
    try:
        with contextlib.ExitStack() as stack:
            if cluster is not None:
                workers = stack.enter_context(open_cluster(cluster, threads))
                from oddfish.engine.cluster_perft import ClusterPerft

                start = time.perf_counter()
                counting: Perft = ClusterPerft(game, depth, workers, hash_mb=hash_mb, lists=lists)
            else:
                start = time.perf_counter()
                counting = Perft(game.position, depth, threads=threads or 1, hash_mb=hash_mb, lists=lists)
            advance = stack.enter_context(progress(counting.parts, f"perft {depth}"))
            lines += [f"{text}: {number}" for text, number in counting.moves(advance)]
            seconds = time.perf_counter() - start
    except KeyboardInterrupt:
        raise interrupted(f" after {len(lines)} of {game.position.count()} moves") from None
    if divide and depth:
        click.echo("\n".join([*lines, ""]))
    click.echo(f"{seconds:.3f} s, {counting.nodes / max(seconds, 1e-9):,.0f} nodes/s", err=True)
    click.echo("\n".join(counting.report()))
