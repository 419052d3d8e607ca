"""The tasks of lessons: whether a move does what the lesson shows, and if not, what it lacks.

A lesson shows one move. Other moves solve its task if they have the same effect: they end the game in the same way,
capture the same pieces in the same way, promote to the same piece, or join or swap the same pieces. If the move of the
lesson has no such effect, or is a drop that does not end the game, only moves to the same position solve it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, Result
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.parts import targets_of
from oddfish.engine.guide.terms import ACROSS, CAPTURE, DROP, SHARE, SWAP, VICTIM, Target
from oddfish.engine.guide.words import distance

_WAYS = (CAPTURE, VICTIM, SHARE, SWAP, ACROSS)
#: Reasons for results that read better in other words.
_MEANS = {
    "all pieces captured": "capturing all pieces",
    "no legal move": "leaving the opponent no legal move",
    "royals captured": "capturing both royals",
}


class Verdict(NamedTuple):
    """Whether a move solves a task, and a sentence to the player."""

    solved: bool
    text: str


class _Effect(NamedTuple):
    result: Result | None
    taken: dict[str, str]  # the squares on which it captures, with the pieces there before
    lost: Counter[str]  # the letters that vanish from the board
    gained: Counter[str]  # the letters that appear
    ways: frozenset[tuple[str, ...]]  # how it captures, joins or swaps

    def is_open(self) -> bool:
        """Whether other moves may have the same effect."""
        return bool(self.result or self.taken or self.gained or self.ways - {(ACROSS,)})


def judge(guide: Guide, game: Game, goal: str) -> Verdict:
    """Compare the first move of a game with the move that a lesson shows.

    Args:
        game: a game with at least one move.
        goal: the lesson's move, with or without its outcome.

    Raises:
        MoveError: the lesson's move is illegal in the start position.
    """
    start = game.positions[0]
    before, played = game.copy(0), game.moves[0]
    shown_move = start.parse(goal)
    random = before.bare(shown_move) != shown_move  # the player does not decide what turns up: only the choice counts
    if before.bare(played) == before.bare(shown_move):
        return Verdict(True, "Right!")
    shown = game.copy(0)
    shown.push_move(shown.parse_complete(goal))
    done = game.copy(1)
    if done.position.key == shown.position.key:
        return Verdict(True, "Right!")
    wanted, found = _effect(guide, shown), _effect(guide, done)
    lacks = _lacks(guide, start, shown, wanted, found)
    if lacks:
        return Verdict(False, f"{lacks} Take it back and try again.")
    targets = targets_of(guide, start, shown.texts()[0])
    closed = random or any(target.kind == DROP for target in targets)
    if wanted.result is not None or (wanted.is_open() and not closed):
        return Verdict(True, "Right! The lesson does the same by another move.")
    text = _elsewhere(guide, start, targets, targets_of(guide, start, done.texts()[0]))
    return Verdict(False, f"That is legal, but {text} Take it back and try again.")


def _effect(guide: Guide, game: Game) -> _Effect:
    """What the only move of a game does."""
    before, after = game.positions
    cells, later = guide.cells(before), guide.cells(after)
    there, now = Counter("".join(cells.values())), Counter("".join(later.values()))
    targets = targets_of(guide, before, game.texts()[0])
    taken = {one.square: cells.get(one.square, "") for one in targets if one.kind in (CAPTURE, VICTIM)}
    ways = frozenset(_way(cells, targets, one) for one in targets if one.kind in _WAYS)
    fixed = before.has_chance or any(one.kind == DROP for one in targets)  # it turns up or drops a piece
    gained = Counter() if fixed else now - there
    return _Effect(game.result(), taken, there - now, gained, ways)


def _way(cells: Mapping[str, str], targets: list[Target], one: Target) -> tuple[str, ...]:
    """How a move captures, joins or swaps."""
    earlier = targets[: targets.index(one)]
    cells = {**cells, **{other.square: cells.get(other.origin, "") for other in earlier if other.kind != VICTIM}}
    pair = cells.get(one.origin, ""), cells.get(one.square, "")
    if one.kind == SWAP:
        return one.kind, *sorted(pair)  # either piece may begin a swap
    if one.kind == SHARE:
        return one.kind, *pair
    if one.kind in (CAPTURE, ACROSS):
        return (one.kind,)
    end = next((other.square for other in targets if other.kind != VICTIM), one.origin)
    nearer = distance(end, one.square) < distance(one.origin, one.square)
    return one.kind, "approach" if nearer else "withdrawal"


def _lacks(guide: Guide, start: Position, shown: Game, wanted: _Effect, found: _Effect) -> str:
    """What a move does not do, as a sentence; '' if it has the effect."""
    if wanted.result is not None:
        if found.result == wanted.result:
            return ""
        if found.result is not None:
            return f"This ends the game by {means(guide, found.result)}, not by {means(guide, wanted.result)}."
        return f"The game goes on after this move. Another ends it by {means(guide, wanted.result)}."
    if found.result is not None:
        return f"This ends the game by {means(guide, found.result)}, and the lesson goes on."
    for square in wanted.taken:
        if square not in found.taken:
            letters = "".join(letter for letter in wanted.taken[square] if letter in wanted.lost)
            name = f"{guide.name(start, letters)} on {square}" if letters else f"piece that has passed {square}"
            return f"This does not capture the {name}."
    if wanted.lost != found.lost and wanted.taken:
        return "This does not capture the same pieces."
    if not wanted.is_open():
        return ""
    if wanted.gained != found.gained:
        missing = "".join(wanted.gained - found.gained)
        names = " and ".join(guide.name(shown.position, letter) for letter in missing)
        if wanted.gained and not names:
            return "This gives more new pieces than the lesson's move."
        return f"The lesson's move gives a new {names}." if names else "The lesson's move gives no new piece."
    if wanted.gained and wanted.lost != found.lost:
        return "This promotes another piece."
    if not wanted.ways <= found.ways:
        words = {way[1] for way in wanted.ways if way[0] == VICTIM} - {way[1] for way in found.ways if way[0] == VICTIM}
        if words:
            return f"This does not capture by {' or '.join(sorted(words))}."
        kinds = {way[0] for way in wanted.ways - found.ways}
        if ACROSS in kinds:
            return "This does not go by way of the other board."
        if SWAP in kinds:
            return "This does not swap the same pieces."
        if SHARE in kinds:
            return "This does not share a square with the same piece."
        return "This captures in another way."
    return ""


def means(guide: Guide, result: Result) -> str:
    """How a game ends, to follow `by`."""
    return guide.move_rule if result.reason == "move rule" else _MEANS.get(result.reason, result.reason)


def _elsewhere(guide: Guide, start: Position, targets: list[Target], played: list[Target]) -> str:
    """How a move without an effect differs from the lesson's."""
    moved = [target.origin for target in played]
    origin = next((target.origin for target in targets if target.origin not in moved), "")
    if not origin and {target.square for target in targets} != {target.square for target in played}:
        return "the lesson's move goes somewhere else."
    origin = origin or (targets[0].origin if targets else "")
    if origin in guide.cells(start):
        return f"the lesson moves {guide.at(start, origin)}."
    return "the lesson shows another move."
