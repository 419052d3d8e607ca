"""``oddfish perft``."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.engine import ranges
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import interrupted, open_cluster, progress
from oddfish.protocols.commands.options import PositionOptions, options, refuse
from oddfish.protocols.commands.parameters import VariantName, Whole
from oddfish.protocols.commands.perft_options import PerftOptions

if TYPE_CHECKING:
    from oddfish.engine.perft import Perft


@click.command(
    short_help="Count the legal move tree.",
    help="""
    Count the leaf nodes of the legal move tree.

    Give the FEN after --fen or as the last arguments; quotes are optional.

    With --suite, VARIANT is the variant of the suite  [default: the one that the file names, else normal; for the
    built-in suites, all variants], and DEPTH limits the depth. The exit status is 0 if all counts agree, 1 if one
    differs, and 2 if a line is malformed.

    With --against, both generators run a divide, and you see the first position where they differ. The exit status is
    0 if they agree, 1 if they differ, and 2 if the other generator does not answer.

    \b
    oddfish perft normal 5 --divide --fen "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    oddfish perft normal 5 --details
    oddfish perft --suite builtin --max-nodes 10000000
    oddfish perft --suite hard-positions.epd --threads 2 --json
    oddfish perft normal 5 --against ./my-engine
    oddfish perft halfgi 3 --against "python my_generator.py" --protocol script
    """,
)
@click.argument("variant", type=VariantName(), required=False)
@click.argument("depth", type=Whole(ranges.Whole(0, MAX_DEPTH)), required=False)
@click.argument("words", nargs=-1, metavar="[FEN]")
@options(PerftOptions)
@click.pass_context
def perft(
    ctx: click.Context, variant: Variant | None, depth: int | None, words: tuple[str, ...], given: PerftOptions
) -> None:
    if given.suites:
        refuse(ctx, "--suite", "words", "divide", "details", "against", "cluster", PositionOptions)
        from oddfish.engine.suites.check import Limits
        from oddfish.protocols.commands.perft_suite import run_suites

        limits = Limits(depth, given.max_nodes, given.threads or 1, given.hash_mb, given.lists)
        ctx.exit(run_suites(given.suites, variant, limits, given.as_json))
    for name, value in (("VARIANT", variant), ("DEPTH", depth)):
        if value is None:
            raise click.UsageError(f"Missing argument '{name}'.")
    if given.max_nodes is not None:
        raise click.UsageError("--max-nodes needs --suite.")
    assert variant is not None
    assert depth is not None
    game = given.position.game(variant, words)
    if given.other.against is not None:
        refuse(ctx, "--against", "divide", "details", "lists", "cluster")
        from oddfish.protocols.commands.perft_against import run_against

        ctx.exit(run_against(game, depth, given.other.against, given))
    if given.details:
        refuse(ctx, "--details", "divide", "hash_mb", "lists", "cluster")
        from oddfish.protocols.commands.perft_details import run_details

        run_details(game, depth, given.threads or 1, given.as_json)
        return
    _count(game, depth, given)


def _count(game: Game, depth: int, given: PerftOptions) -> None:
    """Count or divide one position, and print the result."""
    parts: dict[str, int] = {}
    try:
        with ExitStack() as stack:
            start, counting = _perft(game, depth, given, stack)
            advance = stack.enter_context(progress(counting.parts, f"perft {depth}"))
            for part in counting.moves(advance):
                parts.update([part])
            seconds = time.perf_counter() - start
    except KeyboardInterrupt:
        if given.divide and parts and not given.as_json:
            click.echo(_divided(parts))
        raise interrupted(f" after {len(parts)} of {game.position.count()} moves") from None
    speed = counting.nodes / max(seconds, 1e-9)
    asked, found = counting.table_use
    if given.as_json:
        report: dict[str, Any] = {
            "variant": game.variant.name,
            "fen": game.fen(),
            "depth": depth,
            "nodes": counting.nodes,
        }
        if game.position.has_chance:
            report["outcomes"] = counting.outcomes
        report |= {"seconds": round(seconds, 6), "nodes_per_second": round(speed)}
        if asked:
            report |= {"hash_lookups": asked, "hash_hits": found}
        if given.divide:
            report["moves"] = parts
        click.echo(json.dumps(report, indent=2))
        return
    if given.divide and depth:
        click.echo(f"{_divided(parts)}\n")
    used = f", {found / asked:.0%} of {asked:,} positions found in the hash table" if asked else ""
    click.echo(f"{seconds:.3f} s, {speed:,.0f} nodes/s{used}", err=True)
    click.echo("\n".join(counting.report()))


def _divided(parts: Mapping[str, int]) -> str:
    """A line for each root move with its leaves."""
    return "\n".join(f"{text}: {number}" for text, number in parts.items())


def _perft(game: Game, depth: int, given: PerftOptions, stack: ExitStack) -> tuple[float, Perft]:
    """The start time, and the perft: on this machine or on a cluster."""
    if given.cluster is not None:
        workers = stack.enter_context(open_cluster(given.cluster, given.threads))
        from oddfish.engine.experiments.cluster_perft import ClusterPerft

        start = time.perf_counter()
        return start, ClusterPerft(game, depth, workers, hash_mb=given.hash_mb, lists=given.lists)
    from oddfish.engine.perft import Perft

    start = time.perf_counter()
    return start, Perft(game.position, depth, threads=given.threads or 1, hash_mb=given.hash_mb, lists=given.lists)
