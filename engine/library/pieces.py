"""What stands on a square, as boards report it."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """What stands on a square.

    Attributes:
        letters: its FEN letter. In Bifold Halfgi a square can hold two letters.
        color: whose it is, True for the first player (White), False for the second. None if both players have a piece
            there, and for pieces of Banqi that are face down, or while the colours are open.
        name: its name, such as ``halfling Rook``.
    """

    letters: str
    color: bool | None
    name: str

    def symbol(self) -> str:
        """The FEN letter or letters."""
        return self.letters

    def __str__(self) -> str:
        return self.letters
