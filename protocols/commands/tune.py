"""``oddfish tune``."""

from __future__ import annotations

from typing import Any

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    Number,
    Parsed,
    VariantName,
    Whole,
    option_concurrency,
    option_values,
    read_sprt,
    refuse,
)

#: What only one of the two kinds of tuning takes.
_FOR_SEARCH = ("parameters", "iterations", "pairs", "st", "cluster")
_FOR_WEIGHTS = ("games", "holdout", "blend", "rounds", "prior", "test_nodes")


@click.command(short_help="Tune an evaluation, or the search, by self-play.")
@click.argument("variant", type=VariantName())
@click.option("--search", "searching", is_flag=True, help="tune the search's parameters instead, by SPSA")
@click.option(
    "--parameters",
    metavar="A,B*,...",
    default="",
    help="with --search: those to tune, by name or pattern  [default: all that matter in play]",
)
@click.option(
    "--iterations",
    type=Whole(1),
    metavar="N",
    default=1000,
    show_default=True,
    help="with --search: steps of SPSA, each a short match",
)
@click.option(
    "--pairs",
    type=Whole(1),
    metavar="N",
    default=4,
    show_default=True,
    help="with --search: pairs of games in each step",
)
@click.option(
    "--st",
    type=Number(0.001),
    metavar="SECONDS",
    help="with --search: time per move  [default: 0.01, unless --nodes is given]",
)
@click.option("--cluster", metavar="ADDRESS", help="with --search: play on the workers of this Dask scheduler")
@click.option("--games", "-n", type=Whole(4), metavar="N", default=2000, show_default=True, help="games to learn from")
@click.option("--nodes", type=Whole(1), metavar="N", help="nodes per move  [default: 1000; with --search, see --st]")
@click.option(
    "--seed",
    type=Whole(0),
    metavar="N",
    help="seed for armies, deals and openings  [default: that of the --data file, else drawn]",
)
@click.option("--data", metavar="FILE", help="keep the games in FILE, and continue with those already there")
@click.option(
    "--holdout",
    type=Number(0.01, 0.5),
    metavar="X",
    default=0.1,
    show_default=True,
    help="share of games kept for validation",
)
@click.option(
    "--blend",
    type=Number(0, 1),
    metavar="X",
    default=0.4,
    show_default=True,
    help="how much of the target is the search's score rather than the result",
)
@click.option("--rounds", type=Whole(1, 100), metavar="N", default=4, show_default=True, help="at most this many fits")
@click.option("--from", "start", metavar="FILE", help="old weights, to improve on  [default: the built-in ones]")
@click.option("--prior", metavar="FILE", help="weights to start the fit from, such as a sibling's  [default: the old]")
@click.option(
    "--out",
    metavar="FILE",
    help="where to write what is found  [default: VARIANT.weights.json; with --search, VARIANT.search.json]",
)
@click.option(
    "--sprt",
    type=Parsed("sprt", read_sprt),
    default="0,10",
    show_default=True,
    metavar="ELO0,ELO1[,ALPHA,BETA[,MODEL]]",
    help="test of the new weights against the old",
)
@click.option(
    "--max-games",
    type=Whole(0),
    metavar="N",
    default=2000,
    show_default=True,
    help="games in that test; 0 skips it",
)
@click.option("--test-nodes", type=Whole(1), metavar="N", help="nodes per move in that test  [default: as --nodes]")
@click.option(
    "--json", "json_file", metavar="FILE", help="keep the test's games in FILE, and continue with those already there"
)
@option_concurrency
@click.option("--keep", "keeping", is_flag=True, help="build the new weights in if the test accepts them")
@option_values
@click.pass_context
def tune(ctx: click.Context, variant: Variant, **given: Any) -> None:
    """Tune the evaluation of VARIANT, or its search, by self-play, and test the result.

    The engine plays itself at few nodes per move. The weights of its evaluation are fitted to the results (logistic
    regression on quiet positions) for as long as games held out are predicted better, too. Then the new weights play
    the old ones until SPRT accepts or rejects them, or for --max-games.

    With --search, SPSA moves the parameters of the search towards the winners of short matches between neighbours.
    The values found are written to VARIANT.search.json, which the engine's option SearchFile loads.

    \b
    oddfish tune halfgi --data halfgi.jsonl -c 4 --keep
    oddfish tune --search halfgi --data halfgi.spsa.jsonl -c 4 --parameters 'lmr_*' --keep
    """
    if given.pop("searching"):
        refuse(ctx, "--search", *_FOR_WEIGHTS)
        from oddfish.protocols.commands.tune_search import run as run_search

        run_search(variant, given)
        return
    refuse(ctx, "tuning an evaluation", *_FOR_SEARCH)
    from oddfish.protocols.commands.tune_run import run

    given["nodes"] = given["nodes"] or 1000
    run(variant, given)
