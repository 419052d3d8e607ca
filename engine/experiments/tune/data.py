"""The games for tuning: plays the missing games and keeps all in a file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from oddfish.engine.experiments.processes import map_in_processes
from oddfish.engine.experiments.self_play import check_scores
from oddfish.engine.experiments.tune.games import Recipe, Sampled, make_player
from oddfish.engine.experiments.tune.lines import LineFile
from oddfish.engine.ranges import COUNT, Whole

_PLIES = Whole(0)


class GameFile:
    """The games of a recipe in a new or existing file; without a path, only in memory.

    Raises:
        TuneError: the file holds something else, or games from another recipe.
    """

    def __init__(self, path: str | Path | None, recipe: Recipe):
        self.path, self.recipe = path, recipe
        self.games: dict[int, Sampled] = {}
        self._file = LineFile(path, "games", "games for tuning", recipe.to_json(), self._take)

    def _take(self, values: dict[str, Any]) -> None:
        game = Sampled(*(values[name] for name in Sampled._fields))
        COUNT.check(game.number)
        _PLIES.check(game.plies)
        if not isinstance(game.reason, str):
            raise TypeError("the reason")
        check_scores(game.score, game.fens, game.scores)
        self.games[game.number] = game._replace(fens=tuple(game.fens), scores=tuple(game.scores))

    def add(self, game: Sampled) -> None:
        self.games[game.number] = game
        self._file.append(game._asdict())

    def close(self) -> None:
        self._file.close()


def play(file: GameFile, games: int, concurrency: int, advance: Callable[[], None]) -> None:
    """Play the missing games among the first ``games``; calls ``advance`` after each."""
    missing = [number for number in range(1, games + 1) if number not in file.games]
    with closing(map_in_processes(partial(make_player, file.recipe), missing, concurrency)) as games_played:
        for game in games_played:
            file.add(game)
            advance()
