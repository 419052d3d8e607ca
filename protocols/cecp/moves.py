"""Commands that make, take back, exclude and include moves."""

from __future__ import annotations

import re

from oddfish.engine.game import MoveError
from oddfish.engine.printable import printable
from oddfish.protocols.arguments import CommandError, Handler
from oddfish.protocols.cecp.gui_clocks import GuiClocks
from oddfish.protocols.cecp.handover import Handover
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.projections.base import NOTE, NULL, Received, marks, note

#: If an `Illegal move` or `Error` line contains one of these words, XBoard takes it as a reply to a command and
#: ignores it.
_RESERVED = re.compile(
    r"name|rating|\?|result|board|bk|computer|variant|hint|random|depth|accepted|protover|analyze", re.IGNORECASE
)


class Moves:
    """``usermove``, ``undo``, ``remove``, ``exclude`` and ``include``."""

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searches: Searches,
        player: Player,
        opponent: Opponent,
        handover: Handover,
        clocks: GuiClocks,
    ):
        self._current = current
        self._output = output
        self._searches = searches
        self._player = player
        self._opponent = opponent
        self._handover = handover
        self._clocks = clocks
        self._turn_unfinished = False  # the previous command was a move, but its side is still to move

    def commands(self) -> dict[str, Handler]:
        return {
            "usermove": self.usermove,
            "undo": self.undo,
            "remove": self.remove,
            "exclude": self.exclude,
            "include": self.include,
        }

    def take_unfinished_turn(self) -> bool:
        """Whether the previous command was a move, but its side is still to move. A second call returns False."""
        unfinished, self._turn_unfinished = self._turn_unfinished, False
        return unfinished

    def usermove(self, text: str) -> None:
        player = self._player
        if not text:
            raise CommandError("expected a move")
        if self._searches.thinking:
            self._refuse("it is the engine's turn", text)
            return
        if not self._current.game.moves and not player.analyzing:
            self._opponent.agree_on_setup(1 - self._current.game.turn)
            self._handover.adopt_recorded_setup()
        if self._handover.holds_moves:
            self._handover.hold_next(text)
            return
        human = not self._opponent.computer and player.side is not None
        try:
            received = self._current.view.receive(self._current.game, text, human)
        except MoveError as error:
            if self._handover.possible:
                self._handover.hold(text, self.usermove)
            else:
                self._reject(text, error)
        else:
            self._accept(received)

    def _accept(self, received: Received) -> None:
        """Answer a legal ply. If it completes a move, play the move."""
        game, player, clocks = self._current.game, self._player, self._clocks
        mover, replies = game.turn, list(received.replies)
        self._output.forget_note()
        if not self._opponent.computer:
            if received.move is None:
                replies = clocks.around(replies, mover, mover) if clocks.refuse() else replies
            elif replies and clocks.settle():
                replies = clocks.around(replies, mover, 1 - mover)
        self._output.write_with_notes(replies)
        if received.move is not None:
            player.opponent_moved(received.move)
        else:
            player.proceed_in_analysis()
        self._turn_unfinished = player.forced and game.turn == mover

    def _reject(self, text: str, error: MoveError) -> None:
        """Refuse an illegal ply. Tell a person why, give the time back, and pick up the piece again."""
        game, view = self._current.game, self._current.view
        self._turn_unfinished = self._player.forced
        reason = str(error).removeprefix(f"'{text}'").lstrip(": ").removeprefix("is ")
        lines = [self._refusal(reason, text)]
        if self._opponent.computer:
            self._output.write(*lines)
            return
        if self._clocks.refuse():
            lines = self._clocks.around(lines, game.turn, game.turn)
        self._output.write(*lines)
        if view.explains:
            self._output.write_with_notes([note(printable(reason))])
        self._output.write(*view.pick_up(game))

    def _refuse(self, reason: str, move: str) -> None:
        self._output.write(self._refusal(reason, move))

    def _refusal(self, reason: str, move: str) -> str:
        reason = printable(reason).replace("(", "[").replace(")", "]")
        if self._current.clicks and _RESERVED.search(reason):
            reason = "against the rules"
        return f"Illegal move ({reason}): {printable(move)}"

    def undo(self, text: str) -> None:
        self.take_back(1)

    def remove(self, text: str) -> None:
        """Take back the user's last turn. If the turn has more plies, make XBoard take back those too."""
        self.take_back(2)
        side, projection = self._player.side, self._current.view
        if side is None or self._opponent.computer:
            return
        game, more = self._current.game, []
        while projection.plies(game) and projection.unsettled(game, 1 - side):
            more.append(f"Illegal move (taken back too): {NULL}")
            self.take_back(1)
        lines = self._opponent.reminder() if game.moves and not projection.continuing(game) else []
        if more:  # replace XBoard's "Illegal move" in the message line
            more = self._clocks.take_back(more, 1 - side)
            if not any(line.startswith(NOTE) for line in lines):
                lines.append(note("taken back: your move"))
        if self._current.clicks and not any(line.startswith("highlight") for line in lines):
            lines.append(marks({}, projection.grid))  # the marks of the move that was taken back
        self._output.write_with_notes([*more, *lines])

    def take_back(self, plies: int) -> None:
        """Take back XBoard's last plies. If the engine was thinking or analysing, it continues from there.

        Raises:
            CommandError: the game has fewer plies.
        """
        game, projection = self._current.game, self._current.view
        if projection.plies(game) < plies:
            raise CommandError("no move to take back")
        was_thinking = self._searches.thinking
        self._searches.abandon()
        for _ in range(plies):
            if projection.undo():
                game.pop()
        self._player.position_changed()
        if self._player.analyzing or was_thinking:
            self._player.proceed()

    def exclude(self, text: str) -> None:
        self._player.exclude(self._current.game.position.moves() if text == "all" else [self._parse(text)])

    def include(self, text: str) -> None:
        self._player.include(self._player.excluded if text == "all" else [self._parse(text)])

    def _parse(self, text: str) -> int:
        return self._current.view.parse(self._current.game, text)
