"""Castling in Tandem-84 (T10): one table in the rule's words, from which all others are made."""

from typing import NamedTuple

class CastlingSquares(NamedTuple):
    """One row of T10's table: a castling right and the squares it is about."""

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
        """What has moved, as the FEN's fifth field names it after castling as the first move."""

CASTLINGS: tuple[CastlingSquares, ...]
