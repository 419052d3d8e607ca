"""``oddfish perft``."""

from __future__ import annotations

import contextlib
import json
import time
from typing import Any

import click

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    Number,
    VariantName,
    Whole,
    interrupted,
    open_cluster,
    open_game,
    option_seed,
    option_values,
    progress,
    refuse,
)
from oddfish.protocols.commands.perft_suite import SuiteFile


@click.command(short_help="Count the legal move tree.")
@click.argument("variant", type=VariantName(), required=False)
@click.argument("depth", type=Whole(0, MAX_DEPTH), required=False)
@click.option("--fen", metavar="FEN", help="position to count from  [default: the start position]")
@click.option("--divide", is_flag=True, help="also print the count for each root move")
@click.option(
    "--details", is_flag=True, help="count captures, checks and other kinds of moves, at each depth up to DEPTH"
)
@click.option(
    "--suite",
    "suites",
    type=SuiteFile(),
    multiple=True,
    metavar="FILE",
    help="check the counts of an EPD suite instead (repeatable); 'builtin': those that come with Oddfish",
)
@click.option(
    "--against",
    metavar="ENGINE",
    help="find where another move generator differs: a command line, or KEY=VALUE words as for `oddfish match`",
)
@click.option(
    "--protocol",
    type=click.Choice(("auto", "uci", "cecp", "script")),
    default="auto",
    show_default=True,
    help="how to ask the other generator; a script is called with depth, FEN and moves, and prints 'move: count' lines",
)
@click.option(
    "--patience",
    type=Number(0.1),
    default=600,
    show_default=True,
    metavar="SECONDS",
    help="how long the other generator may be silent",
)
@click.option("--max-nodes", type=Whole(1), metavar="N", help="with --suite, leave out counts of more than N nodes")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object")
@click.option(
    "--threads",
    type=Whole(1, 1024),
    metavar="N",
    help="threads to use  [default: 1; with --cluster, all threads of its workers]",
)
@click.option(
    "--hash",
    "hash_mb",
    type=Whole(0, 1 << 20),
    default=0,
    show_default=True,
    metavar="MB",
    help="size of the hash table",
)
@click.option("--lists", is_flag=True, help="generate the moves of the last ply instead of just counting them")
@click.option("--cluster", metavar="ADDRESS", help="count on the workers of the Dask scheduler at tcp://HOST:PORT")
@option_values
@option_seed
@click.pass_context
def perft(ctx: click.Context, variant: Variant | None, depth: int | None, **given: Any) -> None:
    """Count the leaf nodes of the legal move tree.

    With --suite, VARIANT is the game of its positions  [default: the one that the file names, else normal; of the
    built-in suites all], and DEPTH the deepest count that is made. The exit status is 0 if all counts agree, 1 if one
    differs, 2 if a line cannot be read.

    With --against, both divide, and the first position whose moves differ is shown. The exit status is 0 if the two
    agree, 1 if they differ, 2 if the other generator does not answer.

    \b
    oddfish perft normal 5 --divide --fen "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    oddfish perft normal 5 --details
    oddfish perft --suite builtin --max-nodes 10000000
    oddfish perft --suite hard-positions.epd --threads 2 --json
    oddfish perft normal 5 --against ./my-engine
    oddfish perft halfgi 3 --against "python my_generator.py" --protocol script
    """
    if given["suites"]:
        refuse(ctx, "--suite", "fen", "divide", "details", "against", "cluster", "options", "seed")
        from oddfish.engine.suites.check import Limits
        from oddfish.protocols.commands.perft_suite import run_suites

        limits = Limits(depth, given["max_nodes"], given["threads"] or 1, given["hash_mb"], given["lists"])
        ctx.exit(run_suites(given["suites"], variant, limits, given["as_json"]))
    for name, value in (("VARIANT", variant), ("DEPTH", depth)):
        if value is None:
            raise click.UsageError(f"Missing argument '{name}'.")
    if given["max_nodes"] is not None:
        raise click.UsageError("--max-nodes goes with --suite.")
    assert variant is not None
    assert depth is not None
    if given["against"] is not None:
        refuse(ctx, "--against", "divide", "details", "lists", "cluster")
        from oddfish.protocols.commands.perft_against import run_against

        game = open_game(variant, given["options"], given["fen"], given["seed"])
        ctx.exit(run_against(game, depth, **{name: given[name] for name in _AGAINST}))
    if given["details"]:
        refuse(ctx, "--details", "divide", "hash_mb", "lists", "cluster")
        from oddfish.protocols.commands.perft_details import run_details

        run_details(
            open_game(variant, given["options"], given["fen"], given["seed"]),
            depth,
            given["threads"] or 1,
            given["as_json"],
        )
        return
    _count(variant, depth, given)


#: What ``--against`` takes besides the position.
_AGAINST = ("against", "protocol", "patience", "threads", "hash_mb", "as_json")


def _count(variant: Variant, depth: int, given: dict[str, Any]) -> None:
    """Count, or divide, one position."""
    from oddfish.engine.perft import Perft

    game = open_game(variant, given["options"], given["fen"], given["seed"])
    parts: dict[str, int] = {}
    try:
        with contextlib.ExitStack() as stack:
            if given["cluster"] is not None:
                workers = stack.enter_context(open_cluster(given["cluster"], given["threads"]))
                from oddfish.engine.experiments.cluster_perft import ClusterPerft

                start = time.perf_counter()
                counting: Perft = ClusterPerft(game, depth, workers, hash_mb=given["hash_mb"], lists=given["lists"])
            else:
                start = time.perf_counter()
                counting = Perft(
                    game.position,
                    depth,
                    threads=given["threads"] or 1,
                    hash_mb=given["hash_mb"],
                    lists=given["lists"],
                )
            advance = stack.enter_context(progress(counting.parts, f"perft {depth}"))
            for part in counting.moves(advance):
                parts.update([part])
            seconds = time.perf_counter() - start
    except KeyboardInterrupt:
        raise interrupted(f" after {len(parts)} of {game.position.count()} moves") from None
    speed = counting.nodes / max(seconds, 1e-9)
    asked, found = counting.table_use
    if given["as_json"]:
        report: dict[str, Any] = {"variant": variant.name, "fen": game.fen(), "depth": depth, "nodes": counting.nodes}
        if game.position.has_chance:
            report["outcomes"] = counting.outcomes
        report |= {"seconds": round(seconds, 6), "nodes_per_second": round(speed)}
        if asked:
            report |= {"hash_lookups": asked, "hash_hits": found}
        if given["divide"]:
            report["moves"] = parts
        click.echo(json.dumps(report, indent=2))
        return
    if given["divide"] and depth:
        click.echo("\n".join([*(f"{text}: {number}" for text, number in parts.items()), ""]))
    used = f", {found / asked:.0%} of {asked:,} positions found in the hash table" if asked else ""
    click.echo(f"{seconds:.3f} s, {speed:,.0f} nodes/s{used}", err=True)
    click.echo("\n".join(counting.report()))
