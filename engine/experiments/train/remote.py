"""Self-play on the workers of a cluster."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice, starmap
from pathlib import Path
from typing import Any

from oddfish.engine.experiments.cluster import Cluster, cancellable
from oddfish.engine.experiments.processes import results_in_order
from oddfish.engine.experiments.train.records import Record
from oddfish.engine.experiments.train.selfplay import Player, PlayGames, Recipe

#: Games per task: each task also sends the recipe's network.
GAMES_A_TASK = 8
#: Tasks to submit per thread of the cluster before the first of them is done.
_AHEAD = 2

_kept = threading.local()


def play_on_cluster(cluster: Cluster, recipe: Recipe) -> PlayGames:
    """A function that plays games of a recipe on the workers of a connected cluster. They need not have the network's
    file.

    Raises (while you iterate):
        ClusterError: the scheduler is lost, or a worker has another version.
    """
    network = None if recipe.network is None else Path(recipe.network).read_bytes()
    values = recipe.to_json()

    def submit(numbers: list[int]) -> Future[list[tuple[Any, ...]]]:
        return cluster.submit(play_games, values, network, numbers)

    def play(numbers: Iterator[int]) -> Generator[Record, None, None]:
        tasks = iter(lambda: list(islice(numbers, GAMES_A_TASK)), [])
        with closing(results_in_order(submit, tasks, lambda: _AHEAD * max(cluster.threads, 1))) as done:
            for records in done:
                yield from starmap(Record, records)

    return play


def play_games(recipe: dict[str, Any], network: bytes | None, numbers: list[int]) -> list[tuple[Any, ...]]:
    """Play the games with these numbers on a worker of the cluster.

    Args:
        recipe: the fields of a :class:`Recipe`.
        network: the content of its network's file.
        numbers: the numbers of the games.

    Returns:
        The fields of a :class:`Record` for each game.
    """
    stopped = threading.Event()
    found: list[tuple[Any, ...]] = []
    with cancellable(stopped.set):
        player = _player(recipe, network)
        for number in numbers:
            if stopped.is_set():
                break
            found.append(tuple(player.play(number)))
    return found


def _player(recipe: dict[str, Any], network: bytes | None) -> Player:
    """This thread's player, which later tasks can also use."""
    if getattr(_kept, "made_for", None) != (recipe, network):
        _kept.player = Player(Recipe(**{**recipe, "variants": tuple(recipe["variants"])}), network)
        _kept.made_for = (recipe, network)
    player: Player = _kept.player
    return player
