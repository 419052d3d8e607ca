"""Banqi's board in XBoard: 8x8, lying on its side, two cells a square."""

from __future__ import annotations

from collections import Counter

from oddfish.cext.banqi.game import LETTERS, SETS, Banqi
from oddfish.cext.core.fen import read_rank, read_side, read_square, split_fields, split_ranks, write_rank
from oddfish.cext.core.rules import FenError
from oddfish.protocols.projections.table import table

FILES, RANKS = "abcd", "12345678"
SQUARES = tuple(f"{file}{rank}" for file in FILES for rank in RANKS)
#: The pieces' slots in XBoard's table, by FEN letter: upper case is the first player's. Those of Pawn, Queen, Lance and
#: King stay free, where XBoard would promote, castle or adjudicate, and so do those of the other games' pieces, which
#: would otherwise wear Banqi's pictures after File > New Variant.
SLOTS = {
    "K": "CrownedRook", "G": "Advisor", "M": "Archbishop", "R": "Marshall", "N": "CrownedBishop", "C": "Canon",
    "P": "Gold", "k": "Duck", "g": "Princess", "m": "Sword", "r": "Zebra", "n": "Camel", "c": "Wolf", "p": "Hat",
}  # fmt: skip
#: The slot of both halves of a face-down piece: a wildcard's, any move of which XBoard takes for legal.
HALF = "Cobra"
_SET = Counter({letter: number for one in (LETTERS, LETTERS.lower()) for letter, number in zip(one, SETS[8])})


def _table() -> str:
    """XBoard's table."""
    white = table({**{letter: slot for letter, slot in SLOTS.items() if letter.isupper()}, "X": HALF})
    black = table({**{letter: slot for letter, slot in SLOTS.items() if letter.islower()}, "x": HALF})
    size = max(len(white), len(black))
    return white.ljust(size, ".") + black.ljust(size, ".")


TABLE = _table()


def lower(square: str) -> str:
    """The cell where the piece of a square stands: White's half of it."""
    return f"{'abcdefgh'[int(square[1]) - 1]}{2 * FILES.index(square[0]) + 1}"


def upper(square: str) -> str:
    """The cell above: Black's half."""
    return f"{'abcdefgh'[int(square[1]) - 1]}{2 * FILES.index(square[0]) + 2}"


def halves(square: str, turn: int) -> tuple[str, str]:
    """The cells of a side's own half and of the opponent's."""
    return (upper(square), lower(square)) if turn else (lower(square), upper(square))


def square_of(cell: str) -> str:
    """The square that a cell belongs to."""
    return f"{FILES[(int(cell[1]) - 1) // 2]}{'abcdefgh'.index(cell[0]) + 1}"


def shown(position: Banqi, square: str) -> str:
    """What XBoard shows in the lower cell: ``X`` for a face-down piece, upper case for the first player's, '' for
    none."""
    letter = position.letter(read_square(square, files=len(FILES)))
    return letter if letter == "X" or position.first != "b" else letter.swapcase()


def write_fen(position: Banqi) -> str:
    """XBoard's FEN, which does not say which pieces are face down."""
    rows = []
    for file in reversed(FILES):
        cells = [shown(position, f"{file}{rank}") for rank in RANKS]
        rows += [write_rank(["x" if cell == "X" else "" for cell in cells]), write_rank(cells)]
    return f"{'/'.join(rows)} {'wb'[position.turn]} - - {position.clock} {position.number}"


def read_fen(fen: str) -> str:
    """Banqi's FEN for XBoard's, with red for the first player. Of the pieces that are not on the board, the strongest
    are taken to be face down, the others captured.

    Raises:
        FenError: the board is malformed. Whether the position is possible is not checked here.
    """
    names = ("board", "side to move", "castling", "en passant", "plies without progress", "move number")
    board, turn, _, _, clock, number = split_fields(fen, names, ("w", "-", "-", "0", "1"))
    read_side(turn)
    squares = _read_board(board)
    ranks = [write_rank([squares[f"{file}{rank}"] for file in FILES]) for rank in reversed(RANKS)]
    dark = sum(letter == "X" for letter in squares.values())
    face_up = Counter(letter for letter in squares.values() if letter not in ("", "X"))
    first = "-" if dark == len(squares) and turn == "w" else "r"
    return f"{'/'.join(ranks)}[{_pool(face_up, dark)}] {turn} {first} {clock} {number}"


def _read_board(board: str) -> dict[str, str]:
    """What is on each square."""
    cells = {
        f"{'abcdefgh'[file]}{8 - index}": letter
        for index, row in enumerate(split_ranks(board, 8))
        for file, letter in read_rank(row, 8 - index, 8)
    }
    squares = {}
    for square in SQUARES:
        below, above = cells.get(lower(square), ""), cells.get(upper(square), "")
        if above not in ("", "x"):
            raise FenError(f"'{above}' on {upper(square)}, the upper cell of a square: pieces stand in the lower one")
        if (below == "X") != (above == "x") or below == "x":
            raise FenError(f"half a face-down piece on {lower(square)} and {upper(square)}: X goes below, x above")
        squares[square] = below
    return squares


def _pool(face_up: Counter[str], dark: int) -> str:
    """The strongest of the pieces that are not face up, as many of either colour as possible."""
    unseen = _SET - face_up
    strongest = [sorted(filter(test, unseen.elements()), key=_strength) for test in (str.isupper, str.islower)]
    pool: list[str] = []
    while len(pool) < dark and any(strongest):
        pool.append(max(strongest, key=len).pop(0))
    return "".join(sorted(pool, key=lambda letter: (letter.islower(), _strength(letter))))


def _strength(letter: str) -> int:
    return LETTERS.index(letter.upper())
