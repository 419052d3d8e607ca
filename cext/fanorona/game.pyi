"""Fanorona Chess: positions."""

from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term
from oddfish.cext.fanorona.tablebase import Tables

#: FEN letters by type.
LETTERS: str
#: The board fields of the two start arrays.
STANDARD: str
ALTERNATE: str
#: The evaluation's weights: name, default and bounds of each, in the order of `Fanorona.weights`.
TERMS: tuple[Term, ...]

def solve(tables: Tables, mine: str, theirs: str) -> None:
    """Solve an ending, with either side to move, and add it to ``tables``. ValueError if an ending that it can lead to
    is missing."""

class Fanorona(Position):
    """A position of Fanorona Chess."""

    def __new__(cls, fen: str | None = None, tables: Tables | None = None) -> Fanorona:
        """The standard start position, or that of a FEN; ``tables`` are solved endings for searches.

        Raises:
            FenError: the FEN is not a position of the game; the text says what is wrong.
        """

    @property
    def tables(self) -> Tables | None:
        """The solved endings in use."""
