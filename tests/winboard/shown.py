"""What WinBoard should draw: the installed pictures on the installed board, to the pixel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image as Picture

from gui.screen import Image
from oddfish.protocols import winboard
from oddfish.protocols.pictures.winboard import piece_name
from oddfish.protocols.projections import projection_for

Pixels = npt.NDArray[np.uint8]
_KING = 65  # its number in the table of pieces


def numbers(setup: str) -> dict[str, int]:
    """The place of each piece in the table of a ``setup`` line, or in that of chess if there is no line."""
    found = re.match(r"setup \((\S+)\)", setup)
    tokens = re.findall(r"[^=](?:['!])?(?:=.)?", found[1] if found else "PNBRQKpnbrqk")
    half = len(tokens) // 2
    return {token[0]: _KING if index % half == half - 1 else index % half for index, token in enumerate(tokens)}


def letters(board: str, columns: int) -> list[str]:
    """The letter on each square of a FEN's board, from the upper left corner; '' for an empty square."""
    cells: list[str] = []
    for row in board.partition("[")[0].split("/"):
        for token in re.findall(r"\d+|[A-Za-z]", row):
            cells += [""] * int(token) if token.isdigit() else [token]
    assert len(cells) % columns == 0, board
    return cells


def after(board: str, plies: Iterable[str], setup: str) -> str:
    """A FEN's board of ten ranks, counted from 0, after WinBoard's plies: the mover leaves its square and becomes the
    piece of the suffix on another; nicknames in suffixes stand for the opponent's pieces."""
    rows = board.split("/")
    columns = len(letters(rows[0], 1))
    cells = letters(board, columns)
    named = {nickname: letter for letter, nickname in re.findall(r"(\w)=(\w)", setup.split()[1])}
    for ply in plies:
        found = re.fullmatch(r"([a-p])(\d)([a-p])(\d)(\w?)", ply)
        if found is None:
            assert ply == "@@@@", ply
            continue
        origin, target = (
            (len(rows) - 1 - int(rank)) * columns + ord(file) - ord("a")
            for file, rank in (found.group(1, 2), found.group(3, 4))
        )
        piece, cells[origin] = cells[origin], ""
        suffix = found[5].upper() if piece.isupper() else found[5]
        cells[target] = named.get(suffix, suffix) or piece
    lines = ("".join(cell or "1" for cell in cells[row * columns : (row + 1) * columns]) for row in range(len(rows)))
    return "/".join(re.sub("1+", lambda empty: str(len(empty[0])), line) for line in lines)


class Drawing:
    """A game's squares as WinBoard should show them.

    Args:
        folder: the folder in which the games are installed.
        square: the size of a square in pixels.
    """

    def __init__(self, folder: Path, view: winboard.View, square: int):
        projection = projection_for(view.variant.name)
        self._square = square
        self._pieces = folder / "oddfish" / view.pieces
        self._board = folder / "oddfish" / "boards" / f"{view.board}-{square}.bmp" if view.board else None
        flags = dict(zip(projection.flags[::2], projection.flags[1::2]))
        self._plain = [_color(flags.get(f"-{name}SquareColor", "#000000")) for name in ("dark", "light")]

    def cell(self, column: int, row: int, light: bool, letter: str, number: int) -> Pixels:
        """The drawing of a cell on the screen.

        Args:
            column, row: the place on the visible board, from its upper left corner.
            letter: the piece's letter, '' for none; upper case for White.
            number: the piece's number in WinBoard's table.
        """
        size = self._square
        if self._board is None:
            ground = np.broadcast_to(self._plain[light], (size, size, 3))
        else:
            ground = _pixels(self._board)[row * size : (row + 1) * size, column * size : (column + 1) * size]
        if not letter:
            return ground
        stem = piece_name(number, size)
        inside = _pixels(self._pieces / f"{stem}w.bmp") == 0
        return np.where(inside, _pixels(self._pieces / f"{stem}{'o' if letter.isupper() else 's'}.bmp"), ground)


@cache
def _pixels(path: Path) -> Pixels:
    """The rows of pixels of a bitmap: red, green and blue."""
    with Picture.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


def _color(text: str) -> Pixels:
    return np.frombuffer(bytes.fromhex(text[1:]), np.uint8)


def cells(image: Image, columns: int, rows: int) -> Iterator[tuple[int, int, Pixels]]:
    """The column, row and pixels of each cell of a board on the screen."""
    pixels, width, height = image.rgb, image.width // columns, image.height // rows
    for row in range(rows):
        for column in range(columns):
            cell = pixels[row * height : (row + 1) * height, column * width : (column + 1) * width]
            yield column, row, cell
