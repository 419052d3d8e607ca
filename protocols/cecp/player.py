"""What the engine does between XBoard's commands: think, ponder, analyse, claim results, answer draw offers.

The engine plays one side, plays none (force mode), or analyses. After any change on the board, :meth:`Player.proceed`
does what the mode requires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from oddfish.engine.searcher import Best, Limits
from oddfish.protocols.cecp.gui_clocks import GuiClocks
from oddfish.protocols.cecp.offers import Offers
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.task import ANALYZE, FIND_PONDER, PONDER, THINK, Task
from oddfish.protocols.cecp.text import result_line
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.opening_book import OpeningBook

#: How long to search for a reply to ponder on if the search for our move found none; ms.
_FIND_PONDER_TIME = 100


class Player:
    """The engine as a player.

    Args:
        clocks: the clocks, as the engine knows them and as XBoard shows them, and the time control.
        offers: resigning and draws.
    """

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searches: Searches,
        book: OpeningBook,
        clocks: GuiClocks,
        offers: Offers,
        opponent: Opponent,
    ):
        self._current = current
        self._output = output
        self._searches = searches
        self._book = book
        self._control = clocks.control
        self._offers = offers
        self._opponent = opponent
        self._clocks = clocks
        self.side: int | None = 1  # the side the engine plays; None in force mode
        self.analyzing = False
        self.excluded: set[int] = set()  # root moves
        self.ponder_move: int | None = None  # the expected reply to the engine's last move, packed
        self._pondering = False  # permitted by `hard`
        self._in_pause = False
        self._paused_task: Task | None = None

    # Modes and positions ----------------------------------------------------------------------------------------

    @property
    def forced(self) -> bool:
        """Whether the engine only records moves: it neither plays a side nor analyses."""
        return self.side is None and not self.analyzing

    def set_mode(self, side: int | None, analyzing: bool = False) -> None:
        self.side = side
        self.analyzing = analyzing
        self._paused_task = None

    def leave(self) -> None:
        """Stop searching, and enter force mode."""
        self._searches.abandon()
        self.set_mode(None)

    def new_game(self) -> None:
        """Start a new game against a person. The engine plays Black unless it is analysing."""
        self.game_replaced()
        self._control.new_game()
        self._clocks.new_game()
        self._opponent.new_game()
        self.side = None if self.analyzing else 1

    def game_replaced(self) -> None:
        """Forget what applies only to the previous game."""
        self.set_up_again()
        self._control.count_moves()
        self._in_pause = False

    def set_up_again(self) -> None:
        """Forget what applies only to the previous start position; a pause continues."""
        self.position_changed()
        self._offers.new_game()

    def position_changed(self) -> None:
        """Forget what applies only to the previous position."""
        self.excluded.clear()
        self.ponder_move = None
        self._paused_task = None

    def permit_pondering(self, permitted: bool) -> None:
        self._pondering = permitted

    # Going on ---------------------------------------------------------------------------------------------------

    def proceed(self) -> None:
        """Do what the mode and the position require: analyse, claim the result, think, or wait."""
        self._searches.abandon()
        game = self._current.game
        if self._in_pause or game.pending:
            return
        if self.analyzing:
            self._start_analysis()
        elif self.side is not None and not self._claim_result() and self.side == game.turn:
            self._start_thinking()

    def proceed_in_analysis(self) -> None:
        """In analysis mode, analyse the new position. In a game, wait for ``go`` or a move."""
        if self.analyzing:
            self.proceed()

    def between_searches(self, change: Callable[[], object]) -> None:
        """Stop the search, make a change that is impossible while it runs, and resume it."""
        task = self._searches.abandon()
        try:
            change()
        finally:
            self.resume_task(task)

    def resume_task(self, task: Task | None) -> None:
        """Resume an interrupted search, unless it was for a hint or for a reply to ponder on."""
        if task is None:
            return
        if task.kind == THINK:
            self._start_thinking(task.elapsed())
        elif task.kind == PONDER:
            self.start_pondering(task.ponder_move)
        elif task.kind == ANALYZE:
            self._start_analysis()

    def pause(self) -> None:
        if not self._in_pause:
            task = self._searches.abandon()
            self._in_pause = True
            if task is not None:
                task.pause()
            self._paused_task = task

    def resume(self) -> None:
        """End a pause."""
        if not self._in_pause:
            return
        task, self._paused_task, self._in_pause = self._paused_task, None, False
        if task is None:
            self.proceed()
        else:
            task.resume()
            self.resume_task(task)

    def opponent_moved(self, move: int) -> None:
        """Play the opponent's packed legal move. If the engine expected it, pondering turns into thinking."""
        task, game = self._searches.task, self._current.game
        game.push_move(move)
        self.position_changed()
        if task is None or task.kind != PONDER or task.ponder_move != move or self.side is None or game.result():
            self.proceed()
            return
        task.think(game)
        if not self._searches.ponderhit(self._control.limits(game, self.side)):
            self.proceed()

    # Root moves -------------------------------------------------------------------------------------------------

    def exclude(self, moves: Iterable[int]) -> None:
        """Do not search these packed root moves."""
        self._restrict(self.excluded.union(moves))

    def include(self, moves: Iterable[int]) -> None:
        """Search these packed root moves after all."""
        self._restrict(self.excluded.difference(moves))

    def _restrict(self, excluded: set[int]) -> None:
        nothing_to_search = self._root_moves() is None

        def change() -> None:
            self.excluded = excluded

        self.between_searches(change)
        if nothing_to_search:
            self.proceed()

    def _root_moves(self) -> tuple[int, ...] | None:
        """The root moves to search: () for all, None if all are excluded."""
        game = self._current.game
        moves = self._current.view.continuing(game)
        if not self.excluded:
            return moves
        moves = moves or tuple(game.position.moves())
        return tuple(move for move in moves if move not in self.excluded) or None

    # Searching --------------------------------------------------------------------------------------------------

    def _start_thinking(self, spent: int = 0) -> None:
        moves, game = self._root_moves(), self._current.game
        if moves is None or self.side is None:
            return
        task = Task(THINK, game, self._play, spent)
        answer = self._book.answer(game, moves)
        if answer is not None:
            self._searches.answer(task, answer)
        else:
            self._searches.start(task, self._control.limits(game, self.side, spent)._replace(moves=moves))

    def _start_analysis(self) -> None:
        moves, game = self._root_moves(), self._current.game
        if moves is not None and game.position.count():
            self._searches.start(Task(ANALYZE, game), Limits(infinite=True, moves=moves))

    def start_pondering(self, ponder_move: int | None) -> None:
        """If pondering is permitted, search the position after the expected reply, on the opponent's time."""
        if not self._pondering or ponder_move is None or self.side is None or self._in_pause:
            return
        if ponder_move not in self._current.game.legal_moves():
            return
        game = self._current.game.copy()
        game.push_move(ponder_move)
        if game.turn == self.side and game.result() is None and not self._book.has_move(game):
            limits = self._control.limits(game, self.side)
            task = Task(PONDER, game, self._play, ponder_move=ponder_move)
            self._searches.start(task, limits._replace(ponder=True))

    def _found_reply(self, task: Task, best: Best) -> None:
        """Ponder on the reply that a search has found."""
        self.ponder_move = best.move
        self.start_pondering(best.move)

    def _play(self, task: Task, best: Best) -> None:
        """Play the move that a search or the book has chosen."""
        if task.kind != THINK or best.move is None or self.side is None:
            return
        if self._offers.resigns(best.score, self.side):
            self.side = None
            self._output.write("resign")
            return
        self._offers.close_draw()
        self._opponent.engine_moves()
        game = self._current.game
        move = game.dealt(best.move)
        before = self._current.view.preparation(game, move)
        plies = self._current.view.send(game, move)
        game.push_move(move)
        self._control.moved(game, self.side, task.elapsed())
        self.position_changed()
        lines = [*before, *(f"move {ply}" for ply in plies)]
        if not self._opponent.computer:
            lines = self._clocks.engine_moved(lines, 1 - self.side, len(plies))
        self._output.write(*lines)
        self._opponent.remind()
        if self._claim_result() or game.pending:
            return
        if game.turn == self.side:  # still to move: XBoard wants the next move now, other GUIs send `go`
            if self._current.clicks:
                self._start_thinking()
            return
        self.ponder_move = best.reply
        if best.reply is None and self._pondering:
            task = Task(FIND_PONDER, game, self._found_reply)
            self._searches.start(task, Limits(movetime=_FIND_PONDER_TIME))
        else:
            self.start_pondering(best.reply)

    def _claim_result(self) -> bool:
        """Claim the result if the game is over. Returns whether it is."""
        result = self._current.game.result()
        if result is not None:
            self._output.write(result_line(result.text, result.reason))
        return result is not None
