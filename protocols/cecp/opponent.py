"""The opponent, and agreeing on a set-up with it.

In variants whose players choose their set-up, an engine's name states its own (:meth:`Projection.setup_tag`). XBoard
sends each engine the other's name, so both engines know both set-ups.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine.printable import printable
from oddfish.protocols.cecp.display import Display
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.projections.base import NOTE, note


class Opponent:
    """The opponent's name, whether it is a computer, and whether the game is ours."""

    def __init__(self, current: XBoardGame, display: Display, output: CecpOutput):
        self._current = current
        self._display = display
        self._output = output
        self.computer = False  # the opponent is a computer
        self._engine_moved = False
        self._person_clicked = False  # on the board
        self._name = ""

    def new_game(self) -> None:
        self._name = ""
        self.computer = self._engine_moved = self._person_clicked = False

    @property
    def owns_game(self) -> bool:
        """Whether this game is our own: no other engine hands it over."""
        return self._engine_moved or self._person_clicked

    @property
    def two_people(self) -> bool:
        """Whether people play this game by mouse, without the engine."""
        return self._person_clicked and not self._engine_moved

    def engine_moves(self) -> None:
        """Record that the engine plays in this game."""
        self._engine_moved = True

    def person_clicks(self) -> None:
        """Record that a person has clicked on the board."""
        self._person_clicked = True

    def meet_computer(self, text: str) -> None:
        self.computer = True

    def meet(self, name: str) -> None:
        """Learn the opponent's name."""
        self._name = printable(name)

    def remind(self) -> None:
        """If the opponent is a person, write notes on what XBoard does not show of the engine's move."""
        if self.computer:
            return
        self._output.forget_note()
        lines, text = self._display.reminder(), self._current.view.report(self._current.game)
        others = [line for line in lines if not line.startswith(NOTE)]
        if not text:
            self._output.write_with_notes(lines)
        elif len(others) < len(lines):
            self._output.write_with_notes([*others, note(text)])
        else:
            self._output.write_subject(others, text)

    def reminder(self) -> list[str]:
        """The lines that :meth:`remind` writes."""
        return self._display.reminder()

    def agree_on_setup(self, side: int) -> None:
        """Before the first move, adopt the set-up that the opponent's name states.

        Args:
            side: the engine's side.
        """
        current = self._current
        if current.game.moves or not self._name:
            return
        options = current.projection.agree(current.game, self._name, side)
        self._name = ""
        if options:
            self.adopt(options)

    def adopt(self, options: Mapping[str, Any]) -> None:
        """Set up the start of the game again with another set-up."""
        current = self._current
        fen = None if current.from_start else current.projection.write_fen(current.game.position)
        current.settings.fix(options)
        current.set_up(None if fen is None else current.projection.read_fen(fen))
        self._comment_on_setup()

    def join_game(self) -> None:
        """Adopt the set-up of a game that the opponent hands over, and replay the moves made so far."""
        current = self._current
        options = current.projection.join(current.game, self._name)
        if not options:
            return
        moves = current.game.texts()
        start = current.game.positions[0]
        fen = None if current.from_start else current.projection.read_fen(current.projection.write_fen(start))
        current.settings.fix(options)
        current.set_up(fen)
        for move in moves:
            current.game.push(move)
        self._comment_on_setup()

    def _comment_on_setup(self) -> None:
        self._output.comment(self._current.projection.describe(self._current.game))
