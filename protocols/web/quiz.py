"""Puzzles on the page: what a list shows, and the quiz that a session holds."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.parts import targets_of
from oddfish.engine.guide.terms import FLIP
from oddfish.engine.guide.words import capital
from oddfish.engine.puzzles import Puzzle, puzzles_of
from oddfish.engine.puzzles.judge import AS_GOOD, chances, parts, same, wins_at_once
from oddfish.engine.searcher import Best, Limits
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.terminal.printing import score_text
from oddfish.protocols.web.tasks import means

#: Nodes of each of the two searches that compare a move with the solution.
_NODES = 60_000
#: The states of a quiz.
OPEN, RIGHT, WRONG, SOLVED, SHOWN = "open", "right", "wrong", "solved", "shown"

Think = Callable[[Game, Limits], Awaitable[Best]]


def identity(puzzle: Puzzle) -> str:
    """A short name for a puzzle, under which the page remembers it."""
    return hashlib.sha256(puzzle.fen.encode()).hexdigest()[:10]


def listed(name: str) -> list[dict[str, Any]] | None:
    """The puzzles of a variant for the page, without their solutions; None if there is no such variant."""
    if name not in REGISTRY:
        return None
    return [{"id": identity(puzzle), "moves": (len(puzzle.line) + 1) // 2} for puzzle in puzzles_of(name)]


class Verdict(NamedTuple):
    """The verdict on a move of the solver.

    Attributes:
        status: RIGHT, WRONG or SOLVED.
        text: a sentence for the solver.
        reply: the next move of the line, '' if it ends here.
        squares: the ways of the pieces that refute a wrong move.
    """

    status: str
    text: str
    reply: str = ""
    squares: tuple[tuple[str, str], ...] = ()


class Quiz:
    """A puzzle that someone is solving.

    Args:
        number: its place among the variant's puzzles, from 0.

    Raises:
        IndexError: there is no such puzzle.
    """

    def __init__(self, variant: str, number: int):
        found = puzzles_of(variant)
        if not 0 <= number < len(found):
            raise IndexError(number)
        self.puzzle, self.number, self.count = found[number], number, len(found)
        self.status, self.text = OPEN, ""
        self.squares: tuple[tuple[str, str], ...] = ()
        self._hinted = -1  # the ply of the last hint

    @property
    def is_open(self) -> bool:
        """Whether it is still unsolved."""
        return self.status not in (SOLVED, SHOWN)

    def state(self) -> dict[str, Any]:
        """The quiz as the page shows it."""
        return {
            "number": self.number, "count": self.count, "id": identity(self.puzzle), "status": self.status,
            "text": self.text, "squares": [*self.squares],
        }  # fmt: skip

    def say(self, status: str, text: str, squares: tuple[tuple[str, str], ...] = ()) -> None:
        self.status, self.text, self.squares = status, text, squares

    def rest(self, ply: int) -> list[str]:
        """The moves of the line from ``ply`` on."""
        return [*self.puzzle.line[ply:]]

    async def judge(self, guide: Guide, game: Game, think: Think) -> Verdict:
        """Whether the last move of a game solves the puzzle, or its next step."""
        ply = len(game.moves) - 1
        if ply >= len(self.puzzle.line):
            return Verdict(WRONG, "The puzzle ends before this move. Take it back.")
        before = game.copy(ply)
        played = before.bare(game.moves[ply])
        wanted = before.parse(self.puzzle.line[ply])
        keys = self.puzzle.keys[ply] if self.puzzle.keys else ()
        if same(before, wanted, played):
            rest = self.rest(ply + 1)
            if not rest:
                return Verdict(SOLVED, "Solved!")
            return Verdict(RIGHT, "Right! Go on.", rest[0])
        if wins_at_once(before, played):
            return Verdict(SOLVED, "Solved!")
        keyed = bool(keys) and same(before, wanted, played, keys)  # the rest of the turn may still do harm
        best = await think(before, Limits(nodes=_NODES, analysis=True, moves=(wanted,)))
        found = await think(before, Limits(nodes=_NODES, analysis=True, moves=(played,)))
        if open_to_chance(before.position, played):
            return Verdict(WRONG, "This move depends on chance, and another move is better.")
        if chances(found.score) >= chances(best.score) - AS_GOOD:
            return Verdict(SOLVED, f"Solved!{'' if keyed else ' The engine finds this as good as its own move.'}")
        scores = f"{score_text(found.score, before.turn)}, the solution {score_text(best.score, before.turn)}"
        result = game.result()
        if result is not None:
            return Verdict(WRONG, f"This ends the game by {means(guide, result)}, and another move is better.")
        reply = (await think(game, Limits(nodes=_NODES, analysis=True))).text or ""
        squares = tuple((one.origin, one.square) for one in targets_of(guide, game.position, reply))
        who = capital(guide.called(game.position, game.turn))
        praise = f"{' and '.join(keys)} is right, but the turn's other move does harm. " if keyed else ""
        return Verdict(WRONG, f"{praise}{who} answers {reply}. Your move scores {scores}.", "", squares)

    def note(self) -> str:
        """What to add to the solution: in a turn of several moves, which of them count."""
        for text, keys in zip(self.puzzle.line, self.puzzle.keys):
            if keys and len(keys) < len(parts(text)):
                return f" Only {' and '.join(keys)} matters; the other move can be any that does no harm."
        return ""

    def hint(self, guide: Guide, game: Game, part: str) -> dict[str, Any]:
        """The piece to look at and, the second time, the move.

        Args:
            part: the first move of an open turn, '' outside of one.
        """
        ply = len(game.moves)
        if ply >= len(self.puzzle.line):
            return {"text": "The puzzle ends before this position. Take back your move.", "squares": []}
        text = self.puzzle.line[ply]
        wanted = (self.puzzle.keys[ply] if self.puzzle.keys else ()) or parts(text)
        left = [one for one in wanted if one != part]
        position = game.position.after_first(part) if part else game.position  # type: ignore[attr-defined]
        if not left:
            return {"text": "Any move that does no harm completes the turn.", "squares": []}
        known = {*guide.moves(position)}
        first = next((one for one in left if one in known), "")
        targets = guide.targets(position, first) if first else []
        if not targets:
            return {"text": "Take back the first move of this turn.", "squares": []}
        origin = targets[0].origin
        if self._hinted == ply:
            return {"text": f"Play {first}.", "squares": [(one.origin, one.square) for one in targets]}
        self._hinted = ply
        what = "a face-down piece" if targets[0].kind == FLIP else guide.mover(position, origin)
        return {"text": f"Look at {what}.", "squares": [(origin, origin)]}
