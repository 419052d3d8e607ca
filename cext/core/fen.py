"""Parts of a FEN that all games share: fields, ranks, numbers, squares. Each error says what is wrong and where.

Every FEN passes through :func:`split_fields` and :func:`read_counters`, so all readers accept the same spellings: any
whitespace between and around the fields, missing fields at the end, and 0 as the move number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from oddfish.cext.core.errors import FenError


def split_fields(fen: str, names: Sequence[str], defaults: Sequence[str]) -> list[str]:
    """The fields of a FEN, which any whitespace separates. ``defaults`` fills in missing ones; it has one for each name
    except the first, the board.

    Raises:
        FenError: there are no fields, or too many.
    """
    fields = str.__str__(fen).split()  # subclasses of str may override split
    if not fields:
        raise FenError("empty FEN")
    if len(fields) > len(names):
        raise FenError(f"{len(fields)} fields, expected at most {len(names)}: extra '{fields[len(names)]:.40}'")
    return fields + list(defaults[len(fields) - 1 :])


def split_ranks(board: str, ranks: int) -> list[str]:
    """The text of each rank, from the top."""
    rows = board.split("/")
    if len(rows) != ranks:
        raise FenError(f"board has {len(rows)} rank{'' if len(rows) == 1 else 's'}, expected {ranks}")
    return rows


def read_rank(row: str, number: int, files: int) -> Iterator[tuple[int, str]]:
    """The (file, letter) pairs of one rank; consecutive digits form one number of empty squares."""
    file = 0
    position = 0
    while position < len(row):
        start = position
        while position < len(row) and row[position] in "0123456789":
            position += 1
        if position > start:
            if position - start > 9:
                raise FenError(f"rank {number} has a number of {position - start} digits, expected {files} files")
            if row[start] == "0":
                raise FenError(f"rank {number} has '{row[start:position]:.40}', expected a number from 1")
            file += int(row[start:position])
        else:
            if file < files:
                yield file, row[position]
            file += 1
            position += 1
    if file != files:
        raise FenError(f"rank {number} has {file} files, expected {files}")


def board_of(fen: str) -> str:
    """The board of a FEN, without the hands in brackets."""
    return fen.split(maxsplit=1)[0].partition("[")[0]


def read_letters(board: str, files: int, ranks: int, lowest: int = 1) -> dict[str, str]:
    """The letter on each occupied square of a board, from the top; ``lowest`` is the number of the first rank.

    Raises:
        FenError: the board has another shape, or several letters on a square.
    """
    return {
        f"{chr(97 + file)}{number}": letter
        for number, row in zip(range(lowest + ranks - 1, lowest - 1, -1), split_ranks(board, ranks))
        for file, letter in read_rank(row, number, files)
    }


def write_rank(letters: Sequence[str]) -> str:
    """The text of one rank, from the letter on each square, '' if empty."""
    text, empty = "", 0
    for letter in letters:
        if letter:
            text += (str(empty) if empty else "") + letter
            empty = 0
        else:
            empty += 1
    return text + (str(empty) if empty else "")


def write_letters(letters: Mapping[str, str], files: int, ranks: int, lowest: int = 1) -> str:
    """The board for the letters on its occupied squares. Several letters on one square get parentheses."""
    texts = {square: f"({text})" if len(text) > 1 else text for square, text in letters.items()}
    return "/".join(
        write_rank([texts.get(f"{chr(97 + file)}{number}", "") for file in range(files)])
        for number in range(lowest + ranks - 1, lowest - 1, -1)
    )


def read_number(text: str, name: str, low: int, high: int) -> int:
    """The whole number in a counter field."""
    if not (text.isascii() and text.isdigit()):
        raise FenError(f"{name} '{text:.40}' is not a whole number")
    if len(text) > 9 or not low <= int(text) <= high:
        raise FenError(f"{name} '{text:.40}' is outside {low}..{high}")
    return int(text)


#: The largest counters in a FEN. Longer games are written with these.
MOST_CLOCK, MOST_NUMBER = 10000, 30000


def read_counters(clock: str, number: str, name: str = "clock") -> tuple[int, int]:
    """The clock, which errors call ``name``, and the move number. Some programs count moves from 0: that is 1, too.

    Raises:
        FenError: a field is not a whole number, or is too large.
    """
    return read_number(clock, name, 0, MOST_CLOCK), max(read_number(number, "move number", 0, MOST_NUMBER), 1)


def write_counters(clock: int, number: int) -> str:
    """Both fields, within the bounds of :func:`read_counters`."""
    return f"{min(clock, MOST_CLOCK)} {min(number, MOST_NUMBER)}"


def read_side(text: str) -> int:
    """0 for ``w``, 1 for ``b``."""
    if text not in ("w", "b"):
        raise FenError(f"side to move '{text:.40}', expected w or b")
    return 0 if text == "w" else 1


def square_name(sq: int, files: int = 8) -> str:
    """The name of a square: ``a1`` for 0, then ``b1``."""
    return f"{chr(97 + sq % files)}{sq // files + 1}"


@lru_cache
def square_names(files: int, ranks: int) -> tuple[str, ...]:
    """The names of all squares, a1 first."""
    return tuple([square_name(sq, files) for sq in range(files * ranks)])


@lru_cache
def square_numbers(files: int, ranks: int) -> Mapping[str, int]:
    """The number of each square, by name."""
    return {name: number for number, name in enumerate(square_names(files, ranks))}


def read_square(text: str, name: str = "square", files: int = 8, ranks: int = 8, lowest: int = 1) -> int:
    """The square that a name like ``e4`` stands for; ``lowest`` is the number of the first rank.

    Raises:
        FenError: there is no such square; the message calls it ``name``.
    """
    file, number = ord(text[0]) - 97 if text else -1, text[1:]
    if 0 <= file < files and number.isascii() and number.isdigit() and len(number) <= 2:
        rank = int(number) - lowest
        if 0 <= rank < ranks and str(rank + lowest) == number:
            return rank * files + file
    raise FenError(f"{name} '{text:.40}' is not a square")
