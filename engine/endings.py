"""What a game with solved endings defines: which endings there are, and how to solve them.

:mod:`oddfish.engine.tablebase` keeps them on disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Protocol

#: The pieces of the side to move and of its opponent.
Ending = tuple[str, str]


class Tables(Protocol):
    """The solved endings of one set of rules in memory."""

    @property
    def endings(self) -> Mapping[Ending, memoryview]: ...

    def add(self, mine: str, theirs: str, table: memoryview) -> None: ...

    def add_later(self, mine: str, theirs: str, read: Callable[[], bytes]) -> None: ...


class Endings(ABC):
    """The endings of a game under one set of rules, and how to solve them. A variant's method ``endings`` returns them.

    Args:
        game: the first word of file names.
        signature: names the rules that affect endings; equal signatures share files.
        fewest, most: the range of the number of pieces.
    """

    fewest: int
    most: int

    def __init__(self, game: str, signature: str):
        self.game = game
        self.signature = signature

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Endings) and (self.game, self.signature) == (other.game, other.signature)

    def __hash__(self) -> int:
        return hash((self.game, self.signature))

    @abstractmethod
    def empty(self) -> Any:
        """The game's :class:`Tables` without any endings."""

    @abstractmethod
    def listed(self, pieces: int) -> list[Ending]:
        """The endings with this number of pieces, in an order in which you can solve them."""

    @abstractmethod
    def table_size(self, pieces: int) -> int:
        """The size of each table in bytes."""

    @abstractmethod
    def solve(self, tables: Any, ending: Ending) -> None:
        """Add the tables of an ending, for either side to move, given the tables of every ending it can turn into."""

    def names(self, pieces: int) -> list[Ending]:
        """The tables of a file: for each ending one per side to move, or a single one if both sides have the same
        pieces."""
        names = []
        for mine, theirs in self.listed(pieces):
            names += [(mine, theirs)] if mine == theirs else [(mine, theirs), (theirs, mine)]
        return names
