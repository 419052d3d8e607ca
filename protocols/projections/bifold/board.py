"""Bifold's board in XBoard: half-squares, and a row for each hand."""

from __future__ import annotations

from collections.abc import Iterator

from oddfish.cext.bifold import game as bifold
from oddfish.cext.core.fen import write_letters
from oddfish.protocols.projections.base import Grid
from oddfish.protocols.projections.cells import (
    FILES,
    Cells,
    cased,
    hand_cells,
    held,
    in_hand,
    read_board,
    same,
)
from oddfish.protocols.projections.cells import after as cells_after
from oddfish.protocols.projections.table import table

#: Sixteen half-squares a rank; ten ranks, numbered from 0.
GRID = Grid(16, 10, lowest=0)
KINDS = "QRBHWFLDP"
ROYALS = "WF"
#: The pieces' slots in XBoard's table, by FEN letter. XBoard has no special rules for them.
SLOTS = {
    "Q": "Copper", "R": "Iron", "B": "Viking", "H": "Flag", "W": "Axe", "F": "Dolphin",
    "L": "Leopard", "D": "Claw", "P": "Butterfly",
}  # fmt: skip
#: The slot of pawns that have a square to themselves, which look larger than half-sized ones.
WHOLE_PAWN = "Left"
#: The suffix that turns a captured half into the captor's: the nickname of the captor's piece, by kind.
CAPTURED = dict(zip("QRBHLDP", "UVAJKNY"))
_CAPTURED_KIND = {nickname: kind for kind, nickname in CAPTURED.items()}
#: The index of the file in the hand's row where the cells for each kind start.
_HAND = {"Q": 0, "R": 2, "B": 5, "H": 8, "L": 11, "P": 11, "D": 13}


def xboard_table(letters: str, whole_pawns: bool) -> str:
    """XBoard's table for the pieces with these letters."""
    slots = {**SLOTS, "P": WHOLE_PAWN} if whole_pawns else SLOTS
    nicknames = {kind: f"={captured.lower()}" for kind, captured in CAPTURED.items()}
    white = table({kind + nicknames.get(kind, ""): slots[kind] for kind in letters})
    return white + white.swapcase()


# Half-squares ----------------------------------------------------------------------------------------------------


def squares() -> Iterator[str]:
    return (f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))


def halves(square: str) -> tuple[str, str]:
    """The left and the right half of a square."""
    file = 2 * (ord(square[0]) - ord("a"))
    return f"{FILES[file]}{square[1]}", f"{FILES[file + 1]}{square[1]}"


def square_of(cell: str) -> str:
    return f"{FILES[FILES.index(cell[0]) // 2]}{cell[1]}"


def side(cell: str) -> int:
    """0 for the left half of a square, 1 for the right half."""
    return FILES.index(cell[0]) % 2


def beside(cell: str) -> str:
    """The other half of the square."""
    return f"{FILES[FILES.index(cell[0]) ^ 1]}{cell[1]}" if cell else ""


def places_in_hand(color: int, kind: str) -> list[str]:
    """The cells for a captured piece, the best first."""
    return hand_cells(color, _HAND[kind], len(FILES))


# Pieces ----------------------------------------------------------------------------------------------------------


def name(cell: str, cells: Cells) -> str:
    """The name of a cell, the same from White's and from Black's side of the board."""
    if in_hand(cell):
        return f"the {cells[cell].upper()} in hand"
    return f"{square_of(cell)} ({'ah'[side(cell)]}-side)"


def stack(cells: Cells, square: str) -> list[str]:
    """The pieces on a square."""
    return [cells[cell] for cell in halves(square) if cell in cells]


def spread(position: bifold.Bifold) -> Cells:
    """Place a position on half-squares, in the order of the FEN's stacks and hands."""
    cells: Cells = {}
    for square, letters in zip(_numbered(), position.cells()):
        cells.update(zip(halves(square), letters))
    for color in (0, 1):
        for letter in position.hand(color).upper():
            free = [cell for cell in places_in_hand(color, letter) if cell not in cells]
            if free:
                cells[free[0]] = cased(letter, "Ww"[color])
    return cells


def agree(cells: Cells, position: bifold.Bifold) -> bool:
    """Whether XBoard's board shows the position."""
    return same(held(cells), position.hand(0).upper() + position.hand(1).lower()) and all(
        same(stack(cells, square), letters) for square, letters in zip(_numbered(), position.cells())
    )


def _numbered() -> Iterator[str]:
    """The squares in the order of their numbers in positions."""
    return (f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")


def after(cells: Cells, ply: str) -> Cells:
    """XBoard's board after one of our plies."""
    return cells_after(cells, ply, _CAPTURED_KIND)


# FENs ------------------------------------------------------------------------------------------------------------


def write_fen(cells: Cells, position: bifold.Bifold) -> str:
    """XBoard's FEN."""
    return f"{write_letters(cells, *GRID)} {'wb'[position.turn]} - - {position.clock} {position.number}"


def read_fen(fen: str) -> tuple[str, Cells]:
    """Read XBoard's FEN. Returns Bifold's FEN, and XBoard's board.

    XBoard's FEN has neither castling rights nor en passant. Pairs on their home squares count as unmoved if they are
    complete; the royal pair is Wazir and Ferz, or two Wazirs.

    Raises:
        FenError: the board is malformed. This function does not check that the position is possible.
    """
    board, *rest = fen.split() or [""]
    cells = read_board(board, GRID, KINDS)
    stacks = {square: "".join(stack(cells, square)) for square in squares()}
    rights = "".join(
        right
        for right, corner in zip("KQkq", ("h1", "a1", "h8", "a8"))
        if any(same(stacks["e" + corner[1]], cased(royals, right)) for royals in ("WF", "WW"))
        and same(stacks[corner], cased("RR", right))
    )
    return " ".join(
        [f"{write_letters(stacks, 8, 8)}[{held(cells)}]", *(rest[:1] or ["w"]), rights or "-", "-", *rest[3:]]
    ), cells
