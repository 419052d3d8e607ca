"""The file of the games for tuning: JSON lines, each written as soon as its game is over."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

from oddfish.engine.tune.games import Player, Recipe, Sampled

VERSION = 1


class TuneError(ValueError):
    """Tuning is impossible; the text says why."""


class GameFile:
    """The games of a recipe in a new or existing file; without a path they are only kept in memory.

    Raises:
        TuneError: the file holds something else, or games of another recipe.
    """

    def __init__(self, path: str | Path | None, recipe: Recipe):
        self.path, self.recipe = path, recipe
        self.games: dict[int, Sampled] = {}
        self._file = None
        if path is None:
            return
        try:
            self._file = open(Path(path).expanduser(), "a+b")  # noqa: SIM115
            self._read()
        except OSError as error:
            raise TuneError(f"{path}: {error.strerror or error}") from None

    def _read(self) -> None:
        assert self._file is not None
        self._file.seek(0)
        text = self._file.read()
        whole, _, rest = text.rpartition(b"\n")
        if rest:  # a line that was being written when the program was killed
            self._file.truncate(len(text) - len(rest))
        lines = whole.split(b"\n") if whole else []
        header = {"type": "games", "version": VERSION, "recipe": self.recipe.to_json()}
        if not lines:
            self._write(header)
        for number, line in enumerate(lines, 1):
            try:
                values = json.loads(line)
                if number == 1:
                    self._check(values, header)
                else:
                    game = Sampled(*(values[name] for name in Sampled._fields))
                    self.games[game.number] = game._replace(fens=tuple(game.fens), scores=tuple(game.scores))
            except (ValueError, KeyError, TypeError) as error:
                if isinstance(error, TuneError):
                    raise
                raise TuneError(f"{self.path}:{number}: not a line of games for tuning ({error!r})") from None

    def _check(self, found: Any, wanted: dict[str, Any]) -> None:
        if not isinstance(found, dict) or found.get("type") != "games":
            raise TuneError(f"{self.path}: not a file of games for tuning")
        if found.get("version") != VERSION:
            raise TuneError(f"{self.path}: written by another version of this program")
        there, here = found["recipe"], json.loads(json.dumps(wanted["recipe"]))
        for name, value in here.items():
            if there.get(name) != value:
                difference = "other weights" if name == "weights" else f"{name} {there.get(name)}, not {value}"
                raise TuneError(f"{self.path}: its games were played with {difference}")

    def add(self, game: Sampled) -> None:
        self.games[game.number] = game
        if self._file is not None:
            self._write(game._asdict())

    def _write(self, values: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(values, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def recorded_seed(path: str | Path) -> int | None:
    """The seed of the games in a file; None without such a file."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError), open(Path(path).expanduser(), "rb") as file:
        return int(json.loads(file.readline())["recipe"]["seed"])
    return None


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
