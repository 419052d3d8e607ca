"""Finds our moves for the texts that other programs and PGN files write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError
from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.engine.san import castling_text, has_king, moves_of_san
from oddfish.engine.variants.base import Variant

_IGNORED = re.compile(r"[-x=+#!?()/:*]|e\.?p\.?$", re.IGNORECASE)
_COORDINATES = re.compile(r"([a-z])(\d+)([a-z])(\d+)")
#: Texts in our own notation begin like these; no SAN does, except where it means the same.
_OURS = re.compile(r"[a-z]\d+[a-z]\d|[a-z]@", re.IGNORECASE)


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
    variant, position = game.variant, game.position
    if game.pending or not variant.reads_san:
        return game.parse_complete(text)
    if not _OURS.match(text) and len(found := moves_of_san(variant, position, text, loose=True)) == 1:
        return game.complete(found[0], text)
    try:
        return game.parse_complete(text)
    except MoveError:
        if own := meant(variant, position, text):
            return game.parse_complete(own)
        if len(found := moves_of_san(variant, position, text, loose=True)) > 1:
            raise AmbiguousMoveError(text, map(position.text, found)) from None
        raise


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
        return [castling] if castling in ours and has_king(variant, position, castling[: len(castling) // 2]) else []
    same = bare.get(_bare(text), [])
    if len(same) == 1:
        return same
    san = moves_of_san(variant, position, text, loose=True)
    if len(san) == 1:
        return [position.text(san[0])]
    try:
        return [position.text(position.parse(text))]
    except MoveError:
        return []


def _castling(variant: Variant, position: Position, text: str) -> str | None:
    """Our text for castling written as ``O-O`` or, as in Chess960, as king takes rook; None if it is something else."""
    if own := castling_text(variant, position, text):
        return own
    squares = _COORDINATES.fullmatch(text.lower())
    rank = "1" if position.turn == 0 else str(variant.ranks)
    if not squares or squares[2] != rank or squares[4] != rank:
        return None
    for before, after in variant.castling.values():
        rook = chr(96 + variant.files) if after > before else "a"
        if squares[1] == before and squares[3] == rook and has_king(variant, position, before + rank):
            return f"{before}{rank}{after}{rank}"
    return None
