"""How to show a position: its orientation, highlights and marks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from oddfish.engine.guide.terms import Target

_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+")


class Arrow(NamedTuple):
    """An arrow from one square to another; a ring if they are the same.

    Attributes:
        color: as in CSS, a name or ``#rrggbb``.
    """

    origin: str
    square: str
    color: str

    def checked(self) -> Arrow:
        """Return the arrow.

        Raises:
            ValueError: the colour is not one.
        """
        if not _COLOR.fullmatch(self.color):
            raise ValueError(f"colour {self.color!r}: expected a name or #rrggbb")
        return self


def arrows_of_move(text: str, color: str) -> list[Arrow]:
    """The arrows of a move, one for each part of a turn: from its first square to its second, or a ring on its only
    one."""
    found = (re.findall("[a-p][1-9][0-9]?", part.partition("x")[0]) for part in text.split(","))
    return [Arrow(squares[0], squares[min(1, len(squares) - 1)], color) for squares in found if squares]


@dataclass(frozen=True)
class View:
    """How to show a position.

    Attributes:
        last_move: the move whose squares to highlight; '' for none.
        targets: the moves whose destinations to mark.
        flipped: whether Black is at the bottom.
        only: the squares whose pieces to draw; None for all.
        noted: squares to highlight in another colour than the last move.
        arrows: arrows between squares.
        number: the number of the picture, to draw in its corner; 0 for none.
    """

    last_move: str = ""
    targets: Sequence[Target] = ()
    flipped: bool = False
    only: Collection[str] | None = None
    noted: Collection[str] = ()
    arrows: Sequence[Arrow] = ()
    number: int = 0


#: The position alone, with White at the bottom.
PLAIN = View()
