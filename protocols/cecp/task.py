"""A search that is running for XBoard."""

from __future__ import annotations

import time
from collections.abc import Callable

from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info

#: Kinds of searches: for a move, on the opponent's time, for a reply to ponder on, in analysis mode, for ``hint``.
THINK, PONDER, FIND_PONDER, ANALYZE, HINT = "think", "ponder", "find ponder", "analyze", "hint"


class Task:
    """A search, what it is for, and what it has found.

    Args:
        kind: one of the above.
        game: the game whose position is searched.
        act: called with the task when its search has ended, unless the task is abandoned before.
        spent: milliseconds used for this move before the search.
        ponder_move: the opponent's move that is pondered on, packed.
    """

    __slots__ = ("act", "best", "game", "info", "kind", "ponder_move", "spent", "started")

    def __init__(
        self,
        kind: str,
        game: Game,
        act: Callable[[Task, Best], None] = lambda task, best: None,
        spent: int = 0,
        ponder_move: int | None = None,
    ):
        self.kind = kind
        self.game = game
        self.act = act
        self.spent = spent
        self.ponder_move = ponder_move
        self.started = time.monotonic()
        self.info: Info | None = None  # the latest report on its best line
        self.best: Best | None = None  # its result

    def elapsed(self) -> int:
        """Milliseconds spent on this move."""
        return self.spent + int((time.monotonic() - self.started) * 1000)

    def pause(self) -> None:
        """Stop the clock, until :meth:`resume`."""
        self.spent = self.elapsed()
        self.started = time.monotonic()

    def resume(self) -> None:
        """Restart the clock."""
        self.started = time.monotonic()

    def think(self, game: Game) -> None:
        """Turn pondering into thinking: the expected move was played in ``game``, and the clock starts."""
        self.kind, self.game = THINK, game
        self.started = time.monotonic()

    def report(self, info: Info) -> None:
        """Note a report of the search."""
        if info.line == 1:
            self.info = info

    def end(self, best: Best) -> None:
        """Note the search's result."""
        self.best = best

    def line(self) -> tuple[int, ...]:
        """The principal variation from the position on the board, as packed moves."""
        moves = self.info.moves if self.info is not None else ()
        return (self.ponder_move, *moves) if self.kind == PONDER and self.ponder_move is not None else moves
