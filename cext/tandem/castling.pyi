"""Castling in Tandem-84 (T10): one table in the words of the rule, the source of all others."""

from typing import NamedTuple

class CastlingSquares(NamedTuple):
    """One row of the table in T10: a castling right and its squares."""

    right: str
    king_from: str
    king_to: str
    rook_from: str
    rook_to: str
    vacant: tuple[str, ...]

    @property
    def text(self) -> str:
        """The move's text."""

    @property
    def moved(self) -> str:
        """The pieces moved, as in the fifth field of the FEN after castling as the first move."""

CASTLINGS: tuple[CastlingSquares, ...]
