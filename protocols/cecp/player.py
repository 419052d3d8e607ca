"""What the engine does by itself between XBoard's commands: think, ponder, analyse, claim results, answer draw offers.

It plays one side, none (force mode), or analyses. After any change on the board, :meth:`Player.proceed` does what the
mode asks for. A running search is a :class:`Task`. Its result is handled on the session's own thread, and dropped if
the task has been abandoned by then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddfish.cext.core.rules import Position
from oddfish.engine.searcher import Best, Info, Limits
from oddfish.protocols.cecp.task import ANALYZE, FIND_PONDER, HINT, PONDER, THINK, Task
from oddfish.protocols.cecp.text import result_line, thinking_line
from oddfish.protocols.cecp.time_control import TimeControl
from oddfish.protocols.projections import Projection
from oddfish.protocols.projections.base import NOTE
from oddfish.protocols.session import Session
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer

#: How long to search for a reply to ponder on if the search for the move has found none; ms.
_FIND_PONDER_TIME = 100
#: For GUIs that exchange whole moves and the variants' own FENs.
_IDENTITY = Projection()
#: Accept a draw at this score or below (centipawns), or at a roughly level score after this many plies.
_DRAW_SCORE, _LEVEL_SCORE, _LEVEL_PLIES = -30, 15, 80
#: Resign after this many of the engine's moves in a row at this score or below.
_RESIGN_SCORE, _RESIGN_MOVES = -900, 3


class Player(Session):
    """The engine as a player."""

    #: The GUI is XBoard, with a board to click on.
    clicks = False

    def __init__(self, inbox: Inbox, write: Writer, settings: Settings):
        super().__init__(inbox, write, settings)
        self.side: int | None = 1  # the side the engine plays; None in force mode
        self.analyzing = False
        self.control = TimeControl()
        self.pondering = False  # permitted, by `hard`
        self.posting = True  # thinking lines
        self.resigning = False
        self.task: Task | None = None
        self.in_pause = False
        self.paused_task: Task | None = None
        self.excluded: set[int] = set()  # root moves
        self.draw_offered = False
        self.owns_game = False  # the engine has moved, or someone has clicked on its board
        self.score: int | None = None  # of the engine's last move, in centipawns
        self.resign_count = 0  # the engine's moves in a row with a score to resign at
        self.ponder_move: int | None = None  # the expected reply to the engine's last move
        self.reminding = False  # XBoard shows a note, which thinking on the opponent's time is not to replace

    @property
    def deals(self) -> bool:
        """XBoard leaves chance to the mover's engine; other GUIs decide it themselves."""
        return self.clicks

    @property
    def view(self) -> Projection:
        """How the GUI writes moves and positions: XBoard, which alone accepts the feature `highlight`, as plies on its
        own board; other GUIs as the variant does."""
        return self.projection if self.clicks else _IDENTITY

    def seat_person(self, side: int) -> None:
        """Learn which side the person at the board plays."""
        self.view.take_seat(self.game, side)

    # Modes and positions ----------------------------------------------------------------------------------------

    def set_mode(self, side: int | None, analyzing: bool = False) -> None:
        self.side = side
        self.analyzing = analyzing
        self.paused_task = None

    def game_replaced(self) -> None:
        self.position_changed()
        self.draw_offered = False
        self.score = None
        self.resign_count = 0
        self.in_pause = False

    def position_changed(self) -> None:
        self.excluded.clear()
        self.ponder_move = None
        self.paused_task = None

    def proceed_in_analysis(self) -> None:
        """Analyse the new position in analysis mode; in a game wait for ``go`` or a move."""
        if self.analyzing:
            self.proceed()

    # Searching ------------------------------------------------------------------------------------------------

    def start_search(self, task: Task, limits: Limits) -> None:
        self.stop_counting()
        self.abandon()
        self.task = task
        self.searcher.go(
            task.game,
            limits,
            on_info=lambda info: self._report(task, info),
            on_done=lambda best: self._search_done(task, best),
        )

    def _report(self, task: Task, info: Info) -> None:
        """Called on the search's thread."""
        if info.line == 1:
            task.info = info
        quiet = task.kind in (HINT, FIND_PONDER) or (task.kind == PONDER and self.reminding)
        if self.posting and not quiet and self.task is task:
            position, moves = task.game.position, info.moves
            if task.kind == PONDER and task.ponder_move is not None:
                position, moves = task.game.positions[-2], (task.ponder_move, *moves)
            notes = self.view.notes(position, moves)
            line = self.view.line(position, moves) if self.view.coordinates else []
            self.write(thinking_line(info._replace(pv=line), notes))

    def in_view(self, position: Position, move: int) -> str:
        """A move as people see it in XBoard: in the coordinates they see, which may not be those of XBoard's plies."""
        texts = [] if self.view.coordinates else self.view.notes(position, [move])
        return (texts or self.view.line(position, [move]))[0]

    def _search_done(self, task: Task, best: Best) -> None:
        """Called on the search's thread."""
        task.best = best
        self.inbox.post(lambda: self.finish(task))

    def finish(self, task: Task) -> None:
        """Act on a task's result, unless it was abandoned or has been acted on already."""
        if self.task is not task or task.best is None:
            return
        self.task = None
        if task.kind == THINK:
            self._play(task, task.best)
        elif task.kind == HINT and task.best.move is not None:
            self.write_hint(task.best.move)
        elif task.kind == FIND_PONDER:
            self.ponder_move = task.best.move
            self.start_pondering(self.ponder_move)

    def end_search(self) -> None:
        """Finish what was asked for, the whole turn or the hint, and end pondering and analysis."""
        while (task := self.task) is not None and task.kind in (THINK, HINT):
            super().end_search()
            self.finish(task)
        self.abandon()

    def write_hint(self, move: int) -> None:
        """Give a hint, in words where the projection has some: XBoard takes what follows `Hint:` for a single ply."""
        words = self.view.advice(self.game, move)
        self.write(f"telluser Hint: {words}" if words else f"Hint: {self.in_view(self.game.position, move)}")

    def abandon(self) -> Task | None:
        """Stop the running search and drop its result."""
        task, self.task = self.task, None
        if task is not None:
            self.searcher.stop()
            self.searcher.wait()
        return task

    def between_searches(self, change: Callable[[], None]) -> None:
        """Stop the search, make a change that it cannot take while it runs, and resume it."""
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
            self.start_pondering(task.ponder_move)
        elif task.kind == ANALYZE:
            self.start_analysis()

    def proceed(self) -> None:
        """Do what mode and position ask for: analyse, claim the result, think, or wait."""
        self.abandon()
        if self.in_pause or self.game.pending:
            return
        if self.analyzing:
            self.start_analysis()
        elif self.side is not None and not self.claim_result() and self.side == self.game.turn:
            self.start_thinking()

    def root_moves(self) -> tuple[int, ...] | None:
        """The root moves to search: () for all, None if all are excluded."""
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
        if not self._play_from_book(task, moves):
            limits = self.control.limits(self.game, self.side, spent)
            self.start_search(task, limits._replace(moves=moves))

    def _play_from_book(self, task: Task, moves: tuple[int, ...]) -> bool:
        """Whether the book has a move. If so, it is handled like a search's."""
        answer = self.opening_book.answer(task.game, moves)
        if answer is None:
            return False
        self.abandon()
        self.task, task.info = task, answer.info
        if self.posting:
            line = self.view.line(task.game.position, answer.info.moves)
            self.write(thinking_line(answer.info._replace(pv=[*line, "(book)"])))
        self._search_done(task, answer.best)
        return True

    def start_analysis(self) -> None:
        moves = self.root_moves()
        if moves is not None and self.game.position.count():
            self.start_search(Task(ANALYZE, self.game), Limits(infinite=True, moves=moves))

    def start_pondering(self, ponder_move: int | None) -> None:
        if not self.pondering or ponder_move is None or self.side is None or self.in_pause:
            return
        if ponder_move not in self.game.legal_moves():
            return
        game = self.game.copy()
        game.push_move(ponder_move)
        if game.turn == self.side and game.result() is None and not self.opening_book.has_move(game):
            limits = self.control.limits(game, self.side)
            self.start_search(Task(PONDER, game, ponder_move=ponder_move), limits._replace(ponder=True))

    def _play(self, task: Task, best: Best) -> None:
        """Play the move that a search has chosen."""
        if best.move is None or self.side is None:
            return
        self.score = best.score
        if self.resigning or self.draw_offered:
            self.judge()
        if self._resigns():
            self.side = None
            self.write("resign")
            return
        self.answer_draw()
        self.draw_offered = False
        self.owns_game = True
        move = self.game.dealt(best.move)
        plies = self.view.send(self.game, move)
        self.game.push_move(move)
        self.control.moved(self.game, self.side, task.elapsed())
        self.position_changed()
        self.write(*(f"move {ply}" for ply in plies))
        self.remind()
        if self.claim_result() or self.game.pending:
            return
        if self.game.turn == self.side:  # still to move: XBoard wants the next move now, other GUIs send `go`
            if self.clicks:
                self.start_thinking()
            return
        self.ponder_move = best.reply
        if best.reply is None and self.pondering:
            self.start_search(Task(FIND_PONDER, self.game), Limits(movetime=_FIND_PONDER_TIME))
        else:
            self.start_pondering(best.reply)

    def tell(self, lines: Sequence[str]) -> None:
        """Write lines, among which there may be notes for a person."""
        self.reminding |= any(line.startswith(NOTE) for line in lines)
        self.write(*lines)

    def remind(self) -> None:
        """Tell a person what XBoard does not show of the engine's move."""
        self.reminding = False
        self.tell(self.reminder())

    def reminder(self) -> list[str]:
        """The lines for that."""
        return self.view.reminder(self.game)

    def claim_result(self) -> bool:
        """Whether the game is over on the board. If so, the result is claimed."""
        result = self.game.result()
        if result is not None:
            self.write(result_line(result.text, result.reason))
        return result is not None

    def judge(self) -> None:
        """At a playing level, score the position by a search at full strength: what the level believes is no ground to
        resign or to agree to a draw. No other search may be running."""
        if self.score is not None and self.side is not None and not self.searcher.skill.is_full:
            score = self.searcher.judge(self.game)
            self.score = score if self.game.turn == self.side else -score

    def _resigns(self) -> bool:
        hopeless = self.resigning and self.score is not None and self.score <= _RESIGN_SCORE
        self.resign_count = self.resign_count + 1 if hopeless else 0
        return self.resign_count >= _RESIGN_MOVES

    def answer_draw(self) -> None:
        """Accept an offered draw if the engine's last score is low enough."""
        if not self.draw_offered or self.score is None:
            return
        long = len(self.game.moves) >= _LEVEL_PLIES
        if self.score <= _DRAW_SCORE or (long and self.score <= _LEVEL_SCORE):
            self.draw_offered = False
            self.write("offer draw")
