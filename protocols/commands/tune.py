"""``oddfish tune``."""

from __future__ import annotations

from typing import Any

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Parsed, VariantName, option_concurrency, option_values, read_sprt


@click.command(short_help="Tune an evaluation by self-play.")
@click.argument("variant", type=VariantName())
@click.option(
    "--games", "-n", type=click.IntRange(4), metavar="N", default=2000, show_default=True, help="games to learn from"
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", default=1000, show_default=True, help="nodes per move")
@click.option(
    "--seed",
    type=click.IntRange(0),
    metavar="N",
    help="seed for armies, deals and openings  [default: that of the --data file, else drawn]",
)
@click.option("--data", metavar="FILE", help="keep the games in FILE, and continue with those already there")
@click.option(
    "--holdout",
    type=click.FloatRange(0.01, 0.5),
    metavar="X",
    default=0.1,
    show_default=True,
    help="share of games kept for validation",
)
@click.option(
    "--blend",
    type=click.FloatRange(0, 1),
    metavar="X",
    default=0.4,
    show_default=True,
    help="how much of the target is the search's score rather than the result",
)
@click.option(
    "--rounds", type=click.IntRange(1, 100), metavar="N", default=4, show_default=True, help="at most this many fits"
)
@click.option("--from", "start", metavar="FILE", help="old weights, to improve on  [default: the built-in ones]")
@click.option("--prior", metavar="FILE", help="weights to start the fit from, such as a sibling's  [default: the old]")
@click.option("--out", metavar="FILE", help="where to write the new weights  [default: VARIANT.weights.json]")
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
    type=click.IntRange(0),
    metavar="N",
    default=2000,
    show_default=True,
    help="games in that test; 0 skips it",
)
@click.option(
    "--test-nodes", type=click.IntRange(1), metavar="N", help="nodes per move in that test  [default: as --nodes]"
)
@click.option(
    "--json", "json_file", metavar="FILE", help="keep the test's games in FILE, and continue with those already there"
)
@option_concurrency
@click.option("--keep", "keeping", is_flag=True, help="build the new weights in if the test accepts them")
@option_values
def tune(variant: Variant, **given: Any) -> None:
    """Tune the evaluation of VARIANT by self-play, and test the result.

    The engine plays itself at few nodes per move. The weights of its evaluation are fitted to the results (logistic
    regression on quiet positions) for as long as games held out are predicted better, too. Then the new weights play
    the old ones until SPRT accepts or rejects them, or for --max-games.

    \b
    oddfish tune halfgi --data halfgi.jsonl -c 4 --keep
    """
    from oddfish.protocols.commands.tune_run import run

    run(variant, given)
