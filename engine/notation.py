"""Finds our moves for the texts that other programs and PGN files write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from oddfish.cext.core.fen import board_of, read_letters
from oddfish.cext.core.rules import AmbiguousMoveError, FenError, MoveError, Position
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant

_IGNORED = re.compile(r"[-x=+#!?()/:*]|e\.?p\.?$", re.IGNORECASE)
_CASTLING = re.compile(r"([o0]-[o0](?:-[o0])?)[+#]?", re.IGNORECASE)
_COORDINATES = re.compile(r"([a-z])(\d+)([a-z])(\d+)")
_SAN = re.compile(r"([A-Z]?)([a-w]?)(\d*?)[-x:]?([a-z]\d+)(?:[=/]?\(?([A-Z])\)?)?(?:[+#]|\+\+)?[!?]*")
#: A drop; without a letter, a pawn is dropped.
_DROP = re.compile(r"([A-Z]?)@([a-z]\d+)[+#]?[!?]*")
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")


class Matched(NamedTuple):
    """How our moves and theirs correspond."""

    #: Their text by our text, for the moves that both sides have.
    theirs: dict[str, str]
    #: Our moves that they lack.
    missing: list[str]
    #: Their moves that we lack, as they write them; also the moves that they list twice.
    extra: list[str]


def match(variant: Variant, position: Position, theirs: Sequence[str]) -> Matched:
    """Find our moves for their texts. Texts equal to ours come first, then other punctuation and case, castling as king
    takes rook or as ``O-O``, SAN, and abbreviations."""
    ours = [position.text(move) for move in position.moves()]
    names = {text.lower(): text for text in ours}
    bare: dict[str, list[str]] = {}
    for text in ours:
        bare.setdefault(_bare(text), []).append(text)
    found: dict[str, str] = {}
    extra: list[str] = []
    later = []
    for text in theirs:
        own = names.get(text.lower())
        if own is None:
            later.append(text)
        elif own in found:
            extra.append(text)
        else:
            found[own] = text
    for text in later:
        free = [one for one in _candidates(variant, position, ours, bare, text) if one not in found]
        if free:
            found[free[0]] = text
        else:
            extra.append(text)
    return Matched(found, [text for text in ours if text not in found], extra)


def read_move(game: Game, text: str) -> int:
    """Read a legal move in the variant's notation or, if that has no such move, in SAN. It must include its outcome if
    it has several.

    Raises:
        MoveError: there is no such legal move.
        AmbiguousMoveError: (a MoveError) the text fits several moves.
    """
    try:
        return game.parse_complete(text)
    except MoveError:
        if game.pending or not game.variant.reads_san:
            raise
        position = game.position
        # This alone is faster than everything that `match` tries.
        san = _by_san(game.variant, position, position.texts(), text)
        own = san[0] if len(san) == 1 else meant(game.variant, position, text)
        if own is None and len(san) > 1:
            raise AmbiguousMoveError(text, san) from None
        if own is None:
            raise
        return game.parse_complete(own)


def meant(variant: Variant, position: Position, text: str) -> str | None:
    """Our text for the one legal move that another program's text means; None if there is no such move."""
    return next(iter(match(variant, position, [text]).theirs), None)


def translated(variant: Variant, position: Position, text: str) -> str:
    """A text of theirs that matches none of our moves, in our notation."""
    return _castling(variant, position, text) or text.lower()


def _bare(text: str) -> str:
    """A move without the signs that only some programs write."""
    return _IGNORED.sub("", text.replace("@", "\0")).replace("\0", "@").lower()


def _candidates(
    variant: Variant, position: Position, ours: Sequence[str], bare: dict[str, list[str]], text: str
) -> list[str]:
    castling = _castling(variant, position, text)
    if castling is not None:
        return [castling] if castling in ours else []
    same = bare.get(_bare(text), [])
    if len(same) == 1:
        return same
    san = _by_san(variant, position, ours, text)
    if len(san) == 1:
        return san
    try:
        return [position.text(position.parse(text))]
    except MoveError:
        return []


def _castling(variant: Variant, position: Position, text: str) -> str | None:
    """Our text for castling written as ``O-O`` or, as in Chess960, as king takes rook; None if it is something else."""
    rank = "1" if position.turn == 0 else str(variant.ranks)
    words = _CASTLING.fullmatch(text)
    if words:
        files = variant.castling.get(words[1].upper().replace("0", "O"))
        return f"{files[0]}{rank}{files[1]}{rank}" if files else None
    squares = _COORDINATES.fullmatch(text.lower())
    if not squares or squares[2] != rank or squares[4] != rank:
        return None
    letters = _letters(variant, position)
    for before, after in variant.castling.values():
        rook = chr(96 + variant.files) if after > before else "a"
        king = letters is None or letters.get(before + rank) in ("K", "k")
        if king and squares[1] == before and squares[3] == rook:
            return f"{before}{rank}{after}{rank}"
    return None


def _letters(variant: Variant, position: Position) -> dict[str, str] | None:
    """The FEN's letters by square; None if a square has more than one letter."""
    try:
        return read_letters(board_of(position.fen()), variant.files, variant.ranks)
    except FenError:
        return None


def _by_san(variant: Variant, position: Position, ours: Sequence[str], text: str) -> list[str]:
    """Our moves that a text in SAN may mean."""
    if drop := _DROP.fullmatch(text):
        wanted = f"{drop[1] or 'P'}@{drop[2]}".lower()
        return [own for own in ours if own.lower() == wanted]
    san = _SAN.fullmatch(text.translate(_FIGURINES))
    if not san:
        return []
    letter, file, rank, target, promoted = san.groups("")
    letters, found = _letters(variant, position), []
    if letters is None:
        return []
    for own in ours:
        if target not in own:
            continue
        squares = _COORDINATES.match(own)
        if not squares or squares[3] + squares[4] != target or own[squares.end() :] != promoted.lower():
            continue
        standing = letters.get(squares[1] + squares[2], "")
        if standing.upper() == (letter or "P") and file in ("", squares[1]) and rank in ("", squares[2]):
            found.append(own)
    return found
