"""Runs ``oddfish tune``: self-play, fit, test."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.weights import (
    Weights,
    WeightsError,
    built_in,
    install_weights,
    read_weights,
    terms_of,
    write_weights,
)
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.experiments.match.pool import LocalPool
from oddfish.engine.experiments.match.trial import Trial
from oddfish.engine.experiments.tune.data import GameFile, play
from oddfish.engine.experiments.tune.games import Player, Recipe, positions
from oddfish.engine.experiments.tune.lines import TuneError, recorded_seed
from oddfish.engine.experiments.tune.verify import explodes, plan
from oddfish.engine.files import place_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import interrupted, needed, open_console, progress, reported
from oddfish.protocols.commands.options import open_game
from oddfish.protocols.commands.tuning import check_tuning, chosen_out, chosen_seed, game_options, play_test

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.experiments.tune.fit import Fit, Losses
    from oddfish.protocols.commands.tune_options import TuneOptions

#: A game's positions, its score for the first player, and the search's score of each position.
GameData = tuple[list[Position], float, tuple[int, ...]]
#: Nodes per move in self-play.
_NODES = 1000
#: Seeds the choice of the games to hold out.
_SPLIT = "held out"


def run(variant: Variant, given: TuneOptions) -> None:
    """Tune the evaluation of a variant."""
    console = open_console(plain_width=120)
    try:
        with reported(TuneError, WeightsError, MatchError):
            check_tuning(given, variant.name)
            _tune(variant, given, console)
    except KeyboardInterrupt:
        raise interrupted(given.hint()) from None


def _tune(variant: Variant, given: TuneOptions, console: Console) -> None:
    fitting = _fitting()
    old = _of_variant(variant, given.start) if given.start else built_in(variant)
    prior = _of_variant(variant, given.weights.prior) if given.weights.prior else None
    out = str(chosen_out(given.out_of(variant.name)))
    seed = chosen_seed(given.seed, recorded_seed(given.data))
    options = game_options(open_game(variant, given.rules.options, seed=0), given.rules.options)
    recipe = Recipe(variant.name, given.nodes or _NODES, seed, old.values, options)
    console.print(f"{variant.name}: {given.weights.games} games, {recipe.nodes} nodes per move, seed {seed}")
    with _game_file(given.data, recipe) as file:
        missing = sum(number not in file.games for number in range(1, given.weights.games + 1))
        with progress(missing, "games") as advance:
            play(file, given.weights.games, given.concurrency, advance)
        games = _load(file, given.weights.games)
    indices = list(range(len(games)))
    train, hold = fitting.split(
        len(games), given.weights.holdout, lambda count: random.Random(f"{seed}/{_SPLIT}").sample(indices, count)
    )
    training, held_out = (fitting.Games([games[index] for index in part]) for part in (train, hold))
    _print_games(console, games, training, held_out)
    if not len(training.sample) or not len(held_out.sample):
        raise TuneError("too few games: no quiet positions to train on, or none held out")
    terms = terms_of(variant)

    def print_round(number: int, penalty: float, losses: Losses) -> None:
        console.print(
            f"round {number}, penalty {penalty:g}: training {losses.training:.5f}, held out {losses.held_out:.5f}"
        )

    settings = fitting.Settings(given.weights.rounds, given.weights.blend, prior.values if prior else None)
    found = fitting.fit(training, held_out, terms, old.values, settings, print_round)
    _print_fit(console, found)
    if found.values == old.values:
        console.print(f"{variant.name}: no weights predict the held-out games better; the old ones stay")
        return
    _print_weights(console, variant, old.values, found.values)
    write_weights(out, variant, found.values)
    console.print(f"new weights: {out}", soft_wrap=True)
    if given.max_games:
        outcome = _verify(variant, out, given, recipe, console)
        if given.keeping and outcome == "accepted":
            if explodes(old, Weights(variant.name, found.values)):
                console.print("not built in: with them, searches to a fixed depth take many times more nodes")
            else:
                console.print(f"built in: {install_weights(variant, found.values)}", soft_wrap=True)


def _fitting() -> Any:
    """The module of the fit, which needs optional packages."""
    lacking = ("tuning needs NumPy and SciPy", "tune")
    with needed("numpy", *lacking), needed("scipy", *lacking):
        from oddfish.engine.experiments.tune import fit
    return fit


def _of_variant(variant: Variant, path: str) -> Weights:
    weights = read_weights(path)
    if weights.variant != variant.name:
        raise TuneError(f"{path}: the weights are for {weights.variant}, not for {variant.name}")
    return weights


@contextlib.contextmanager
def _game_file(path: str | None, recipe: Recipe) -> Iterator[GameFile]:
    file = GameFile(path, recipe)
    try:
        yield file
    finally:
        file.close()


def _load(file: GameFile, count: int) -> list[GameData]:
    """The first ``count`` games' positions and scores."""
    player = Player(file.recipe)
    games = []
    for number in range(1, count + 1):
        try:
            game = file.games[number]
            games.append((positions(player, game), game.score, game.scores))
        except (FenError, TypeError) as error:
            raise TuneError(f"{file.path}: game {number}: {error}") from None
    return games


# Output -----------------------------------------------------------------------------------------------------------


def _print_games(console: Console, games: list[GameData], training: Any, held_out: Any) -> None:
    wins, draws, losses = (sum(score == wanted for _, score, _ in games) for wanted in (1.0, 0.5, 0.0))
    console.print(
        f"{len(games)} games: first player won {wins}, drew {draws}, lost {losses}; positions: "
        f"{len(training.sample)} of {training.games} games to train, "
        f"{len(held_out.sample)} of {held_out.games} held out"
    )


def _print_fit(console: Console, found: Fit) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("Loss (nats)", "before", "after", "change"):
        table.add_column(title, justify="left" if title.startswith("Loss") else "right")
    for name, before, after in zip(("training", "held out"), found.before, found.after):
        table.add_row(name, f"{before:.5f}", f"{after:.5f}", f"{100 * (after / before - 1):+.2f} %")
    console.print(table)
    console.print(f"K {found.scale:.3f} per pawn, penalty {found.penalty:g}, rounds {found.rounds}")


def _print_weights(console: Console, variant: Variant, old: tuple[int, ...], new: tuple[int, ...]) -> None:
    changes = [
        f"{term.name} {before} to {after}"
        for term, before, after in zip(terms_of(variant), old, new)
        if before != after
    ]
    console.print(f"changed {len(changes)} weights: {', '.join(changes)}")


# The test -------------------------------------------------------------------------------------------------------


def _verify(variant: Variant, out: str, given: TuneOptions, recipe: Recipe, console: Console) -> str:
    """Play new against old; return the verdict."""
    trial = Trial(variant.name, given.max_games, given.sprt, recipe.seed, recipe.options)
    old = str(place_of(given.start).absolute()) if given.start else None
    match = plan(trial, out, old, given.weights.test_nodes or recipe.nodes)
    return play_test(console, match, LocalPool(match, given.concurrency), "weights", given.json_file)
