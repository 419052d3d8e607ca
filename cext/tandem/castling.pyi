"""Castling in Tandem-84 (T10): a table in the terms of the rule, from which all others are derived."""

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
        """The moved pieces, as in the fifth field of the FEN after castling as the first move."""

CASTLINGS: tuple[CastlingSquares, ...]
