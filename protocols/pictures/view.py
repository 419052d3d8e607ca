"""How to show a position: its orientation, highlights and marks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from oddfish.engine.guide.terms import Target


@dataclass(frozen=True)
class View:
    """How to show a position.

    Attributes:
        last_move: the move whose squares to highlight; '' for none.
        targets: the moves whose destinations to mark.
        flipped: whether Black is at the bottom.
        only: the squares whose pieces to draw; None for all.
    """

    last_move: str = ""
    targets: Sequence[Target] = ()
    flipped: bool = False
    only: Collection[str] | None = None


#: The position alone, with White at the bottom.
PLAIN = View()
