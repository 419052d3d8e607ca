"""Banqi's endings, solved by retrograde analysis: every position of a few face-up pieces."""

from collections.abc import Callable, Mapping, Sequence
from typing import final

@final
class Tables:
    """Solved endings of one set of rules, for :meth:`~oddfish.cext.banqi.game.Setup.use`; ``endings`` maps the pieces
    of the side to move and of its opponent to a table with a byte for every position."""

    signature: str
    endings: Mapping[tuple[str, str], memoryview]
    def __new__(cls, signature: str) -> Tables: ...
    def add(self, mine: str, theirs: str, table: bytes | memoryview) -> None:
        """Add the table of an ending, made by ``Setup.solve``, without copying its memory. ValueError if there is no
        such ending, or the table's size is wrong, or it is there already."""

    def add_later(self, mine: str, theirs: str, read: Callable[[], bytes]) -> None:
        """Add the table of an ending; it is read at its first use. If ``read`` fails, or the size is wrong, a warning
        is logged and the table is dropped. ValueError if there is no such ending, or it is there already."""

def table_size(signature: str, men: int) -> int:
    """The size in bytes of a table of ``men`` pieces. ValueError if there are no such tables, or the signature does not
    end with the board's size."""

def smaller(mine: str, theirs: str) -> list[tuple[str, str]]:
    """The endings after one capture. Capturing a side's last piece ends the game, so those are not included."""

def endings(men: int, counts: Sequence[int]) -> list[tuple[str, str]]:
    """All endings of ``men`` pieces, one of each pair that differ only by the side to move; ``counts``: the number of
    pieces of each type in a colour's set, in the order K G M R N C P."""
