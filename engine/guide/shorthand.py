"""Moves as chess books write them: short algebraic notation, and castling as `O-O`."""

from __future__ import annotations

import re
from typing import NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.terms import Attempt
from oddfish.engine.variants.base import Variant

_CASTLING = re.compile(r"([o0]-[o0](?:-[o0])?)[+#!?]*")
#: A piece's letter, its file and rank if several pieces could move, the destination, and what a pawn becomes.
_SHORT = re.compile(r"([A-Z]?)([a-w]?)([0-9]*?)x?([a-z][0-9]+)(?:=?\(?([A-Z])\)?)?[+#!?]*")


class Short(NamedTuple):
    """A move in short algebraic notation; '' for parts that it lacks."""

    letter: str
    file: str
    rank: str
    square: str
    promoted: str

    def fits(self, attempt: Attempt, letters: str, pawn: bool) -> bool:
        """Whether it can mean a move of a piece on the board.

        Args:
            letters: the upper-case letters of the pieces that make the move.
            pawn: whether they are a pawn.
        """
        if (
            attempt.square != self.square
            or not attempt.origin.startswith(self.file)
            or not attempt.origin.endswith(self.rank)
        ):
            return False
        if self.promoted and attempt.rest.lstrip("=") != self.promoted.lower():
            return False
        return self.letter in letters if self.letter else pawn


def read_short(text: str) -> Short | None:
    """Read short algebraic notation; None if a text is something else."""
    found = _SHORT.fullmatch(text.strip())
    return Short(*found.groups(default="")) if found else None


def castling(variant: Variant, position: Position, text: str) -> str:
    """The move that castling as `O-O` means, legal or not; '' for other texts, or if the game writes it differently."""
    files = variant.castling.get(found[1].upper().replace("0", "O")) if (found := _castling(text)) else None
    rank = 1 if position.turn == 0 else variant.ranks
    return f"{files[0]}{rank}{files[1]}{rank}" if files else ""


def is_castling(text: str) -> bool:
    """Whether a text is castling as `O-O`, with capitals, small letters or zeros."""
    return _castling(text) is not None


def _castling(text: str) -> re.Match[str] | None:
    return _CASTLING.fullmatch(text.strip().lower())
