"""The playing half of the CECP front end: what the engine does on its own, between commands.

It plays one side, none (force mode) or analyses. Whatever happens on the board, :meth:`Player.proceed` then does what
the mode asks for. A running search is a :class:`Task`; its answer comes as an event to the session's own thread, and
is dropped if the task was abandoned meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from oddfish.engine.game import Game, MoveError
from oddfish.engine.searcher import Best, Info, Limits
from oddfish.protocols.cecp_text import result_line, thinking_line
from oddfish.protocols.clocks import TimeControl
from oddfish.protocols.projections import Projection
from oddfish.protocols.session import Session
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer

#: Kinds of tasks.
THINK, PONDER, GUESS, ANALYZE, HINT = "think", "ponder", "guess", "analyze", "hint"
#: How long to look for the opponent's move to ponder on, where the search has left none; ms.
_GUESS_TIME = 100
#: For GUIs that take whole moves and the variants' own FENs.
_WHOLE = Projection()
#: A draw is accepted when the engine is worse by so much, or about level after many plies; centipawns.
_DRAW_WORSE, _DRAW_LEVEL, _DRAW_PLIES = -30, 15, 80
#: The engine resigns after so many of its moves at no more than so many centipawns.
_RESIGN_SCORE, _RESIGN_MOVES = -900, 3


class Task:
    """A search under way for the front end."""

    __slots__ = ("best", "expected", "game", "info", "kind", "spent", "started")

    def __init__(self, kind: str, game: Game, spent: int = 0, expected: str | None = None):
        self.kind = kind
        self.game = game
        self.spent = spent  # ms used before a pause
        self.expected = expected  # the opponent's move pondered on
        self.started = time.monotonic()
        self.info: Info | None = None  # its latest first line
        self.best: Best | None = None  # its answer

    def elapsed(self) -> int:
        """ms the move has taken."""
        return self.spent + int((time.monotonic() - self.started) * 1000)

    def line(self) -> tuple[str, ...]:
        """The moves expected from the position on the board."""
        moves = tuple(self.info.pv) if self.info is not None else ()
        return (self.expected, *moves) if self.kind == PONDER and self.expected else moves


class Player(Session):
    """The engine at the board: thinks, ponders, analyses, claims results, answers draw offers."""

    #: The GUI has a board to click on: XBoard.
    clicks = False

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        super().__init__(inbox, write, settings)
        self.side: int | None = 1  # the one the engine plays; None: force mode
        self.analyzing = False
        self.control = TimeControl()
        self.pondering = False
        self.posting = True
        self.resigning = False
        self.task: Task | None = None
        self.in_pause = False
        self.paused: Task | None = None  # to be resumed
        self.excluded: set[int] = set()
        self.draw_offered = False
        self.at_home = False  # in the game on the board: a person has clicked on it, or the engine has moved
        self.score: int | None = None  # of the engine's last move, centipawns, its own view
        self.hopeless = 0  # moves in a row that resignation would have fitted
        self.expected: str | None = None  # the opponent's next move, after one of the engine's

    @property
    def deals(self) -> bool:
        """XBoard leaves what is turned up to the mover's engine; any other GUI is itself the referee."""
        return self.clicks

    @property
    def view(self) -> Projection:
        """How the GUI wants moves and positions: XBoard, which alone accepts the feature `highlight`, as plies on its
        board; any other as they are."""
        return self.projection if self.clicks else _WHOLE

    # Modes and positions ----------------------------------------------------------------------------------------

    def set_mode(self, side: int | None, analyzing: bool = False) -> None:
        self.side = side
        self.analyzing = analyzing
        self.paused = None

    def game_replaced(self) -> None:
        self.position_changed()
        self.draw_offered = False
        self.score = None
        self.hopeless = 0
        self.in_pause = False

    def position_changed(self) -> None:
        self.excluded.clear()
        self.expected = None
        self.paused = None

    def proceed_in_analysis(self) -> None:
        """A new position restarts analysis; a game waits for ``go`` or a move."""
        if self.analyzing:
            self.proceed()

    # Searching ------------------------------------------------------------------------------------------------

    def start_search(self, task: Task, limits: Limits) -> None:
        self.abandon()
        self.task = task
        self.searcher.go(
            task.game,
            limits,
            on_info=lambda info: self._report(task, info),
            on_done=lambda best: self._arrived(task, best),
        )

    def _report(self, task: Task, info: Info) -> None:
        """Called by the search's thread."""
        if info.line == 1:
            task.info = info
        if self.posting and task.kind not in (HINT, GUESS) and self.task is task:
            position, moves = task.game.position, list(info.pv)
            if task.kind == PONDER and task.expected:
                position, moves = task.game.positions[-2], [task.expected, *moves]
            notes = self.view.notes(position, moves)
            self.write(thinking_line(info._replace(pv=self.view.line(position, moves)), notes))

    def _arrived(self, task: Task, best: Best) -> None:
        """Called by the search's thread."""
        task.best = best
        self.inbox.post(lambda: self.finish(task))

    def finish(self, task: Task) -> None:
        """Use a task's answer, unless it was abandoned or is used already."""
        if self.task is not task or task.best is None:
            return
        self.task = None
        if task.kind == THINK:
            self._play(task, task.best)
        elif task.kind == HINT and task.best.text:
            self.write_hint(task.best.text)
        elif task.kind == GUESS:
            self.expected = task.best.text
            self.start_pondering(self.expected)

    def write_hint(self, move: str) -> None:
        """In words where there are any: what follows `Hint:` XBoard takes for one ply."""
        words = self.view.advice(self.game, move)
        self.write(f"telluser Hint: {words}" if words else f"Hint: {self.view.line(self.game.position, [move])[0]}")

    def abandon(self) -> Task | None:
        """End the running search; its answer will not be used."""
        task, self.task = self.task, None
        if task is not None:
            self.searcher.stop()
            self.searcher.wait()
        return task

    def undisturbed(self, change: Callable[[], None]) -> None:
        """Make a change the search cannot bear while it runs, then resume it."""
        task = self.abandon()
        try:
            change()
        finally:
            self.resume_task(task)

    def resume_task(self, task: Task | None) -> None:
        if task is None:
            return
        if task.kind == THINK:
            self.start_thinking(task.elapsed())
        elif task.kind == PONDER:
            self.start_pondering(task.expected)
        elif task.kind == ANALYZE:
            self.start_analysis()

    def proceed(self) -> None:
        """Do what mode and position ask for: analyse, claim the game's end, think, or wait."""
        self.abandon()
        if self.in_pause or self.game.pending:
            return
        if self.analyzing:
            self.start_analysis()
        elif self.side is not None and not self.claim_end() and self.side == self.game.turn:
            self.start_thinking()

    def root_moves(self) -> tuple[int, ...] | None:
        """The root moves to search, () for all; None if all were excluded."""
        moves = self.view.continuing(self.game)
        if not self.excluded:
            return moves
        moves = moves or tuple(self.game.position.moves())
        return tuple(move for move in moves if move not in self.excluded) or None

    def start_thinking(self, spent: int = 0) -> None:
        moves = self.root_moves()
        if moves is None or self.side is None:
            return
        task = Task(THINK, self.game, spent)
        if not self._answer_from_book(task, moves):
            limits = self.control.limits(self.game, self.side, spent)
            self.start_search(task, limits._replace(moves=moves))

    def _answer_from_book(self, task: Task, moves: tuple[int, ...]) -> bool:
        """Whether the book has a move, which then arrives as that of a search would."""
        answer = self.opening_book.answer(task.game, moves)
        if answer is None:
            return False
        self.abandon()
        self.task, task.info = task, answer.info
        if self.posting:
            line = self.view.line(task.game.position, answer.info.pv)
            self.write(thinking_line(answer.info._replace(pv=[*line, "(book)"])))
        self._arrived(task, answer.best)
        return True

    def start_analysis(self) -> None:
        moves = self.root_moves()
        if moves is not None and self.game.position.count():
            self.start_search(Task(ANALYZE, self.game), Limits(infinite=True, moves=moves))

    def start_pondering(self, expected: str | None) -> None:
        if not self.pondering or expected is None or self.side is None or self.in_pause:
            return
        game = self.game.copy()
        try:
            game.push(expected)
        except MoveError:
            return
        if game.turn == self.side and game.result() is None and not self.opening_book.knows(game):
            limits = self.control.limits(game, self.side)
            self.start_search(Task(PONDER, game, expected=expected), limits._replace(ponder=True))

    def _play(self, task: Task, best: Best) -> None:
        """Make the move a search chose."""
        if best.move is None or best.text is None or self.side is None:
            return
        self.score = best.score
        if self._resigns():
            self.side = None
            self.write("resign")
            return
        self.answer_draw()
        self.draw_offered = False
        self.at_home = True
        move = self.game.dealt(best.move)
        plies = self.view.send(self.game, self.game.position.text(move))
        self.game.push_move(move)
        self.control.moved(self.game, self.side, task.elapsed())
        self.position_changed()
        self.write(*(f"move {ply}" for ply in plies))
        if self.claim_end() or self.game.pending:
            return
        if self.game.turn == self.side:  # a turn may go on; but who takes whole moves asks for each
            if self.clicks:
                self.start_thinking()
            return
        self.expected = best.ponder
        if best.ponder is None and self.pondering:
            self.start_search(Task(GUESS, self.game), Limits(movetime=_GUESS_TIME))
        else:
            self.start_pondering(best.ponder)

    def claim_end(self) -> bool:
        """Tell XBoard if the game is over on the board."""
        result = self.game.result()
        if result is not None:
            self.write(result_line(result.text, result.reason))
        return result is not None

    def _resigns(self) -> bool:
        hopeless = self.resigning and self.score is not None and self.score <= _RESIGN_SCORE
        self.hopeless = self.hopeless + 1 if hopeless else 0
        return self.hopeless >= _RESIGN_MOVES

    def answer_draw(self) -> None:
        """Accept an offered draw if the engine's last score makes it welcome."""
        if not self.draw_offered or self.score is None:
            return
        long = len(self.game.moves) >= _DRAW_PLIES
        if self.score <= _DRAW_WORSE or (long and self.score <= _DRAW_LEVEL):
            self.draw_offered = False
            self.write("offer draw")
