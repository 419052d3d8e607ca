"""Banqi's board in XBoard: 8x8, two cells a square, side by side.

Face-up pieces stand in the half of the square that the person at the board sees on the left. That person's side is the
*seat*: 0 for White, 1 for Black.
"""

from __future__ import annotations

from collections import Counter

from oddfish.cext.banqi.game import LETTERS, SETS, Banqi
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_letters, read_side, read_square, split_fields, write_letters, write_rank
from oddfish.protocols.projections.cells import Cells
from oddfish.protocols.projections.table import table

FILES, RANKS = "abcd", "12345678"
SQUARES = tuple(f"{file}{rank}" for file in FILES for rank in RANKS)
#: The pieces' slots in XBoard's table, by FEN letter; upper case is the first player's. The slots of Pawn, Queen, Lance
#: and King stay empty, because XBoard would promote, castle or adjudicate there. So do the slots of the other games'
#: pieces, which would otherwise have Banqi's pictures after File > New Variant.
SLOTS = {
    "K": "CrownedRook", "G": "Advisor", "M": "Archbishop", "R": "Marshall", "N": "CrownedBishop", "C": "Canon",
    "P": "Gold", "k": "Duck", "g": "Princess", "m": "Sword", "r": "Zebra", "n": "Camel", "c": "Wolf", "p": "Hat",
}  # fmt: skip
#: The slot of both halves of a face-down piece: a wildcard's, because XBoard accepts any of its moves as legal.
HALF = "Cobra"
#: All pieces.
SET = Counter({letter: number for one in (LETTERS, LETTERS.lower()) for letter, number in zip(one, SETS[8])})


def _table(black_first: bool) -> str:
    """XBoard's table.

    Args:
        black_first: whether the first player's pieces are black.
    """
    slots = {letter: SLOTS[letter.swapcase() if black_first else letter] for letter in SLOTS}
    white = table({**{letter: slot for letter, slot in slots.items() if letter.isupper()}, "X": HALF})
    black = table({**{letter: slot for letter, slot in slots.items() if letter.islower()}, "x": HALF})
    size = max(len(white), len(black))
    return white.ljust(size, ".") + black.ljust(size, ".")


#: XBoard's table if the first player's pieces are red, and if they are black.
TABLES = _table(False), _table(True)


def left(square: str) -> str:
    """White's half of a square."""
    return f"{'aceg'[FILES.index(square[0])]}{square[1]}"


def right(square: str) -> str:
    """Black's half of a square, the cell to the right of White's."""
    return f"{'bdfh'[FILES.index(square[0])]}{square[1]}"


#: White's and Black's halves.
CELLS = (left, right)


def halves(square: str, turn: int) -> tuple[str, str]:
    """The cell of a side's own half of a square, and the cell of the opponent's half."""
    return CELLS[turn](square), CELLS[1 - turn](square)


def stand(square: str, seat: int) -> str:
    """The cell of a square in which a face-up piece stands."""
    return halves(square, seat)[0]


def spare(square: str, seat: int) -> str:
    """The other cell of a square, which only face-down pieces fill."""
    return halves(square, seat)[1]


def square_of(cell: str) -> str:
    """The square that a cell belongs to."""
    return f"{FILES['abcdefgh'.index(cell[0]) // 2]}{cell[1]}"


def shown(position: Banqi, square: str) -> str:
    """The piece that XBoard shows on a square: ``X`` if face down, upper case if the first player's, '' if none."""
    letter = position.cell(read_square(square, files=len(FILES)))
    return letter if letter == "X" or position.first != "b" else letter.swapcase()


def write_fen(position: Banqi, seat: int = 0) -> str:
    """XBoard's FEN, which does not say which pieces are face down."""
    rows = []
    for rank in reversed(RANKS):
        cells: list[str] = []
        for file in FILES:
            letter = shown(position, f"{file}{rank}")
            cells += ("X", "x") if letter == "X" else ("", letter) if seat else (letter, "")
        rows.append(write_rank(cells))
    return f"{'/'.join(rows)} {'wb'[position.turn]} - - {position.clock} {position.number}"


def seat_of(fen: str) -> int:
    """The seat for which an XBoard FEN was written: Black's if pieces stand in the right cells."""
    return _seat(read_cells(fen))


def read_fen(fen: str, black_first: bool = False) -> str:
    """Banqi's FEN for an XBoard FEN. Of the pieces that are not face up, the strongest count as face down, the others
    as captured.

    Args:
        black_first: whether the first player's pieces are black.

    Raises:
        FenError: the board is malformed. This function does not check that the position is possible.
    """
    names = ("board", "side to move", "castling", "en passant", "plies without progress", "move number")
    _, turn, _, _, clock, number = split_fields(fen, names, ("w", "-", "-", "0", "1"))
    read_side(turn)
    squares = _read_board(read_cells(fen))
    if black_first:
        squares = {square: letter if letter == "X" else letter.swapcase() for square, letter in squares.items()}
    dark = sum(letter == "X" for letter in squares.values())
    face_up = Counter(letter for letter in squares.values() if letter not in ("", "X"))
    first = "-" if dark == len(squares) and turn == "w" else "rb"[black_first]
    return f"{write_letters(squares, len(FILES), len(RANKS))}[{_pool(face_up, dark)}] {turn} {first} {clock} {number}"


def read_cells(fen: str) -> Cells:
    """The letters in the cells of an XBoard FEN.

    Raises:
        FenError: the board is malformed.
    """
    return read_letters(fen.split()[0], 8, 8)


def _seat(cells: Cells) -> int:
    standing = [sum(cells.get(cell(square), "").upper() not in ("", "X") for square in SQUARES) for cell in CELLS]
    return int(standing[1] > standing[0])


def _read_board(cells: Cells) -> dict[str, str]:
    """The letter of each square's piece; '' if the square is empty."""
    seat = _seat(cells)
    squares = {}
    for square in SQUARES:
        white, black = cells.get(left(square), ""), cells.get(right(square), "")
        own, other = (black, white) if seat else (white, black)
        if other not in ("", "xX"[seat]):
            which = ("left", "right")
            raise FenError(
                f"'{other}' on {spare(square, seat)}, the {which[1 - seat]} cell of a square: "
                f"pieces stand in the {which[seat]} one"
            )
        if (white == "X") != (black == "x") or own == "xX"[seat]:
            raise FenError(f"half a face-down piece on {left(square)} and {right(square)}: X goes left, x right")
        squares[square] = own.replace("x", "X") if seat else own
    return squares


def _pool(face_up: Counter[str], dark: int) -> str:
    """Choose ``dark`` of the pieces that are not face up: the strongest, each time from the colour with more left."""
    unseen = SET - face_up
    strongest = [sorted(filter(test, unseen.elements()), key=_strength) for test in (str.isupper, str.islower)]
    pool: list[str] = []
    while len(pool) < dark and any(strongest):
        pool.append(max(strongest, key=len).pop(0))
    return "".join(sorted(pool, key=lambda letter: (letter.islower(), _strength(letter))))


def _strength(letter: str) -> int:
    return LETTERS.index(letter.upper())
