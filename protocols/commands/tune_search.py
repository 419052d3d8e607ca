"""``oddfish tune --search`` at work: iterations of SPSA, then a test."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddfish.cext.search import PARAMETERS
from oddfish.engine.match.control import Control
from oddfish.engine.match.plan import MatchError, Plan
from oddfish.engine.match.pool import GamePool, LocalPool
from oddfish.engine.match.report import Watch, tables
from oddfish.engine.match.runner import Runner
from oddfish.engine.match.standings import Standings
from oddfish.engine.parameters import built_in_parameters, install_parameters, read_parameters, write_parameters
from oddfish.engine.tune.data import TuneError, recorded_seed
from oddfish.engine.tune.spsa import Recipe, Spsa, chosen_parameters, iteration_plan, match, points
from oddfish.engine.tune.verify import verdict
from oddfish.engine.variants.base import Variant
from oddfish.engine.weights import WeightsError
from oddfish.protocols.commands.common import (
    interrupted,
    open_cluster,
    open_console,
    open_game,
    progress,
    read_options,
    reported,
)
from oddfish.protocols.commands.match_run import heading, logged

if TYPE_CHECKING:
    from rich.console import Console

#: Makes the pool that plays a match.
_Pools = Callable[[Plan], GamePool]


def run(variant: Variant, given: dict[str, Any]) -> None:
    """Tune a variant's search with these options."""
    console = open_console(plain_width=120)
    try:
        with reported(TuneError, WeightsError, MatchError), contextlib.ExitStack() as stack:
            if given["cluster"]:
                from oddfish.engine.match.remote import ClusterPool

                cluster = stack.enter_context(open_cluster(given["cluster"]))
                _tune(variant, given, console, lambda plan: ClusterPool(plan, cluster, given["concurrency"]))
            else:
                _tune(variant, given, console, lambda plan: LocalPool(plan, given["concurrency"]))
    except KeyboardInterrupt:
        hint = f"; the same command continues with {given['data']}" if given["data"] else ""
        raise interrupted(hint) from None


def _tune(variant: Variant, given: dict[str, Any], console: Console, pools: _Pools) -> None:
    out = Path(given["out"] or f"{variant.name}.search.json").expanduser().absolute()
    if out.is_dir() or not out.parent.is_dir():
        raise TuneError(f"{out} is not a file that can be written")
    old = read_parameters(given["start"]) if given["start"] else dict(built_in_parameters(variant))
    recipe = _recipe(variant, given, old)
    run = Spsa(recipe, given["data"])
    try:
        console.print(
            f"{variant.name}: {len(recipe.names)} parameters, {recipe.iterations} iterations of {recipe.games} games, "
            f"seed {recipe.seed}"
        )
        with logged(None), progress(recipe.iterations - run.done, "iterations") as advance:
            while run.done < recipe.iterations:
                run.learn(points(_play(iteration_plan(run), pools)))
                advance()
    finally:
        run.close()
        if run.done:
            write_parameters(out, variant, run.values)
    _print_changes(console, recipe, old, run.values)
    console.print(f"new parameters: {out}", soft_wrap=True)
    if given["max_games"] and run.values != {**old, **{name: old.get(name, _default(name)) for name in recipe.names}}:
        _test(variant, given, console, pools, recipe, old, run.values)


def _recipe(variant: Variant, given: dict[str, Any], old: dict[str, int]) -> Recipe:
    seed = given["seed"]
    if seed is None and given["data"]:
        seed = recorded_seed(given["data"])
    if seed is None:
        seed = random.SystemRandom().getrandbits(31)
    if given["nodes"] and not given["st"]:
        control = Control(nodes=given["nodes"])
    else:
        control = Control(move_time=given["st"] or 0.01, nodes=given["nodes"] or 0, margin=1000)
    chosen = {name.lower() for name in read_options(given["options"])}
    options = open_game(variant, given["options"], seed=0).options
    return Recipe(
        variant.name,
        chosen_parameters([pattern for pattern in given["parameters"].split(",") if pattern]),
        old,
        given["iterations"],
        2 * given["pairs"],
        control,
        seed,
        options={name: value for name, value in options.items() if name.lower() in chosen},
    )


def _default(name: str) -> int:
    return next(row.default for row in PARAMETERS if row.name == name)


def _play(plan: Plan, pools: _Pools) -> Standings:
    """Play a match to its end."""
    plan.check()
    standings = Standings(plan)
    if not Runner(plan, standings, pools(plan)).run():
        raise KeyboardInterrupt
    return standings


def _print_changes(console: Console, recipe: Recipe, old: dict[str, int], new: dict[str, int]) -> None:
    changes = [
        f"{name} {old.get(name, _default(name))} to {new[name]}"
        for name in recipe.names
        if new[name] != old.get(name, _default(name))
    ]
    console.print(f"changed {len(changes)} parameters: {', '.join(changes)}", soft_wrap=True)


def _test(
    variant: Variant,
    given: dict[str, Any],
    console: Console,
    pools: _Pools,
    recipe: Recipe,
    old: dict[str, int],
    new: dict[str, int],
) -> None:
    """Play new against old, and build the new parameters in if that is wanted and they win."""
    plan = replace(match(recipe, new, old, given["max_games"], f"{recipe.seed}/test"), sprt=given["sprt"])
    plan.check()
    standings = Standings(plan)
    runner = Runner(plan, standings, pools(plan))
    console.print(heading(plan), soft_wrap=True, markup=False)
    with logged(None), Watch(plan, standings, console, quiet=not console.is_terminal) as watch:
        runner.spectator = watch
        finished = runner.run()
    final = standings.final()
    console.print(tables(final))
    if not finished:
        raise KeyboardInterrupt
    outcome = verdict(standings)
    console.print(f"{variant.name}: new parameters {outcome} after {len(final.records)} games")
    if given["keeping"] and outcome == "accepted":
        console.print(f"built in: {install_parameters(variant, new)}", soft_wrap=True)
