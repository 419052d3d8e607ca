"""Games that the engine plays against itself, for tuning weights and training networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.experiments.match.plan import Adjudication
from oddfish.engine.experiments.match.referee import Adjudicator
from oddfish.engine.game import Game, Result
from oddfish.engine.ranges import Whole
from oddfish.engine.searcher import mate_distance

#: A game ends early after 4 moves of a side at -2500 centipawns or, from move 60, after 8 moves of both within 10.
ADJUDICATION = Adjudication(resign=(4, 2500), draw=(60, 8, 10), max_moves=150)


class Finished(NamedTuple):
    """How a game ended, and its quiet positions: those not in check whose best move gains no material. If turns have
    several moves, positions within a turn also count, because the search evaluates them."""

    score: float  # of the first player: 1, 1/2 or 0
    reason: str
    quiet: list[tuple[Position, int]]  # with the search's scores, in centipawns for the first player


def play_out(game: Game, think: Callable[[], tuple[int, int]]) -> Finished:
    """Play a game to its end. ``think`` chooses a move and returns it with its score in centipawns for the mover."""
    adjudicator = Adjudicator(ADJUDICATION)
    quiet: list[tuple[Position, int]] = []
    result: Result | None = None
    while result is None and (result := game.result()) is None:
        side, position = game.turn, game.position
        move, score = think()
        if mate_distance(score) is None:
            for at, rest in [(position, move), *position.inside(move)]:
                if at.gain(rest) == 0 and at.is_quiet():
                    quiet.append((at, -score if side else score))
        game.push_move(move)
        if game.result() is None and (ended := adjudicator.adjudicate(game, side, score)) is not None:
            result = ended[0]
    return Finished(0.5 if result.winner is None else 1.0 - result.winner, result.reason, quiet)


#: Scores of positions in files, in centipawns.
_SCORES = Whole(-100_000, 100_000)


def check_scores(score: Any, fens: Any, scores: Any) -> None:
    """Check a game's score, its positions and their scores, as read from a file.

    Raises:
        ValueError: one of them is invalid.
    """
    if type(score) not in (int, float) or score not in (0, 0.5, 1):
        raise ValueError(f"score {score!r:.40}: expected 0, 0.5 or 1")
    if not isinstance(fens, (list, tuple)) or not all(isinstance(fen, str) for fen in fens):
        raise ValueError("fens: expected texts")
    if not isinstance(scores, (list, tuple)) or len(scores) != len(fens):
        raise ValueError("scores: expected one for each position")
    for one in scores:
        _SCORES.check(one)
