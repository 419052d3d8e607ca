"""Standard algebraic notation, for games whose pieces have the letters of chess."""

from __future__ import annotations

import re

from oddfish.cext.core.fen import board_of, read_letters
from oddfish.cext.core.rules import AmbiguousMoveError, MoveError, Position
from oddfish.engine.variants.base import Variant

_SAN = re.compile(r"([A-Z]?)([a-h]?)([1-8]?)[-x]?([a-h][1-8])(?:=?([A-Z]))?[+#]?")
_DROP = re.compile(r"([A-Z]?)@([a-h][1-8])[+#]?")


def san(variant: Variant, position: Position, move: int, suffix: bool = True) -> str:
    """The SAN of a legal move.

    Args:
        suffix: whether to add ``+`` or ``#``.
    """
    text = position.text(move)
    body = _body(variant, position, text)
    if not suffix:
        return body
    after = position.make(move)
    if not after.check:
        return body
    return body + ("+" if after.count() else "#")


def _body(variant: Variant, position: Position, text: str) -> str:
    if "@" in text:
        return text[0].upper() + text[1:]
    origin, target, promoted = text[:2], text[2:4], text[4:].upper()
    cells = read_letters(board_of(position.fen()), 8, 8)
    piece = cells[origin].upper()
    for name, (before, after) in variant.castling.items():
        if piece == "K" and (origin[0], target[0]) == (before, after):
            return name
    takes = "x" if target in cells or (piece == "P" and origin[0] != target[0]) else ""
    if piece == "P":
        return f"{origin[0] if takes else ''}{takes}{target}{'=' + promoted if promoted else ''}"
    others = [
        other[:2]
        for other in position.texts()
        if other[2:4] == target and other[:2] != origin and cells.get(other[:2], "").upper() == piece
    ]
    mark = ""
    if others:
        if all(other[0] != origin[0] for other in others):
            mark = origin[0]
        else:
            mark = origin[1] if all(other[1] != origin[1] for other in others) else origin
    return f"{piece}{mark}{takes}{target}"


def parse_san(variant: Variant, position: Position, text: str) -> int:
    """The legal move that a text in SAN means.

    Raises:
        MoveError: there is no such move.
        AmbiguousMoveError: there are several.
    """
    fitting = _fitting(variant, position, text)
    if len(fitting) > 1:
        raise AmbiguousMoveError(text, fitting)
    if not fitting:
        raise MoveError(f"'{text}' is not a legal move")
    return position.parse(fitting[0])


def _fitting(variant: Variant, position: Position, text: str) -> list[str]:
    """The moves that a text may mean."""
    texts, cells = position.texts(), read_letters(board_of(position.fen()), 8, 8)
    plain = text.rstrip("+#").replace("0", "O")
    if plain in variant.castling:
        before, after = variant.castling[plain]
        return [
            one for one in texts
            if (one[0], one[2:3]) == (before, after) and cells.get(one[:2], "") in ("K", "k") and len(one) == 4
        ]  # fmt: skip
    if drop := _DROP.fullmatch(text):
        return [one for one in texts if one == f"{(drop[1] or 'P').lower()}@{drop[2]}"]
    found = _SAN.fullmatch(text)
    if found is None:
        return []
    letter, file, rank, target, promoted = found.groups("")
    castlings = {before + after for before, after in variant.castling.values()}
    return [
        one for one in texts
        if "@" not in one and one[2:4] == target and one[4:] == promoted.lower()
        and cells[one[:2]].upper() == (letter or "P") and file in ("", one[0]) and rank in ("", one[1])
        and not (letter == "K" and one[0] + one[2] in castlings)
        and (letter or file or one[0] == target[0])
    ]  # fmt: skip
