"""Commands behind XBoard's user interface: clicks on the board, hints, the book and the status line."""

from __future__ import annotations

from typing import ClassVar

from oddfish.engine.searcher import Limits
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.task import ANALYZE, FIND_PONDER, HINT, THINK, Task
from oddfish.protocols.cecp.text import status_line
from oddfish.protocols.session import CommandError, Handler
from oddfish.protocols.streams import printable

_HINT_TIME = 300  # ms


class UserInterface(Player):
    """Clicks (``lift``, ``put``, ``hover``), answered once ``highlight`` is accepted; ``hint``, ``bk`` and ``.``."""

    def lift(self, text: str) -> None:
        self._check_square(text)
        self.owns_game = True
        self.tell(self.view.lift(self.game, text))

    def put(self, text: str) -> None:
        self._check_square(text)
        self.write(*self.view.put(self.game, text))

    def hover(self, text: str) -> None:
        self._check_square(text)
        self.write(*self.view.hover(self.game, text))

    def _check_square(self, text: str) -> None:
        if not self.projection.is_square(text):
            raise CommandError(f"'{printable(text, 40)}' is not a square" if text else "expected a square")

    def hint(self, text: str) -> None:
        """Suggest the user's best move: the expected one, or at a playing level what full strength would play."""
        task = self.task
        line = task.line() if task is not None else ()
        move = line[0] if line else self.ponder_move
        continuations = self.view.continuing(self.game)
        trusted = self.searcher.skill.is_full or (task is not None and task.kind == ANALYZE)
        if trusted and move is not None and (not continuations or move in continuations):
            self.write_hint(move)
            return
        searching = task is not None and (task.kind in (THINK, HINT) or (trusted and task.kind != FIND_PONDER))
        if (searching and not continuations) or self.game.pending:
            return  # nothing found yet
        if self.game.position.count():
            self.start_search(Task(HINT, self.game), Limits(movetime=_HINT_TIME, moves=continuations, analysis=True))

    def book(self, text: str) -> None:
        """Show the book's moves here, if it has any, and explain the game."""
        variant = self.settings.variant
        import textwrap

        legend = [f"{letter}: {meaning}" for letter, meaning in variant.legend(self.game.position)]
        moves = self.opening_book.lines(self.game, lambda move: self.in_view(self.game.position, move))
        if moves:
            moves.append("")
        rules = [*textwrap.wrap(variant.summary, 70), *textwrap.wrap(self.view.manual, 70)]
        lines = [*moves, variant.title, *rules, *legend]
        self.write(*(f" {line}" for line in lines), "")

    def status(self, text: str) -> None:
        if self.task is not None:
            status = self.searcher.status()
            move = self.in_view(self.task.game.position, status.move) if status.move else ""
            self.write(status_line(status, move))

    handlers: ClassVar[dict[str, Handler]] = {
        "lift": lift,
        "put": put,
        "hover": hover,
        "hint": hint,
        "bk": book,
        ".": status,
    }
