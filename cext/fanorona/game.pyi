"""Fanorona Chess: positions."""

from oddfish.cext.core.rules import Position

LETTERS: str
STANDARD: str
ALTERNATE: str

class Fanorona(Position):
    """A position of Fanorona Chess."""

    def __init__(self, fen: str | None = None) -> None: ...
    def letter(self, sq: int) -> str:
        """The FEN letter on a point, '' if empty."""
