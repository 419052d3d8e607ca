"""A search that is running for XBoard."""

from __future__ import annotations

import time

from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info

#: Kinds of searches: for a move, on the opponent's time, for a reply to ponder on, in analysis mode, for ``hint``.
THINK, PONDER, FIND_PONDER, ANALYZE, HINT = "think", "ponder", "find ponder", "analyze", "hint"


class Task:
    """A search, what it is for, and what it has found."""

    __slots__ = ("best", "game", "info", "kind", "ponder_move", "spent", "started")

    def __init__(self, kind: str, game: Game, spent: int = 0, ponder_move: int | None = None):
        self.kind = kind
        self.game = game
        self.spent = spent  # ms used before a pause
        self.ponder_move = ponder_move  # the opponent's move that is pondered on
        self.started = time.monotonic()
        self.info: Info | None = None  # the latest report on its best line
        self.best: Best | None = None  # its result

    def elapsed(self) -> int:
        """Milliseconds spent on this move."""
        return self.spent + int((time.monotonic() - self.started) * 1000)

    def line(self) -> tuple[int, ...]:
        """The principal variation from the position on the board, as packed moves."""
        moves = self.info.moves if self.info is not None else ()
        return (self.ponder_move, *moves) if self.kind == PONDER and self.ponder_move is not None else moves
