"""Endings of the Half Chess family."""

from typing import final

from oddfish.cext.core import endings as core

#: FEN letters of the men, in the order of endings.
LETTERS: str
#: The pieces that a side can have.
SIDES: tuple[str, ...]

@final
class Tables(core.Tables):
    """Solved endings of one set of rules; :meth:`~oddfish.cext.halfchess.game.Setup.endings` makes them."""
