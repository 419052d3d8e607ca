"""How a position is viewed: what drawings add to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from oddfish.engine.guide.terms import Target


@dataclass(frozen=True)
class View:
    """How a position is viewed.

    Attributes:
        last_move: a move whose squares are highlighted; '' for none.
        targets: moves whose destinations are marked.
        flipped: whether Black is at the bottom.
        only: the squares whose pieces are drawn; None for all.
    """

    last_move: str = ""
    targets: Sequence[Target] = ()
    flipped: bool = False
    only: Collection[str] | None = None


#: Nothing but the position, with White at the bottom.
PLAIN = View()
