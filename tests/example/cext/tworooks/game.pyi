"""Two Rooks: positions."""

from oddfish.cext.core.rules import Position

START: str

class TwoRooks(Position):
    """A position of Two Rooks."""

    def __new__(cls, fen: str | None = None) -> TwoRooks: ...
