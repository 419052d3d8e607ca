"""``oddfish tune``."""

from __future__ import annotations

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.options import options, refuse
from oddfish.protocols.commands.parameters import VariantName
from oddfish.protocols.commands.tune_options import SearchOptions, TuneOptions, WeightOptions


@click.command(
    short_help="Tune an evaluation, or the search, by self-play.",
    help="""
    Tune the evaluation of VARIANT, or its search, by self-play, and test the result.

    The engine plays itself with few nodes per move. Logistic regression on quiet positions fits the weights of its
    evaluation to the results, as long as this also improves predictions of held-out games. Then the new weights play
    the old ones until SPRT accepts or rejects them, or for --max-games games.

    With --search, SPSA plays short matches between neighbouring values of the search parameters and moves towards the
    winners. The result goes to VARIANT.search.json; load it with the engine's option SearchFile.

    \b
    oddfish tune halfgi --data halfgi.jsonl -c 4 --keep
    oddfish tune --search halfgi --data halfgi.spsa.jsonl -c 4 --parameters 'lmr_*' --keep
    """,
)
@click.argument("variant", type=VariantName())
@options(TuneOptions)
@click.pass_context
def tune(ctx: click.Context, variant: Variant, given: TuneOptions) -> None:
    if given.searching:
        refuse(ctx, "--search", WeightOptions)
        from oddfish.protocols.commands.tune_search import run as run_search

        run_search(variant, given)
        return
    refuse(ctx, "tuning an evaluation", SearchOptions)
    from oddfish.protocols.commands.tune_run import run

    run(variant, given)
