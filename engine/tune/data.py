"""The games for tuning: playing those that are missing, and their file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

from oddfish.engine.tune.games import Player, Recipe, Sampled
from oddfish.engine.tune.lines import LineFile


class GameFile:
    """The games of a recipe in a new or existing file; without a path they are only kept in memory.

    Raises:
        TuneError: the file holds something else, or games of another recipe.
    """

    def __init__(self, path: str | Path | None, recipe: Recipe):
        self.path, self.recipe = path, recipe
        self.games: dict[int, Sampled] = {}
        self._file = LineFile(path, "games", "games for tuning", recipe.to_json(), self._take)

    def _take(self, values: dict[str, Any]) -> None:
        game = Sampled(*(values[name] for name in Sampled._fields))
        self.games[game.number] = game._replace(fens=tuple(game.fens), scores=tuple(game.scores))

    def add(self, game: Sampled) -> None:
        self.games[game.number] = game
        self._file.append(game._asdict())

    def close(self) -> None:
        self._file.close()


def play(file: GameFile, games: int, concurrency: int, advance: Callable[[], None]) -> None:
    """Play those of the first ``games`` games that are missing; ``advance`` is called after each."""
    missing = [number for number in range(1, games + 1) if number not in file.games]
    for game in _played(file.recipe, missing, concurrency):
        file.add(game)
        advance()


def _played(recipe: Recipe, numbers: list[int], concurrency: int) -> Iterator[Sampled]:
    if concurrency == 1 or len(numbers) < 2:
        player = Player(recipe)
        yield from map(player.play, numbers)
        return
    with ProcessPoolExecutor(concurrency, initializer=_prepare, initargs=(recipe,)) as pool:
        queue = iter(numbers)
        running = {pool.submit(_play, number) for number in islice(queue, 2 * concurrency)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    if (number := next(queue, None)) is not None:
                        running.add(pool.submit(_play, number))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_player: Player | None = None


def _prepare(recipe: Recipe) -> None:
    """Initialize a worker process."""
    global _player
    _player = Player(recipe)


def _play(number: int) -> Sampled:
    assert _player is not None
    return _player.play(number)
