"""Standard algebraic notation (SAN), for games whose pieces have letters and stand alone on their squares."""

from __future__ import annotations

import re

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError
from oddfish.cext.core.fen import square_names, square_numbers
from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant

_CASTLING = re.compile(r"([o0]-[o0](?:-[o0])?)[+#]?[!?]*", re.IGNORECASE)
_SAN = re.compile(r"([A-Z]?)([a-w]?)(\d*?)[-x:]?([a-z]\d+)(?:[=/]?\(?([A-Z])\)?)?(?:[+#]|\+\+)?[!?]*")
#: A drop; without a letter, a pawn is dropped.
_DROP = re.compile(r"([A-Z]?)@([a-z]\d+)[+#]?[!?]*")
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")


def san(variant: Variant, position: Position, move: int, suffix: bool = True) -> str:
    """The SAN of a legal move.

    Args:
        suffix: whether to add ``+`` or ``#``.
    """
    body = _body(variant, position, move)
    if not suffix or not position.gives_check(move):
        return body
    return body + ("+" if position.make(move).count() else "#")


def _body(variant: Variant, position: Position, move: int) -> str:
    text = position.text(move)
    if "@" in text:
        return text[0].upper() + text[1:]
    names, cells = square_names(variant.files, variant.ranks), position.cells()
    name, target = text[:2], text[2:4]
    origin, end = _number(variant, name), _number(variant, target)
    piece, taken = cells[origin].upper(), cells[end]
    if piece == "K":
        for castling, (before, after) in variant.castling.items():
            if (name[0], target[0]) == (before, after):
                return castling
    if piece == "P":
        takes = name[0] + "x" if taken or name[0] != target[0] else ""
        return f"{takes}{target}{'=' + text[4:].upper() if text[4:] else ''}"
    others = [names[start] for start, _ in position.moves_to(end) if start != origin and cells[start].upper() == piece]
    mark = ""
    if others:
        if all(other[0] != name[0] for other in others):
            mark = name[0]
        else:
            mark = name[1] if all(other[1] != name[1] for other in others) else name
    return f"{piece}{mark}{'x' if taken else ''}{target}"


def parse_san(variant: Variant, position: Position, text: str) -> int:
    """The legal move that a text in SAN means.

    Raises:
        MoveError: there is no such move.
        AmbiguousMoveError: there are several.
    """
    fitting = moves_of_san(variant, position, text)
    if len(fitting) > 1:
        raise AmbiguousMoveError(text, [position.text(move) for move in fitting])
    if not fitting:
        raise MoveError(f"'{text}' is not a legal move")
    return fitting[0]


def moves_of_san(variant: Variant, position: Position, text: str, *, loose: bool = False) -> list[int]:
    """The legal moves that a text in SAN may mean; none in games that have no SAN.

    Args:
        loose: whether a pawn's capture may lack the pawn's file, and castling may be written as a move of the king.
    """
    if text[:1] in ("O", "o", "0") and (own := castling_text(variant, position, text)):
        start, end = own[: len(own) // 2], own[len(own) // 2 :]
        if not has_king(variant, position, start):
            return []
        return [move for _, move in position.moves_to(_number(variant, end)) if position.text(move) == own]
    if drop := _DROP.fullmatch(text):
        wanted = f"{drop[1] or 'P'}@{drop[2]}".lower()
        return [move for move in position.moves() if position.text(move).lower() == wanted]
    found = _SAN.fullmatch(text if text.isascii() else text.translate(_FIGURINES))
    if found is None:
        return []
    letter, file, rank, square, promoted = found.groups("")
    target = square_numbers(variant.files, variant.ranks).get(square)
    if target is None:
        return []
    names, piece, promotion = square_names(variant.files, variant.ranks), letter or "P", promoted.lower()
    castlings = variant.castling.values() if letter == "K" and not loose else ()
    moves = []
    for origin, move in position.moves_to(target):
        name = names[origin]
        if (
            position.cell(origin).upper() == piece
            and file in ("", name[0])
            and rank in ("", name[1:])
            and (loose or letter or file or name[0] == square[0])
            and (name[0], square[0]) not in castlings
            and position.text(move)[len(name) + len(square) :] == promotion
        ):
            moves.append(move)
    return moves


def castling_text(variant: Variant, position: Position, text: str) -> str | None:
    """Our text for castling written as ``O-O`` or ``0-0-0``; None if it is something else. It may be illegal."""
    words = _CASTLING.fullmatch(text)
    files = variant.castling.get(words[1].upper().replace("0", "O")) if words else None
    rank = 1 if position.turn == 0 else variant.ranks
    return f"{files[0]}{rank}{files[1]}{rank}" if files else None


def has_king(variant: Variant, position: Position, square: str) -> bool:
    """Whether a King stands on a square; True in games without SAN, where other pieces may castle."""
    return not variant.reads_san or position.cell(_number(variant, square)) in ("K", "k")


def _number(variant: Variant, name: str) -> int:
    return square_numbers(variant.files, variant.ranks)[name]
