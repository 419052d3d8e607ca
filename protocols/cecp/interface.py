"""Commands that XBoard's user interface sends: clicks on the board, hints, the book and the status of the search."""

from __future__ import annotations

from oddfish.engine.printable import printable
from oddfish.engine.searcher import Best, Limits, Searcher
from oddfish.protocols.arguments import CommandError, Handler
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.task import ANALYZE, FIND_PONDER, HINT, THINK, Task
from oddfish.protocols.cecp.text import status_line
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.opening_book import OpeningBook
from oddfish.protocols.projections.base import has_targets, note

_HINT_TIME = 300  # ms
#: Columns of the rules in XBoard's pop-up, which has no scroll bar: broad and without blank lines if they are longer
#: than this many characters, so that they fit a screen of 768 lines.
_NARROW, _BROAD, _LONG_RULES = 70, 120, 1200


class UserInterface:
    """Clicks (``lift``, ``put``, ``hover``), answered if the GUI accepted ``highlight``; ``hint``, ``bk``, ``.``."""

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searcher: Searcher,
        searches: Searches,
        book: OpeningBook,
        player: Player,
        opponent: Opponent,
    ):
        self._current = current
        self._output = output
        self._searcher = searcher
        self._searches = searches
        self._book = book
        self._player = player
        self._opponent = opponent

    def commands(self) -> dict[str, Handler]:
        return {
            "lift": self.lift,
            "put": self.put,
            "hover": self._check_square,  # nothing to answer
            "hint": self.hint,
            "bk": self.book,
            ".": self.status,
        }

    def lift(self, text: str) -> None:
        self._check_square(text)
        self._opponent.person_clicks()
        view, game = self._current.view, self._current.game
        lines = view.lift(game, text)
        if len(lines) == 1 and not has_targets(lines[0]) and (reason := view.idle(game, text)):
            lines = [*lines, note(printable(reason))]
        self._output.write_with_notes(lines)

    def put(self, text: str) -> None:
        self._check_square(text)
        self._output.write(*self._current.view.put(self._current.game, text))

    def _check_square(self, text: str) -> None:
        if not self._current.projection.is_square(text):
            raise CommandError(f"'{printable(text, 40)}' is not a square" if text else "expected a square")

    def hint(self, text: str) -> None:
        """Suggest the user's best move: the move that the engine expects or, at a weaker level, the move that it would
        play at full strength."""
        task, game = self._searches.task, self._current.game
        line = task.line() if task is not None else ()
        move = line[0] if line else self._player.ponder_move
        continuations = self._current.view.continuing(game)
        trusted = self._searcher.skill.is_full or (task is not None and task.kind == ANALYZE)
        if trusted and move is not None and (not continuations or move in continuations):
            self._write_hint(move)
            return
        searching = task is not None and (task.kind in (THINK, HINT) or (trusted and task.kind != FIND_PONDER))
        if (searching and not continuations) or game.pending:
            return  # the search has no move yet
        if game.position.count():
            limits = Limits(movetime=_HINT_TIME, moves=continuations, analysis=True)
            self._searches.start(Task(HINT, game, self._found_hint), limits)

    def _found_hint(self, task: Task, best: Best) -> None:
        if best.move is not None:
            self._write_hint(best.move)

    def _write_hint(self, move: int) -> None:
        """Give a hint, in words if the projection has any: XBoard reads the text after `Hint:` as a single ply."""
        game = self._current.game
        words = self._current.view.advice(game, move)
        if words:
            self._output.tell_user(f"Hint: {words}")
        else:
            self._output.write(f"Hint: {self._current.move_text(game.position, move)}")

    def book(self, text: str) -> None:
        """List the book's moves for this position, if there are any, and explain the game."""
        import textwrap

        variant, game = self._current.settings.variant, self._current.game
        legend = [f"{letter}: {meaning}" for letter, meaning in variant.legend(game.position)]
        moves = self._book.lines(game, lambda move: self._current.move_text(game.position, move))
        if moves:
            moves.append("")
        texts = [*variant.summary.split("\n\n"), *filter(None, [self._current.view.manual])]
        if sum(map(len, texts)) > _LONG_RULES:
            rules = [line for text in [*texts, ", ".join(legend)] for line in textwrap.wrap(text, _BROAD)]
        else:
            rules = [*(line for text in texts for line in ["", *textwrap.wrap(text, _NARROW)]), "", *legend]
        lines = [*moves, variant.title, *rules]
        self._output.write(*(f" {line}" for line in lines), "")

    def status(self, text: str) -> None:
        task = self._searches.task
        if task is not None:
            status = self._searcher.status()
            move = self._current.move_text(task.game.position, status.move) if status.move else ""
            self._output.write(status_line(status, move))
