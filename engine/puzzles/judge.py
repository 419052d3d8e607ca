"""Whether a move is by far the best one, and whether another is as good."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.puzzles import Puzzle
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants.base import Variant

#: Megabytes of the hash table for making and checking puzzles: results depend on it.
HASH = 4
#: How fast the winning chances grow with the score in centipawns.
_SLOPE = 0.0037
#: How far the second-best move must be behind, and how far a move may be behind and still count as good as the best:
#: differences of :func:`chances`.
LEAST_GAP, AS_GOOD = 0.5, 0.2
#: The lowest chances of the best move.
LEAST_CHANCES = 0.3


def chances(score: int) -> float:
    """A score in centipawns as the difference between the chances to win and to lose."""
    return 2 / (1 + math.exp(-_SLOPE * max(-4000, min(4000, score)))) - 1


def parts(text: str) -> list[str]:
    """The parts of a turn."""
    return text.split(",")


def wins_at_once(game: Game, move: int) -> bool:
    """Whether a packed move ends the game with a win."""
    if open_to_chance(game.position, move):
        return False
    later = game.copy()
    later.push_move(move)
    result = later.result()
    return result is not None and result.winner == game.turn


def same(game: Game, move: int, other: int, keys: Sequence[str] = ()) -> bool:
    """Whether two packed moves are the same to a puzzle: they lead to the same position, or both have the parts that
    count."""
    if move == other:
        return True
    position = game.position
    if open_to_chance(position, move) or open_to_chance(position, other):
        return False
    if keys:
        return {*keys} <= {*parts(position.text(other))}
    return position.make(move).key == position.make(other).key


def others(game: Game, move: int, keys: Sequence[str] = ()) -> tuple[int, ...]:
    """The legal moves that are not the same as a packed move. If that move wins at once, others that do so are left
    out."""
    found = [other for other in game.legal_moves() if not same(game, move, other, keys)]
    if wins_at_once(game, move):
        found = [other for other in found if not wins_at_once(game, other)]
    return tuple(found)


class Judgement(NamedTuple):
    """A search's opinion of a position.

    Attributes:
        move: the best move, packed.
        score: its score for the side to move.
        second: the score of the best of all other moves; None if there is none.
        effort: the number of nodes after which the search had found the move.
    """

    move: int
    score: int
    second: int | None
    effort: int

    @property
    def gap(self) -> float:
        """How far the other moves are behind, as a difference of chances."""
        return 2.0 if self.second is None else chances(self.score) - chances(self.second)

    @property
    def is_clear(self) -> bool:
        """Whether there is one good move, and only one."""
        return self.second is not None and self.gap >= LEAST_GAP and chances(self.score) >= LEAST_CHANCES


def best(searcher: Searcher, game: Game, nodes: int) -> tuple[int, int, int]:
    """The best move, its score and the nodes after which the search had found it."""
    found: list[tuple[int, int]] = []
    answer = searcher.think(
        game,
        Limits(nodes=nodes, analysis=True),
        lambda info: found.append((info.nodes, info.moves[0])) if info.moves else None,
    )
    if answer.move is None:
        raise ValueError("the game is over")
    effort = 0
    for spent, move in reversed(found):
        if move != answer.move:
            break
        effort = spent
    return answer.move, answer.score, effort


def second(searcher: Searcher, game: Game, move: int, nodes: int, keys: Sequence[str] = ()) -> int | None:
    """The score of the best of the moves that are not the same as a packed move."""
    left = others(game, move, keys)
    return searcher.think(game, Limits(nodes=nodes, analysis=True, moves=left)).score if left else None


def judge(searcher: Searcher, game: Game, nodes: int, keys: Sequence[str] = ()) -> Judgement:
    """Search the best move, then the best of the others. This is like MultiPV with two lines, but leaves out all moves
    that are the same.

    Args:
        nodes: the nodes of each of the two searches.
        keys: the parts of the best move that count.
    """
    searcher.new_game()
    move, score, effort = best(searcher, game, nodes)
    if keys and not {*keys} <= {*parts(game.position.text(move))}:
        keys = ()
    searcher.new_game()
    return Judgement(move, score, second(searcher, game, move, nodes, keys), effort)


def flaw(searcher: Searcher, puzzle: Puzzle, variant: Variant | str, nodes: int) -> str:
    """The first of the solver's moves that a search does not find the only good one, with the reason; '' if the puzzle
    is sound."""
    game = puzzle.game(variant)
    solver = game.turn
    for index, text in enumerate(puzzle.line):
        move = game.position.parse(text)
        if game.turn == solver:
            keys = puzzle.keys[index] if puzzle.keys else ()
            found = judge(searcher, game, nodes, keys)
            both_win = wins_at_once(game, move) and wins_at_once(game, found.move)
            if not both_win and not same(game, move, found.move, keys):
                return f"{text}: {game.position.text(found.move)} is better"
            if not found.is_clear:
                return f"{text}: {found.score}, but other moves {found.second}"
        game.push_move(move)
    return ""
