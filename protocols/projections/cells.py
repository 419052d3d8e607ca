"""XBoard boards whose ranks 1 to 8 are the game's, with a row for each hand below and above. XBoard numbers ten ranks
from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_letters
from oddfish.protocols.projections.base import Grid

FILES = "abcdefghijklmnop"
#: Origin, intermediate cell, destination, suffix.
PLY = re.compile(r"([a-p][0-9])(?:([a-p][0-9]),\2)?([a-p][0-9])([a-z]?)")

#: A position on XBoard's board: FEN letters by cell.
Cells = dict[str, str]


def in_hand(cell: str) -> bool:
    return cell[1] in "09"


def hand_cells(color: int, first: int, files: int) -> list[str]:
    """The cells for a captured piece, the best first: the captor's hand, then the other hand.

    Args:
        first: the index of the file where the cells for its kind start.
        files: the number of files.
    """
    own = [FILES[(first + place) % files] for place in range(files)]
    return [f"{file}{(0, 9)[color]}" for file in own] + [f"{file}{(9, 0)[color]}" for file in FILES[files - 1 :: -1]]


def held(cells: Cells) -> str:
    """The pieces in both hands."""
    return "".join(piece for cell, piece in cells.items() if in_hand(cell))


def same(some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether both contain the same pieces, in any order."""
    return sorted(some) == sorted(others)


def cased(letters: str, like: str) -> str:
    return letters.upper() if like.isupper() else letters.lower()


def after(cells: Cells, ply: str, captured: Mapping[str, str]) -> Cells:
    """XBoard's board after a ply.

    Args:
        captured: kinds of pieces by nickname; such a suffix turns the moving piece into the other side's piece of that
            kind.
    """
    found = PLY.fullmatch(ply)
    if found is None:
        return cells
    start, via, to, letter = found.groups("")
    left = {cell: piece for cell, piece in cells.items() if cell not in (start, via)}
    piece = cells[start]
    if letter.upper() in captured:
        left[to] = cased(captured[letter.upper()], piece.swapcase())
    else:
        left[to] = cased(letter, piece) if letter else piece
    return left


def read_board(board: str, grid: Grid, kinds: str) -> Cells:
    """Read the ranks of XBoard's FEN.

    Raises:
        FenError: the ranks are malformed.
    """
    cells = read_letters(board, *grid)
    for cell, letter in cells.items():
        if letter.upper() not in kinds:
            raise FenError(f"rank {cell[1]} has the unknown letter '{letter}'")
    return cells
