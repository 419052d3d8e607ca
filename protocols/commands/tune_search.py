"""Runs ``oddfish tune --search``: iterations of SPSA, then a test."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from oddfish.engine.evaluation.parameters import (
    all_parameters,
    built_in_parameters,
    install_parameters,
    read_parameters,
    write_parameters,
)
from oddfish.engine.evaluation.weights import WeightsError
from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import MatchError, Plan
from oddfish.engine.experiments.match.pool import GamePool, LocalPool
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.tune.lines import TuneError, recorded_seed
from oddfish.engine.experiments.tune.spsa import Recipe, Spsa, chosen_parameters, iteration_plan, match, points
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import interrupted, open_cluster, open_console, progress, reported
from oddfish.protocols.commands.match_run import logged
from oddfish.protocols.commands.options import open_game
from oddfish.protocols.commands.tuning import check_tuning, chosen_out, chosen_seed, game_options, play_test

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.protocols.commands.tune_options import TuneOptions

#: Lines of progress to print if there is no terminal.
_REPORTS = 20
#: A function that makes the pool for a match.
_Pools = Callable[[Plan], GamePool]


def run(variant: Variant, given: TuneOptions) -> None:
    """Tune the search of a variant."""
    console = open_console(plain_width=120)
    try:
        with reported(TuneError, WeightsError, MatchError), contextlib.ExitStack() as stack:
            check_tuning(given, variant.name)
            if given.search.cluster:
                cluster = stack.enter_context(open_cluster(given.search.cluster))
                from oddfish.engine.experiments.match.remote import ClusterPool

                _tune(variant, given, console, lambda plan: ClusterPool(plan, cluster, given.concurrency))
            else:
                _tune(variant, given, console, lambda plan: LocalPool(plan, given.concurrency))
    except KeyboardInterrupt:
        raise interrupted(given.hint()) from None


def _tune(variant: Variant, given: TuneOptions, console: Console, pools: _Pools) -> None:
    out = chosen_out(given.out_of(variant.name))
    old = all_parameters(read_parameters(given.start) if given.start else built_in_parameters(variant))
    recipe = _recipe(variant, given, old)
    run = Spsa(recipe, given.data)
    try:
        console.print(
            f"{variant.name}: {len(recipe.names)} parameters, {recipe.iterations} iterations of {recipe.games} games, "
            f"seed {recipe.seed}"
        )
        with logged(None), progress(recipe.iterations - run.done, "iterations") as advance:
            while run.done < recipe.iterations:
                run.learn(points(_play(iteration_plan(run), pools)))
                if not advance() and run.done % max(recipe.iterations // _REPORTS, 1) == 0:
                    console.print(f"iteration {run.done} of {recipe.iterations}")
    finally:
        run.close()
        if run.done:
            write_parameters(out, variant, run.values)
    _print_changes(console, recipe, old, run.values)
    console.print(f"new parameters: {out}", soft_wrap=True)
    if given.max_games and run.values != old:
        plan = replace(match(recipe, run.values, old, given.max_games, f"{recipe.seed}/test"), sprt=given.sprt)
        outcome = play_test(console, plan, pools(plan), "parameters", given.json_file)
        if given.keeping and outcome == "accepted":
            console.print(f"built in: {install_parameters(variant, run.values)}", soft_wrap=True)


def _recipe(variant: Variant, given: TuneOptions, old: dict[str, int]) -> Recipe:
    if given.nodes and not given.search.st:
        control = Control(nodes=given.nodes)
    else:
        control = Control(move_time=given.search.st or 0.01, nodes=given.nodes or 0, margin=1000)
    game = open_game(variant, given.rules.options, seed=0)
    return Recipe(
        variant.name,
        chosen_parameters(
            [pattern for pattern in given.search.parameters.split(",") if pattern], game.position.has_chance
        ),
        old,
        given.search.iterations,
        2 * given.search.pairs,
        control,
        chosen_seed(given.seed, recorded_seed(given.data)),
        options=game_options(game, given.rules.options),
    )


def _play(plan: Plan, pools: _Pools) -> Standings:
    """Play a match to its end."""
    plan.check()
    standings = Standings(plan)
    if not Runner(plan, standings, pools(plan)).run():
        raise KeyboardInterrupt
    return standings


def _print_changes(console: Console, recipe: Recipe, old: dict[str, int], new: dict[str, int]) -> None:
    changes = [f"{name} {old[name]} to {new[name]}" for name in recipe.names if new[name] != old[name]]
    console.print(f"changed {len(changes)} parameters: {', '.join(changes)}", soft_wrap=True)
