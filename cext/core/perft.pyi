"""Perft: leaf counts of the legal-move tree, for any game (docs/rules/README.md "Perft")."""

from typing import final

from oddfish.cext.core.rules import Position

#: The deepest perft.
MAX_DEPTH: int
#: Root moves are cut into parts only at this depth or more.
CUT_DEPTH: int

@final
class Counter:
    """A perft of one position. Several threads may share it: each call has its own counts.

    Args:
        root: the position.
        depth: plies, from 1.
        lists: list the last ply's moves instead of just counting them.
        hash_mb: size in megabytes of a hash table of subtrees; 0: no table.

    Raises:
        MemoryError: there is not enough memory for the hash table.
    """

    def __new__(cls, root: Position, depth: int, lists: bool = False, hash_mb: int = 0) -> Counter: ...
    @property
    def outcomes(self) -> int:
        """The number of outcomes of the leaves counted so far, in games of chance."""
    @property
    def asked(self) -> int:
        """How many positions were looked up in the hash table."""
    @property
    def found(self) -> int:
        """How many of these were found there."""

    def stop(self) -> None:
        """End the perft early, from another thread; counts are then partial."""

    def part(self, move: int, index: int = 0, cuts: int = 1) -> tuple[int, int]:
        """Leaves below a root move, and their outcomes. Counts only the replies whose number is ``index`` modulo
        ``cuts``. ValueError if the move is not legal, there is no such part, or ``cuts`` is above 1 at a depth below
        ``CUT_DEPTH``."""

    def below(self, move: int) -> int:
        """Leaves below one root move (decisions, in games of chance). Adds their outcomes to :attr:`outcomes`."""

    def total(self) -> int:
        """Leaves below the root. Adds their outcomes to :attr:`outcomes`."""

    def divide(self, threads: int = 1) -> dict[int, int]:
        """Divide: leaves below each root move, by packed move, in the generator's order. ``threads`` parts are counted
        at a time."""

def parts_of_moves(moves: int, depth: int, threads: int) -> list[int]:
    """How many parts to cut each root move into, so that threads that take the parts in order finish at about the same
    time. Only the last moves are cut; before those, each thread takes some moves whole. ValueError if one of the
    numbers is out of range."""

def perft(position: Position, depth: int, lists: bool = False, threads: int = 1, hash_mb: int = 0) -> int:
    """Leaf nodes at ``depth`` plies; decisions in games of chance.

    Args:
        lists: list the last ply's moves instead of just counting them.
        threads: to share the work.
        hash_mb: size in megabytes of a hash table of subtrees; 0: no table.

    Raises:
        ValueError: the depth is outside 0 to ``MAX_DEPTH``.
    """

def outcomes(position: Position, depth: int, hash_mb: int = 0) -> int:
    """Leaf nodes at ``depth`` plies, counting each outcome of the last ply's moves separately. ValueError if the depth
    is outside 1 to ``MAX_DEPTH``."""

def divide(position: Position, depth: int, lists: bool = False, threads: int = 1, hash_mb: int = 0) -> dict[int, int]:
    """Divide: leaf nodes below each root move, by packed move, in the generator's order; arguments as in :func:`perft`.
    ValueError if the depth is outside 1 to ``MAX_DEPTH``."""
