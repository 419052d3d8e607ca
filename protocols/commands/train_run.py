"""Runs ``oddfish train``: self-play, fit, test."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddfish.engine.evaluation.networks import (
    NetworkData,
    NetworkError,
    install_network,
    network_bytes,
    read_network,
    write_network,
)
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.experiments.match.pool import LocalPool
from oddfish.engine.experiments.match.trial import Trial
from oddfish.engine.experiments.train.plot import loss_picture
from oddfish.engine.experiments.train.records import RecordFile, TrainError, read_recipe
from oddfish.engine.experiments.train.selfplay import PlayGames, Recipe, play, play_locally
from oddfish.engine.experiments.train.verify import plan
from oddfish.engine.experiments.tune.lines import TuneError
from oddfish.engine.files import place_of
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    check_file,
    interrupted,
    needed,
    open_cluster,
    open_console,
    progress,
    reported,
    write_file,
)
from oddfish.protocols.commands.tuning import check_files, check_kept, chosen_out, chosen_seed, play_test

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.cext.search.network import Network
    from oddfish.engine.experiments.train.fit import Fitted, Settings
    from oddfish.engine.experiments.train.loading import Sources
    from oddfish.protocols.commands.train_options import TrainOptions


def run(variants: tuple[Variant, ...], given: TrainOptions) -> None:
    """Train and test a network for these variants."""
    console = open_console(plain_width=120)
    data = given.play.data or f"{variants[0].name}.positions"
    out = given.out or f"{variants[0].name}.network"
    try:
        with reported(TrainError, NetworkError, TuneError, MatchError):
            _check(variants, data, out, given)
            _train(variants, data, out, given, console)
    except KeyboardInterrupt:
        raise interrupted(f"; the same command continues with {data}") from None


def _check(variants: tuple[Variant, ...], data: str, out: str, given: TrainOptions) -> None:
    """Check that the options fit together.

    Raises:
        TuneError, TrainError: one file has two uses, the result cannot be kept, or a size is wrong.
    """
    written = [("--data", data), ("--picture", given.picture)]
    networks = [("--from", given.fit.begin), ("--players", given.play.players)]
    check_files([*written, ("--out", out)], [("--also", path) for path in given.play.also])
    check_files(written, networks)  # the new network may overwrite one that it was made from
    check_kept(given.keeping, given.test.max_games)
    if given.fit.hidden % 32:
        raise TrainError(f"--hidden {given.fit.hidden}: expected a multiple of 32")
    if given.play.house_rules and given.keeping:
        raise TrainError("--keep tests and builds in networks for the usual rules, not for --house-rules")
    if len({variant.network for variant in variants}) > 1 and given.keeping:
        raise TrainError(f"{' and '.join(variant.name for variant in variants)} do not share a built-in network")


def _train(variants: tuple[Variant, ...], data: str, out: str, given: TrainOptions, console: Console) -> None:
    fitting = _fitting()
    settings = fitting.Settings(
        hidden=given.fit.hidden,
        passes=given.fit.passes,
        batch=given.fit.batch,
        rate=given.fit.rate,
        blend=given.fit.blend,
        seed=chosen_seed(given.play.seed, _recorded_seed(data)),
    )
    players = str(place_of(given.play.players).absolute()) if given.play.players else None
    if players is not None:
        read_network(players)
    begin = _beginning(given.fit.begin, variants[0], settings.hidden) if given.fit.begin else None
    backend = fitting.chosen_backend(given.fit.backend)
    for path in given.play.also:
        read_recipe(path)
    if given.picture:
        check_file(given.picture)
    place = chosen_out(out)
    names = tuple(variant.name for variant in variants)
    recipe = Recipe(names, given.play.nodes, settings.seed, players, house_rules=given.play.house_rules)
    _play(recipe, data, given, console)
    sources = _load([data, *given.play.also], given.concurrency, console)
    fitted = _fit(sources, settings, begin, backend, console, fitting)
    made = {
        "games": sources.games, "positions": len(sources.training) + len(sources.held_out), "nodes": given.play.nodes,
        **settings.to_json(), "held out": round(fitted.losses[-1][1], 6),
        **({"from": Path(given.fit.begin).name} if given.fit.begin else {}),
        **({"backend": backend} if backend != "core" else {}),
    }  # fmt: skip
    network = NetworkData(
        sources.feature_set, sources.features, settings.hidden, fitted.scale, fitted.parameters, sources.turning
    )
    write_network(place, network_bytes(network, names, made))
    console.print(f"new network: {place}", soft_wrap=True)
    if given.picture:
        write_file(given.picture, loss_picture(f"{', '.join(names)}: loss", fitted.losses))
    if given.test.max_games and not given.play.house_rules:
        accepted = tuple(
            variant for variant in variants if _accepted(variant, str(place), given, settings.seed, console)
        )
        if given.keeping and accepted:
            content = network_bytes(network, tuple(variant.name for variant in accepted), made)
            console.print(f"built in: {install_network(accepted[0], content)}", soft_wrap=True)


def _fitting() -> Any:
    """The module of the fit, which needs an optional package."""
    with needed("numpy", "training needs NumPy", "train"):
        from oddfish.engine.experiments.train import fit
    return fit


def _beginning(path: str, variant: Variant, hidden: int) -> Network:
    """The network that the fit starts from. Check now that it fits, not after hours of self-play."""
    from oddfish.engine.experiments.train.parameters import check_beginning

    network, position = read_network(path).network, Game(variant).position
    try:
        check_beginning(network, position.feature_set, position.feature_count, hidden)
    except TrainError as error:
        raise TrainError(f"{path}: {error}") from None
    return network


def _recorded_seed(data: str) -> int | None:
    """The seed of the games in a file; None if there is no such file."""
    seed = read_recipe(data).get("seed") if place_of(data).exists() else None
    return seed if isinstance(seed, int) else None


def _play(recipe: Recipe, data: str, given: TrainOptions, console: Console) -> None:
    console.print(
        f"{', '.join(recipe.variants)}: {given.play.positions} positions, {recipe.nodes} nodes per move, "
        f"seed {recipe.seed}"
    )
    file = RecordFile(data, recipe.to_json())
    missing = max(given.play.positions - file.positions, 0)
    try:
        with _players(recipe, given) as played, progress(missing, "positions") as advance:
            play(file, played, given.play.positions, advance)
    finally:
        file.close()


@contextlib.contextmanager
def _players(recipe: Recipe, given: TrainOptions) -> Iterator[PlayGames]:
    """The source of games: this machine or a cluster."""
    if not given.cluster:
        yield play_locally(recipe, given.concurrency)
        return
    with open_cluster(given.cluster) as cluster:
        from oddfish.engine.experiments.train.remote import play_on_cluster

        yield play_on_cluster(cluster, recipe)


def _load(paths: list[str], concurrency: int, console: Console) -> Sources:
    from oddfish.engine.experiments.train.loading import load

    sources = load(paths, lambda positions: None, concurrency)
    console.print(
        f"{sources.games} games of {', '.join(sources.variants)}; positions: {len(sources.training)} to train "
        f"(mirror images included), {len(sources.held_out)} held out; features {sources.feature_set}, "
        f"{len(sources.used)} of {sources.features} in use"
    )
    return sources


def _fit(
    sources: Sources, settings: Settings, begin: Network | None, backend: str, console: Console, fitting: Any
) -> Fitted:
    with progress(settings.passes, "passes") as advance:

        def report(number: int, training: float, held_out: float) -> None:
            console.print(f"pass {number}: training {training:.5f}, held out {held_out:.5f}")
            advance()

        fitted: Fitted = fitting.fit(sources, settings, report, begin, backend)
    console.print(f"an output of 1 is {fitted.scale} centipawns")
    return fitted


def _accepted(variant: Variant, out: str, given: TrainOptions, seed: int, console: Console) -> bool:
    """Whether the test in a variant accepts the network."""
    trial = Trial(variant.name, given.test.max_games, given.test.sprt, seed)
    match = plan(trial, out, given.test.against, given.test.st)
    return play_test(console, match, LocalPool(match, given.concurrency), "network", None) == "accepted"
