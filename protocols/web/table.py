"""A game on the table: its moves as the page shows them, a half-made turn, and moves taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from oddfish.cext.core.errors import MoveError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game, Result
from oddfish.engine.guide import guide_of
from oddfish.engine.guide.terms import PieceError
from oddfish.engine.guide.words import capital
from oddfish.protocols.terminal.printing import outcome_text
from oddfish.protocols.web import clicks, drawing, frames
from oddfish.protocols.web.paths import paths_of

#: The part of a note that suggests an option of `oddfish show`.
_OPTION = re.compile(r": --\w+ \w+ shows that(?=\.)")
#: The maximum number of letters in a piece's code.
_MOST_LETTERS = 4


class Table:
    """A game with its frames.

    Attributes:
        game: the game.
        part: the first move of a turn of two, '' outside such a turn.
        ended: the result if the board does not show it (resignation, time, an agreed draw).
        undone: the texts of the moves taken back; the next one to play again is the last.
    """

    def __init__(self, game: Game):
        self.game = game
        self.guide = guide_of(game.variant)
        self.paths = paths_of(self.guide)
        self.part = ""
        self.ended: Result | None = None
        self.undone: list[str] = []
        self.frames = [self._first()]
        self._pictured: set[str] = set()
        for index, text in enumerate(game.texts()):
            self.frames.append(self._frame(index, text))
        self._choices: tuple[Position, list[clicks.Choice]] | None = None

    @property
    def position(self) -> Position:
        """The position to move in: after the first move of a turn, the position inside the turn."""
        position = self.game.position
        if not self.part:
            return position
        inside: Position = position.after_first(self.part)  # type: ignore[attr-defined]
        return inside

    def result(self) -> Result | None:
        return self.ended or self.game.result()

    def choices(self) -> list[clicks.Choice]:
        """The choices of the side to move; none in a finished game."""
        if self.result() is not None:
            return []
        position = self.position
        last = self._choices[0] if self._choices is not None else None
        if last is None or (last is not position and (last.key != position.key or last.fen() != position.fen())):
            self._choices = position, clicks.choices(self.paths, position)
        assert self._choices is not None
        return self._choices[1]

    # Moves --------------------------------------------------------------------------------------------------

    def choose(self, text: str) -> bool:
        """Make a move, or a part of a turn. Returns whether the turn is over.

        Raises:
            MoveError: it is illegal.
        """
        if text not in [choice.text for choice in self.choices()]:
            raise MoveError(f"'{text}' is not legal here")
        whole = f"{self.part},{text}" if self.part else text
        if not self.part and self.game.position.has_turns:
            ends = dict(self.game.position.first_moves())  # type: ignore[attr-defined]
            if not ends[text]:
                self.part = text
                return False
        self.push(whole)
        return True

    def push(self, text: str, again: bool = False) -> None:
        """Play a whole move.

        Args:
            again: whether it was taken back before; otherwise the moves taken back are forgotten.

        Raises:
            MoveError: it is illegal.
        """
        played = self.game.push(text)
        if not again:
            self.undone.clear()
        self.part = ""
        self.frames.append(self._frame(len(self.game.moves) - 1, played))

    def take_back(self) -> None:
        """Take back the last move, or the result if that was declared."""
        if self.ended is not None:
            self.ended = None
            return
        self.undone.append(self.game.texts()[-1])
        self.game.pop()
        self.frames.pop()

    def narrow(self, made: Sequence[str]) -> clicks.Narrowed:
        """The choices that begin with these clicks."""
        return clicks.narrow(self.choices(), made)

    def offered(self, left: Sequence[clicks.Choice]) -> dict[str, Any]:
        """The choices between which a page asks, and the pictures of their pieces."""
        options = clicks.offered(self.guide, self.position, left)
        letters = {one for option in options for _, *both in option["squares"] for one in both if one}
        return {"options": options, "pictures": self.pictures([{"cells": dict(enumerate(letters))}])}

    def why(self, made: Sequence[str]) -> str:
        """Why clicks make no move, in the guide's words."""
        if (result := self.result()) is not None:
            return f"The game is over: {outcome_text(result, self.game)}."
        squares = [click.partition(":")[0] for click in made]
        half = made[0].partition(":")[2].replace("*", "")
        if len(squares) < 2:
            reason = self.guide.why_none(self.position, squares[0])
            return f"{capital(reason)}." if reason else ""
        reason = ""
        for text in dict.fromkeys(("".join(squares[:2]) + half, "".join(squares[:2]))):
            reason = self.guide.why(self.game, f"{self.part},{text}" if self.part else text)
            if reason:
                break
        return f"{capital(reason)}." if reason else ""

    def study(self, letters: str) -> dict[str, Any] | None:
        """How a piece moves, on an empty board; None if there is no such piece."""
        if not letters or len(letters) > _MOST_LETTERS:
            return None
        try:
            found = self.guide.study(self.game.position, letters)
        except PieceError:
            return None
        cells = self.guide.cells(found.position)
        shown = {square: cells[square] for square in found.shown if square in cells}
        return {
            "title": found.title,
            "notes": [_OPTION.sub("", note) for note in found.notes],
            "cells": shown,
            "targets": [[target.square, target.kind] for target in found.targets],
            "pictures": drawing.pieces(self.game.variant, self.game.position, shown.values()),
        }

    # What the page shows ------------------------------------------------------------------------------------

    def turn(self, human: bool) -> dict[str, Any]:
        """Who is to move, and what a person may click."""
        known = self.choices() if human else []
        position = self.position
        halves = {square: self.paths.halves(position, square) for square in self.guide.squares()} if human else {}
        return {
            "side": self.game.turn,
            "human": human,
            "part": self.part,
            "targets": clicks.targets(known),
            "buttons": clicks.buttons(self.guide, position, known),
            "halves": {square: letters for square, letters in halves.items() if letters},
            "redo": len(self.undone),
        }

    def over(self) -> dict[str, Any] | None:
        """The result in words, None while the game goes on."""
        result = self.result()
        if result is None:
            return None
        return {"text": capital(outcome_text(result, self.game)), "result": result.text, "winner": result.winner}

    def part_frame(self) -> dict[str, Any] | None:
        """The position inside a turn."""
        if not self.part:
            return None
        found = frames.made(self.guide, self.game.position, self.part, self.position)
        return {**found, "sides": self._sides(self.game.position)}

    def board(self) -> dict[str, Any]:
        return drawing.board(self.game.variant, self.game.positions[0])

    def pictures(self, found: Sequence[dict[str, Any]]) -> dict[str, str]:
        """The pictures of all pieces in these frames."""
        return drawing.pieces(self.game.variant, self.game.position, sorted(letters_in(found)))

    def new_pictures(self, found: Sequence[dict[str, Any]]) -> dict[str, str]:
        """Those pictures in frames that earlier calls have not returned."""
        fresh = letters_in(found) - self._pictured
        self._pictured |= fresh
        return drawing.pieces(self.game.variant, self.game.position, sorted(fresh))

    def _first(self) -> dict[str, Any]:
        found = frames.frame(self.guide, self.game.positions[0])
        return {**found, "sides": self._sides(self.game.positions[0])}

    def _frame(self, index: int, text: str) -> dict[str, Any]:
        before, later = self.game.positions[index : index + 2]
        found = frames.made(self.guide, before, text, later)
        names = (self.guide.called(later, 0), self.guide.called(later, 1))
        found["news"] = self.guide.news(before, text, later, names)
        found["sides"] = self._sides(later)
        found["number"] = self.game.number_before(index)
        return found

    def _sides(self, position: Position) -> list[str]:
        return [capital(self.guide.called(position, side)) for side in (0, 1)]


def letters_in(found: Sequence[dict[str, Any]]) -> set[str]:
    """The pieces on squares, in hands, and captured."""
    letters: set[str] = set()
    for frame in found:
        letters |= {*frame["cells"].values(), *"".join(frame.get("hands", [])), *frame.get("captured", [])}
        letters |= {slide[2] for slide in frame.get("slides", [])}
    return letters
