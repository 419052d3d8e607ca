"""The search that is running for XBoard, and the thinking lines it writes."""

from __future__ import annotations

from collections.abc import Callable

from oddfish.engine.searcher import Best, Info, Limits, Searcher
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.task import FIND_PONDER, HINT, PONDER, THINK, Task
from oddfish.protocols.cecp.text import thinking_line
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.opening_book import BookAnswer
from oddfish.protocols.runs import CurrentRun


class Searches:
    """Runs one search at a time. The session's thread handles the result, or drops it if the task was abandoned.

    Args:
        run: the running perft or bench; starting a search stops it.
        post: calls a function on the session's thread.
    """

    def __init__(
        self,
        current: XBoardGame,
        searcher: Searcher,
        output: CecpOutput,
        run: CurrentRun,
        post: Callable[[Callable[[], None]], None],
    ):
        self._current = current
        self._searcher = searcher
        self._output = output
        self._run = run
        self._post = post
        self.task: Task | None = None  # the running search
        self._depth = 0  # its limit of depth, 0 for none
        self._posting = True

    @property
    def thinking(self) -> bool:
        """Whether the engine is thinking about its move."""
        return self.task is not None and self.task.kind == THINK

    def post_lines(self, posting: bool) -> None:
        """Switch thinking lines on or off."""
        self._posting = posting

    def new_game(self) -> None:
        """Stop the running search, and clear what earlier searches learned."""
        self.abandon()
        self._searcher.new_game()

    def get_ready(self) -> None:
        """Prepare a search of the current game, unless one is running."""
        self._searcher.get_ready(self._current.game)

    def stop_counting(self) -> None:
        """Stop a running perft or bench."""
        self._run.stop()

    def start(self, task: Task, limits: Limits) -> None:
        """Start a search in place of the running one."""
        self._run.stop()
        self.abandon()
        self.task, self._depth = task, limits.depth
        try:
            self._searcher.go(
                task.game,
                limits,
                on_info=lambda info: self._report(task, info),
                on_done=lambda best: self._end(task, best),
            )
        except BaseException:
            self.task = None
            raise

    def answer(self, task: Task, answer: BookAnswer) -> None:
        """Handle a move from the book like the result of a search."""
        self.abandon()
        self.task = task
        task.report(answer.info)
        if self._posting:
            line = self._current.view.line(task.game.position, answer.info.moves)
            self._output.write(thinking_line(answer.info._replace(pv=[*line, "(book)"])))
        self._end(task, answer.best)

    def _report(self, task: Task, info: Info) -> None:
        """Called on the search's thread."""
        task.report(info)
        quiet = task.kind in (HINT, FIND_PONDER) or (task.kind == PONDER and self._output.shows_note)
        if self._posting and not quiet and self.task is task:
            position, moves = task.game.position, info.moves
            if task.kind == PONDER and task.ponder_move is not None:
                position, moves = task.game.positions[-2], (task.ponder_move, *moves)
            view = self._current.view
            notes = view.notes(position, moves)
            line = view.line(position, moves) if view.coordinates else []
            if task.kind == PONDER and self._output.subject:
                notes = [f"{self._output.subject}; then", *notes]
            self._output.write(thinking_line(info._replace(pv=line), notes))

    def _end(self, task: Task, best: Best) -> None:
        """Called on the search's thread."""
        task.end(best)
        self._post(lambda: self.finish(task))

    def finish(self, task: Task) -> None:
        """Act on a task's result, unless the task was abandoned or is already finished."""
        if self.task is not task or task.best is None:
            return
        self.task = None
        task.act(task, task.best)

    def move_now(self) -> None:
        """Stop thinking, and play the best move so far."""
        self._run.stop()
        task = self.task
        if task is not None and task.kind == THINK:
            self._searcher.stop_and_wait()
            self.finish(task)

    def end(self) -> None:
        """Finish the hint, or the move with the rest of its turn. Stop pondering and analysis."""
        while (task := self.task) is not None and task.kind in (THINK, HINT):
            self._searcher.stop_and_wait()
            self.finish(task)
        self.abandon()

    @property
    def finishing(self) -> bool:
        """Whether a search for a move or a hint is running, and will end by itself."""
        return self.task is not None and self.task.kind in (THINK, HINT)

    def ponderhit(self, limits: Limits) -> bool:
        """Continue the running search as a search for a move: the clock starts now.

        Returns:
            False if it cannot: the limit of depth has changed, which only a new search can use.
        """
        if limits.depth != self._depth:
            return False
        self._searcher.ponderhit(limits)
        return True

    def abandon(self) -> Task | None:
        """Stop the running search and drop its result. Returns its task."""
        task, self.task = self.task, None
        if task is not None:
            self._searcher.stop_and_wait()
        return task
