"""The parts of a position that pictures show: the letters on its squares and in hand, and the squares of a move."""

from __future__ import annotations

import re
from collections.abc import Sequence

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant

_SQUARE = re.compile(r"([a-p])([1-9][0-9]?)")


def squares(variant: Variant, position: Position) -> list[list[str]] | None:
    """The FEN's letters by rank, from the top; '' for an empty square. None if a square has more than one letter, or
    the board is smaller than the variant's (Banqi on four or two ranks)."""
    cells = position.cells()
    if len(cells) != variant.files * variant.ranks or any(len(letters) > 1 for letters in cells):
        return None
    return variant.rows(position)


def hands(position: Position) -> tuple[str, str] | None:
    """White's and Black's letters in the brackets of the FEN's board; None if there are no brackets."""
    _, bracket, hand = position.fen().split()[0].partition("[")
    if not bracket:
        return None
    letters = hand.rstrip("]")
    return "".join(c for c in letters if c.isupper()), "".join(c for c in letters if c.islower())


def as_seen(variant: Variant, flipped: bool) -> tuple[Sequence[int], Sequence[int]]:
    """The ranks from top to bottom and the files from left to right, numbered from 0; ``flipped`` for Black's view."""
    ranks, files = range(variant.ranks), range(variant.files)
    return (ranks, files[::-1]) if flipped else (ranks[::-1], files)


def squares_of_move(text: str) -> set[tuple[int, int]]:
    """The squares in a move's text, as (file, rank) from 0."""
    return {(ord(file) - 97, int(rank) - 1) for file, rank in _SQUARE.findall(text)}
