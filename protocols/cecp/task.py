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
        kind: one of the kinds above.
        game: the search starts from its current position.
        act: called with the task and its result when the search ends, unless the task was abandoned.
        spent: milliseconds already used for this move.
        ponder_move: the packed opponent's move that the engine ponders on.
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
        self.info: Info | None = None  # the latest report on the best line
        self.best: Best | None = None  # the result

    def elapsed(self) -> int:
        """Milliseconds spent on this move."""
        return self.spent + int((time.monotonic() - self.started) * 1000)

    def pause(self) -> None:
        """Stop the clock until :meth:`resume`."""
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
        """Record a report of the search."""
        if info.line == 1:
            self.info = info

    def end(self, best: Best) -> None:
        """Record the result of the search."""
        self.best = best

    def line(self) -> tuple[int, ...]:
        """The principal variation from the position on the board, as packed moves."""
        moves = self.info.moves if self.info is not None else ()
        return (self.ponder_move, *moves) if self.kind == PONDER and self.ponder_move is not None else moves
