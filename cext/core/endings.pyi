"""Solved endings of any game: tables in memory, and solving them by retrograde analysis."""

from collections.abc import Callable, Iterable, Mapping, Sequence

class Tables:
    """Solved endings of one set of rules. ``endings`` maps the pieces of the side to move and of its opponent to a
    table with a byte for every position: 0 for a draw, else 1 + the plies to the end (odd if the side to move loses),
    or 255 if there is no such position."""

    signature: str
    letters: str
    sides: tuple[str, ...]
    endings: Mapping[tuple[str, str], memoryview]
    def table_size(self, mine: str, theirs: str) -> int:
        """The size of an ending's table in bytes. ValueError if there is no such ending."""

    def add(self, mine: str, theirs: str, table: bytes | memoryview) -> None:
        """Add the table of an ending without copying its memory. ValueError if there is no such ending, or the table's
        size is wrong, or it is there already."""

    def add_later(self, mine: str, theirs: str, read: Callable[[], bytes]) -> None:
        """Add the table of an ending; it is read at its first use. If ``read`` fails, or the size is wrong, a warning
        is logged and the table is dropped. ValueError if there is no such ending, or it is there already."""

    def index(self, men: Sequence[tuple[str, int]]) -> int:
        """The index of a position in its table; ``men``: letter and square of each, capitals for the side to move,
        which sees the board as the first player does."""

    def at(self, mine: str, theirs: str, index: int) -> list[tuple[str, int]] | None:
        """The men of an index, as :meth:`index` takes them; None if it stands for no arrangement of men."""

def sides_of(letters: str, counts: Sequence[int], most: int, fewest: int = 1, royal: str = "") -> list[str]:
    """The multisets of ``fewest`` to ``most`` men that a side can have, with at most ``counts`` of each letter. Each
    has the letter ``royal``."""

def endings_of(sides: Iterable[str], men: int) -> list[tuple[str, str]]:
    """The endings of ``men`` men with these multisets: one of each pair that differs only in the side to move."""
