"""The clicks that make a move, derived from what the guide says about it."""

from __future__ import annotations

from collections.abc import Sequence

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.base import Guide
from oddfish.engine.guide.terms import VICTIM, Target

#: Begins the click on a button, for moves that no square stands for.
BUTTON = "="


class Paths:
    """The clicks of a variant's moves.

    A click is a square (`e4`), a piece in hand (`n@`) or a button (`=stop`). A colon and a letter after a square name
    one of the pieces on it (`a1:r`), a colon and an asterisk all of the player's (`a1:*`).
    """

    def __init__(self, guide: Guide):
        self.guide = guide

    def path(self, position: Position, text: str, targets: Sequence[Target]) -> tuple[str, ...]:
        """The clicks of a move.

        Args:
            text: the move, or the part of a turn, as in :meth:`Guide.moves`.
            targets: what it does on the board, as in :meth:`Guide.targets`.
        """
        if not targets:
            return (BUTTON + text,)
        origin, square = targets[0].origin, targets[0].square
        if origin == square:  # a piece is turned up
            return (square,)
        return (origin, square, *(target.square for target in targets[1:] if target.kind == VICTIM))

    def halves(self, position: Position, square: str) -> str:
        """The letters of the pieces that stand side by side on a square, from the left; '' for other squares."""
        return ""
