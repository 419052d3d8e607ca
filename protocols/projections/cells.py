"""XBoard boards whose ranks 1 to 8 are the game's, with a row for each hand below and above. XBoard numbers ten ranks
from 0."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from oddfish.cext.core.rules import FenError

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


def board_fen(cells: Cells, files: int) -> str:
    """The ranks of XBoard's FEN."""
    rows = ("".join(cells.get(f"{file}{rank}", ".") for file in FILES[:files]) for rank in range(9, -1, -1))
    return "/".join(map(compressed, rows))


def compressed(row: str) -> str:
    """A rank as in a FEN, given one with a dot for each empty square."""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), row)


def spelled_out(row: str) -> str:
    """A rank of a FEN with a dot for each empty square, at most 99 for one number."""
    return re.sub("[0-9]+", lambda empty: "." * min(int(empty[0][:20]), 99), row)


def letters_on(board: str, ranks: int) -> Cells:
    """The letters of a FEN's board by square, as far as it is well-formed."""
    return {
        f"{file}{ranks - index}": letter
        for index, row in enumerate(board.split("/"))
        for file, letter in zip(FILES, spelled_out(row))
        if letter != "."
    }


def read_board(board: str, files: int, kinds: str) -> Cells:
    """Read the ranks of XBoard's FEN.

    Raises:
        FenError: the ranks are malformed.
    """
    rows = board.split("/")
    if len(rows) != 10:
        raise FenError(f"the board has {len(rows)} ranks, expected 10")
    cells: Cells = {}
    for rank, row in zip(range(9, -1, -1), rows):
        letters = spelled_out(row)
        if len(letters) != files:
            raise FenError(f"rank {rank} has {len(letters)} files, expected {files}")
        for file, letter in zip(FILES, letters):
            if letter == ".":
                continue
            if letter.upper() not in kinds:
                raise FenError(f"rank {rank} has the unknown letter '{letter}'")
            cells[f"{file}{rank}"] = letter
    return cells
