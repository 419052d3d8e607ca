"""FEN fields of chess-like games: boards with one piece per square, hands, flags such as castling rights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import read_rank, read_square, split_ranks, square_name, write_rank

#: Castling rights in the order of a FEN and of the bits in core/castling.pxd.
CASTLING_LETTERS = "KQkq"


def read_piece(letter: str, where: str, letters: str, what: str = "not a piece") -> tuple[int, int]:
    """The type of a FEN letter, as an index into ``letters``, and its side: 0 for upper case, 1 for lower.

    Args:
        where: the place of the letter for error messages, such as ``on e4``.
        letters: the letters allowed there, in upper case.
        what: what error messages call any other letter.

    Raises:
        FenError: the letter is not one of ``letters``.
    """
    piece = letters.find(letter.upper())
    if piece < 0 or not letter.isascii():
        raise FenError(f"'{letter}' {where} is {what}, expected one of {letters}{letters.lower()}")
    return piece, 0 if letter.isupper() else 1


def read_pieces(
    board: str, letters: str, files: int = 8, ranks: int = 8, what: str = "not a piece"
) -> Iterator[tuple[int, int, int]]:
    """The (square, type, side) of every piece in a board field, from the top rank down; types as in `read_piece`.

    Raises:
        FenError: the board has another shape, or an unknown letter.
    """
    for number, row in zip(range(ranks, 0, -1), split_ranks(board, ranks)):
        yield from _pieces_of_rank(row, number, letters, files, what)


@lru_cache(1 << 14)  # positions share most of their ranks: reading many is three times as fast
def _pieces_of_rank(row: str, number: int, letters: str, files: int, what: str) -> tuple[tuple[int, int, int], ...]:
    def piece(file: int, letter: str) -> tuple[int, int, int]:
        sq = (number - 1) * files + file
        return sq, *read_piece(letter, f"on {square_name(sq, files)}", letters, what)

    return tuple(piece(file, letter) for file, letter in read_rank(row, number, files))


def write_board(pieces: Sequence[str], files: int = 8) -> str:
    """A board field from the text on each square, '' for empty squares."""
    rows = [pieces[start : start + files] for start in range(0, len(pieces), files)]
    return "/".join(write_rank(row) for row in reversed(rows))


def split_hand(field: str) -> tuple[str, str | None]:
    """The board and the hand of a field like ``board[hand]``; the hand is None without brackets.

    Raises:
        FenError: the field does not end with the closing bracket.
    """
    board, bracket, hand = field.partition("[")
    if not bracket:
        return board, None
    if not hand.endswith("]"):
        raise FenError(f"hand '[{hand}' is not closed by ']'")
    return board, hand[:-1]


def read_flags(field: str, letters: str, name: str) -> Iterator[int]:
    """The index in ``letters`` of each flag in a field; ``-`` stands for none.

    Raises:
        FenError: a letter is unknown or repeated; the message calls it ``name``.
    """
    if field == "-":
        return
    for i, letter in enumerate(field):
        if letter not in letters:
            raise FenError(f"{name} '{letter}', expected {', '.join(letters[:-1])} or {letters[-1]}")
        if letter in field[:i]:
            raise FenError(f"{name} '{letter}' twice")
        yield letters.index(letter)


def write_flags(flags: int, letters: str) -> str:
    """The letters whose bits are set, or ``-`` if there are none."""
    return "".join(letter for i, letter in enumerate(letters) if flags >> i & 1) or "-"


def read_rights(
    field: str,
    kings: Sequence[int],
    rooks: Sequence[int],
    names: Sequence[tuple[str, str]] = (("king", "rook"), ("king", "rook")),
) -> int:
    """The castling rights in a field, as bits in the order of `CASTLING_LETTERS`; the 8x8 board.

    Args:
        kings: for each side, the bitboard of the pieces that castle from the e-file.
        rooks: for each side, the bitboard of the pieces that castle from the corners.
        names: for each side, the names of both kinds of piece in error messages.

    Raises:
        FenError: a letter is unknown or repeated, or a king or rook is not on its start square.
    """
    rights = 0
    for i in read_flags(field, CASTLING_LETTERS, "castling right"):
        side = i >> 1
        king = 60 if side else 4
        rook = king + (-4 if i & 1 else 3)
        if not kings[side] >> king & rooks[side] >> rook & 1:
            what, where = names[side], (square_name(king), square_name(rook))
            raise FenError(
                f"castling right '{CASTLING_LETTERS[i]}' without {what[0]} on {where[0]} and {what[1]} on {where[1]}"
            )
        rights |= 1 << i
    return rights


def read_en_passant(text: str, side: int, pawns: int, occupied: int) -> int:
    """The square behind the pawn that has just moved two squares, with ``side`` to move; the 8x8 board.

    Args:
        pawns: the bitboard of the other side's pawns.
        occupied: the bitboard of squares that a double step can neither start from nor pass over.

    Raises:
        FenError: the text is not a square, or no pawn can just have passed it.
    """
    sq = read_square(text, "en-passant square")
    rank, up = (3, 8) if side else (6, -8)
    if sq >> 3 != rank - 1:
        raise FenError(f"en-passant square '{text}' is not on rank {rank}")
    if not pawns >> sq + up & 1:
        raise FenError(f"en-passant square '{text}' without a pawn on {square_name(sq + up)}")
    for passed in (sq, sq - up):
        if occupied >> passed & 1:
            raise FenError(f"en-passant square '{text}', but {square_name(passed)} is occupied")
    return sq
