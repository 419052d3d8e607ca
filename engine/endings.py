"""What a game with solved endings defines: which endings there are, and how to solve them.

:mod:`oddfish.engine.tablebase` keeps them on disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

#: The pieces of the side to move and of its opponent.
Ending = tuple[str, str]


class Tables(Protocol):
    """The solved endings of one set of rules in memory."""

    @property
    def endings(self) -> Mapping[Ending, memoryview]: ...

    def table_size(self, mine: str, theirs: str) -> int: ...

    def add(self, mine: str, theirs: str, table: memoryview) -> None: ...

    def add_later(self, mine: str, theirs: str, read: Callable[[], bytes]) -> None: ...


class Endings(ABC):
    """The endings of a game under one set of rules, and how to solve them. A variant's method ``endings`` returns them.

    Args:
        game: the first word of file names.
        signature: names the rules that affect endings; equal signatures share files.
        letters: the letters of the pieces, in the order in which endings are written.
        fewest, most: the range of the number of pieces.
        royal: the letter of the piece that is never captured, if there is one.
        pawn, promotions: the letter of the piece that promotes, and those it can become.
    """

    fewest: int
    most: int
    royal = ""
    pawn = ""
    promotions = ""

    def __init__(self, game: str, signature: str, letters: str):
        self.game = game
        self.signature = signature
        self.letters = letters

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
    def solve(self, tables: Any, ending: Ending) -> None:
        """Add the tables of an ending, for either side to move, given the tables of every ending it can turn into."""

    def following(self, ending: Ending) -> list[Ending]:
        """The endings that a capture or a promotion can lead to, as far as they are solved at all."""
        found = set()
        for own, enemy in (ending, ending[::-1]):
            for i, man in enumerate(own):
                rest = own[:i] + own[i + 1 :]
                changed = [rest] if rest and man != self.royal else []
                if man == self.pawn:
                    changed += ["".join(sorted(rest + new, key=self.letters.index)) for new in self.promotions]
                found |= {self.in_order((one, enemy)) for one in changed}
        solved = {pieces: set(self.listed(pieces)) for pieces in range(self.fewest, self.most + 1)}
        return sorted(one for one in found if one in solved.get(sum(map(len, one)), ()))

    def with_following(self, wanted: Iterable[Ending]) -> list[Ending]:
        """Endings with all that they can lead to, in an order in which you can solve them."""
        found: list[Ending] = []
        for ending in wanted:
            if ending not in found:
                found += [one for one in self.with_following(self.following(ending)) if one not in found]
                found.append(ending)
        return found

    def in_order(self, ending: Ending) -> Ending:
        """The version of an ending that :meth:`listed` has: itself or its mirror image."""
        mine, theirs = ending
        return ending if (len(mine), mine) <= (len(theirs), theirs) else (theirs, mine)


def both_sides(endings: Iterable[Ending]) -> list[Ending]:
    """The tables of endings: one for each side to move, or a single one if both sides have the same pieces."""
    names: list[Ending] = []
    for mine, theirs in endings:
        names += [(mine, theirs)] if mine == theirs else [(mine, theirs), (theirs, mine)]
    return names
