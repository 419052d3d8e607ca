"""What the generators have in common: the plain parts of a FEN, draws by rule, and perft (rules/README.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol


class Tree(Protocol):
    """A position with its legal moves."""

    def legal_moves(self) -> list[str]: ...

    def push(self, move: str, /) -> Tree: ...


def perft(position: Tree, depth: int) -> int:
    """Leaves of the tree of legal moves; draws by rule do not end a line."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(perft(position.push(move), depth - 1) for move in moves)


def drawn(history: Sequence[object], key: object, clock: int) -> tuple[str, str] | None:
    """The draws that no player has to ask for: the third time of a position, and 100 plies on the clock."""
    if history.count(key) >= 3:
        return "1/2-1/2", "repetition"
    if clock >= 100:
        return "1/2-1/2", "move rule"
    return None


# ------------------------------------------------------------------------------------------------------- FEN


def split_fields(fen: str, defaults: Sequence[str]) -> list[str]:
    """As many fields as there are defaults, which stand for the last ones where they are left out.

    Raises:
        ValueError: there are too many, or none.
    """
    fields = fen.split()
    if not fields:
        raise ValueError("the FEN is empty")
    if len(fields) > len(defaults):
        raise ValueError(f"{len(fields)} fields, expected at most {len(defaults)}")
    return [*fields, *defaults[len(fields) :]]


def read_side(field: str) -> int:
    """0 or 1."""
    if field not in ("w", "b"):
        raise ValueError(f"side to move {field!r} must be w or b")
    return "wb".index(field)


def read_board(
    placement: str, ranks: int, files: int, content: Callable[[str, int], str], token: str = "[^0-9]"
) -> tuple[str, ...]:
    """What stands on each square, rank by rank from the first; "" is nothing.

    Args:
        content: what a token on a rank (counted from 1) stands for.
        token: a regular expression of what is no number.

    Raises:
        ValueError: the board has another shape, or ``content`` does not know a token.
    """
    rows = placement.split("/")
    if len(rows) != ranks:
        raise ValueError(f"the board has {len(rows)} ranks, expected {ranks}")
    board: list[str] = []
    for rank, row in zip(range(ranks, 0, -1), rows):
        squares: list[str] = []
        for found in re.findall(f"[0-9]+|{token}", row):  # a run of digits is one number
            if found[0] == "0":
                raise ValueError(f"rank {rank} has the number {found}, which is zero or begins with zero")
            if found[0] in "123456789":
                if len(found) > 2:
                    raise ValueError(f"rank {rank} has more than 99 files, expected {files}")
                squares += [""] * int(found)
            else:
                squares.append(content(found, rank))
        if len(squares) != files:
            raise ValueError(f"rank {rank} has {len(squares)} files, expected {files}")
        board = squares + board
    return tuple(board)


def write_board(board: Sequence[str], files: int) -> str:
    """A board as a FEN has it."""
    rows = []
    for start in range(len(board) - files, -1, -files):
        row = "".join(square or "." for square in board[start : start + files])
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    return "/".join(rows)


def split_hand(placement: str) -> tuple[str, str | None]:
    """The board, and what stands in brackets behind it; None if there are no brackets.

    Raises:
        ValueError: the brackets are not one pair at the end.
    """
    if "[" not in placement and "]" not in placement:
        return placement, None
    match = re.fullmatch(r"([^\[\]]*)\[([^\[\]]*)\]", placement)
    if match is None:
        raise ValueError("the hand must stand once, in brackets, behind the board")
    return match[1], match[2]


#: The largest counters of a FEN; a game that goes on beyond them is written with these.
MOST_CLOCK, MOST_MOVES = 10_000, 30_000


def read_number(name: str, field: str, least: int, most: int) -> int:
    """A number of at most nine digits within bounds."""
    if not re.fullmatch("[0-9]{1,9}", field) or not least <= int(field) <= most:
        raise ValueError(f"{name} {field!r} must be a number from {least} to {most}")
    return int(field)


def read_counters(clock: str, number: str, name: str = "move number") -> tuple[int, int]:
    """The clock and the move number of a FEN; the move number 0 is 1."""
    return read_number("clock", clock, 0, MOST_CLOCK), read_number(name, number, 0, MOST_MOVES) or 1


def write_counters(clock: int, number: int) -> str:
    """The clock and the move number of a FEN."""
    return f"{min(clock, MOST_CLOCK)} {min(number, MOST_MOVES)}"
