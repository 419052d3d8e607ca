"""Who plays first when two people play again.

XBoard has no seats: the same two people move both sides in Edit Game, and White always begins. The engine can only tell
them which of them takes White by the game's custom. XBoard ignores thinking lines in that mode, so this needs a pop-up.
It appears once per game, when they choose Edit Game again, and only in games with such a custom.
"""

from __future__ import annotations

from oddfish.engine.guide.base import SIDES
from oddfish.engine.rematch import next_starter
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame


class Rematch:
    """Remembers the last game of two people, and tells them who plays first in the next one."""

    def __init__(self, current: XBoardGame, output: CecpOutput, opponent: Opponent):
        self._current = current
        self._output = output
        self._opponent = opponent
        self._set_up = False  # the GUI has set up the current game: from now on, `force` means Edit Game
        self._due = ""  # what to tell in the next game
        self._variant = ""  # the last game's variant

    def before(self, command: str) -> None:
        """Follow XBoard's commands; called before each is carried out."""
        if command in ("new", "variant"):
            self._set_up = False
            if self._current.game.moves:
                self._due = self._sentence()
                self._variant = self._current.settings.variant.name
        elif command == "ping":
            self._set_up = True
        elif command == "force" and self._set_up and self._due and not self._current.game.moves:
            if self._variant == self._current.settings.variant.name:
                self._output.tell_user(self._due)
            self._due = ""

    def _sentence(self) -> str:
        """What to tell before the next game; '' if people have not finished this one or the game has no custom."""
        game, first = self._current.game, self._current.settings.variant.rematch_first
        result = game.result()
        if first == "alternate" or result is None or not self._opponent.two_people:
            return ""
        side, did = next_starter(first, result.winner, game.positions[0].turn)
        where = "in the last game" if result.winner is None else "the last game"
        return f"By custom, {SIDES[side]}, who {did} {where}, now plays first."
