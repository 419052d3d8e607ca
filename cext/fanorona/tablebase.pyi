"""Endings of Fanorona Chess."""

from typing import final

from oddfish.cext.core import endings as core

#: FEN letters of the men, in the order of endings.
LETTERS: str
#: The pieces that a side can have: of each type no more than at the start.
SIDES: tuple[str, ...]

@final
class Tables(core.Tables):
    """Solved endings; :func:`~oddfish.cext.fanorona.game.solve` solves them."""

    def __new__(cls) -> Tables: ...
