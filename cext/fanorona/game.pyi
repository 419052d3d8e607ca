"""Fanorona Chess: positions."""

from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term

#: FEN letters by type.
LETTERS: str
#: The board fields of the two start arrays.
STANDARD: str
ALTERNATE: str
#: The evaluation's weights: name, default and bounds of each, in the order of `Fanorona.weights`.
TERMS: tuple[Term, ...]

class Fanorona(Position):
    """A position of Fanorona Chess."""

    def __new__(cls, fen: str | None = None) -> Fanorona:
        """The standard start position, or the one of a FEN.

        Raises:
            FenError: the FEN is not a position of the game; the text says what is wrong.
        """

    def letter(self, sq: int) -> str:
        """The FEN letter on a point (0 to 44), '' if it is empty. ValueError if there is no such point."""
