"""Banqi's endings of a few face-up pieces."""

from collections.abc import Sequence
from typing import final

from oddfish.cext.core import endings as core

@final
class Tables(core.Tables):
    """Solved endings of one set of rules, for :meth:`~oddfish.cext.banqi.game.Setup.use`. ValueError if the signature
    does not end with the board's size."""

    def __new__(cls, signature: str) -> Tables: ...

def endings(men: int, counts: Sequence[int]) -> list[tuple[str, str]]:
    """All endings of ``men`` pieces: one of each pair that differs only in the side to move. ``counts`` is the number
    of pieces of each type in a colour's set, in the order K G M R N C P."""
