"""The pieces on squares, as boards report them."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """The piece or pieces on a square.

    Attributes:
        letters: its FEN letter. In Bifold Halfgi a square can hold two letters.
        color: its owner: True for the first player (White), False for the second. None if both players have a piece
            there, for Banqi's face-down pieces, and while the colours are undecided.
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
