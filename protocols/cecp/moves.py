"""Commands that make, take back and restrict moves."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, ClassVar

from oddfish.engine.game import MoveError
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.task import PONDER, THINK
from oddfish.protocols.projections.base import NULL, note
from oddfish.protocols.session import CommandError, Handler
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer, printable

#: XBoard takes an `Illegal move` or `Error` with one of these words in it for the answer to a command, and ignores it.
_RESERVED = re.compile(
    r"name|rating|\?|result|board|bk|computer|variant|hint|random|depth|accepted|protover|analyze", re.IGNORECASE
)


class Moves(Opponent):
    """``usermove``, ``undo``, ``remove``, ``exclude`` and ``include``."""

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        super().__init__(inbox, write, settings)
        self.turn_unfinished = False  # the previous command was a move, and the same side is still to move

    def usermove(self, text: str) -> None:
        if not text:
            raise CommandError("expected a move")
        if self.task is not None and self.task.kind == THINK:
            self._refuse_move("it is the engine's turn", text)
            return
        if not self.game.moves and not self.analyzing:
            self.agree_on_setup(1 - self.game.turn)
            self.adopt_recorded_setup()
        human = not self.computer and self.side is not None
        mover = self.game.turn
        if self.held_moves:
            self.held_moves.append(text)
            return
        try:
            received = self.view.receive(self.game, text, human)
        except MoveError as error:
            if self.may_be_handover():
                self.hold_move(text)
                return
            self.turn_unfinished = self.side is None and not self.analyzing
            reason = str(error).removeprefix(f"'{text}'").lstrip(": ").removeprefix("is ")
            self._refuse_move(reason, text)
            if self.view.explains and not self.computer:
                self.tell([note(printable(reason))])
            return
        self.reminding = False
        self.tell(received.replies)
        if received.move is not None:
            self._opponent_moved(received.move)
        elif self.analyzing:
            self.proceed()
        self.turn_unfinished = self.side is None and not self.analyzing and self.game.turn == mover

    def _refuse_move(self, reason: str, move: str) -> None:
        reason = printable(reason).replace("(", "[").replace(")", "]")
        if self.clicks and _RESERVED.search(reason):
            reason = "against the rules"
        self.write(f"Illegal move ({reason}): {printable(move)}")

    def _opponent_moved(self, move: int) -> None:
        task = self.task
        self.game.push_move(move)
        self.position_changed()
        if task is not None and task.kind == PONDER and task.ponder_move == move and not self.game.result():
            task.kind, task.game = THINK, self.game
            task.started = time.monotonic()
            self.searcher.ponderhit()
        else:
            self.proceed()

    # Taking back ----------------------------------------------------------------------------------------------

    def undo(self, text: str) -> None:
        self.take_back(1)

    def remove(self, text: str) -> None:
        """Take back the user's last turn. If it took several plies, XBoard is made to take back the rest too."""
        self.take_back(2)
        if self.side is None or self.computer:
            return
        while self.view.plies(self.game) and self.view.unsettled(self.game, 1 - self.side):
            self.write(f"Illegal move (taken back too): {NULL}")
            self.take_back(1)

    def take_back(self, plies: int) -> None:
        if self.view.plies(self.game) < plies:
            raise CommandError("no move to take back")
        task = self.abandon()
        for _ in range(plies):
            if self.view.undo():
                self.game.pop()
        self.position_changed()
        if self.analyzing or (task is not None and task.kind == THINK):
            self.proceed()

    # Root moves -----------------------------------------------------------------------------------------------

    def exclude(self, text: str) -> None:
        self._restrict(text, set(self.game.position.moves()), self.excluded.update)

    def include(self, text: str) -> None:
        self._restrict(text, set(self.excluded), self.excluded.difference_update)

    def _restrict(self, text: str, everything: set[int], change: Callable[[set[int]], Any]) -> None:
        moves = everything if text == "all" else {self.view.parse(self.game, text)}
        nothing_to_search = self.root_moves() is None
        self.between_searches(lambda: change(moves))
        if nothing_to_search:
            self.proceed()

    handlers: ClassVar[dict[str, Handler]] = {
        "usermove": usermove,
        "undo": undo,
        "remove": remove,
        "exclude": exclude,
        "include": include,
    }
