"""Games that the engine plays against itself, for weights to be tuned on and networks to learn from."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple, Protocol, TypeVar

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, Result
from oddfish.engine.match.plan import Adjudication
from oddfish.engine.match.referee import Adjudicator
from oddfish.engine.searcher import mate_distance

#: Ends a game early: 4 moves of a side at -2500 centipawns, or from move 60 on 8 moves of both within 10.
ADJUDICATION = Adjudication(resign=(4, 2500), draw=(60, 8, 10), max_moves=150)

Played = TypeVar("Played", covariant=True)


class Player(Protocol[Played]):
    """Plays games by their numbers."""

    def play(self, number: int) -> Played: ...


class Finished(NamedTuple):
    """How a game ended, and its quiet positions: no move that gains something is the best, and nobody is in check."""

    score: float  # of the first player: 1, 1/2 or 0
    reason: str
    quiet: list[tuple[Position, int]]  # with the search's scores, in centipawns for the first player


def play_out(game: Game, think: Callable[[], tuple[int, int]]) -> Finished:
    """Play a game to its end; ``think`` chooses a move in it, with its score in centipawns for the mover."""
    adjudicator = Adjudicator(ADJUDICATION)
    quiet: list[tuple[Position, int]] = []
    result: Result | None = None
    while result is None and (result := game.result()) is None:
        side, position = game.turn, game.position
        move, score = think()
        if position.gain(move) == 0 and mate_distance(score) is None and position.is_quiet():
            quiet.append((position, -score if side else score))
        game.push_move(move)
        if game.result() is None and (ended := adjudicator.adjudicate(game, side, score)) is not None:
            result = ended[0]
    return Finished(0.5 if result.winner is None else 1.0 - result.winner, result.reason, quiet)


def played(
    make: Callable[[], Player[Played]], numbers: Iterable[int], concurrency: int
) -> Generator[Played, None, None]:
    """The games of these numbers, which may have no end, as they finish.

    Args:
        make: makes a player; with more than one, each in a process of its own, so that it must be picklable.
        numbers: the games to play.
        concurrency: how many are played at once.
    """
    if concurrency == 1:
        yield from map(make().play, numbers)
        return
    queue = iter(numbers)
    fresh = get_context("spawn")  # the fork of a process with threads may hang
    with ProcessPoolExecutor(concurrency, fresh, _prepare, (make,)) as pool:
        running: set[Future[Played]] = {pool.submit(_play, number) for number in islice(queue, 2 * concurrency)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    running.update(pool.submit(_play, number) for number in islice(queue, 1))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_player: Player[Any] | None = None


def _prepare(make: Callable[[], Player[Any]]) -> None:
    """Initialize a worker process."""
    global _player
    _player = make()


def _play(number: int) -> Any:
    assert _player is not None
    return _player.play(number)
