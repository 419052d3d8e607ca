"""Games as PGN files: reads and writes games of every variant.

Files that ``oddfish play`` and ``oddfish match`` have saved name the variant, its options and its start position in
tags. Moves may be in the variant's own notation or, where it has one, in SAN.

>>> import oddfish
>>> from oddfish import pgn
>>> board = oddfish.Board("half-chess")
>>> for move in ("e2e4", "e7e5"):
...     _ = board.push_text(move)
>>> text = pgn.write(board, {"White": "Ann", "Black": "Bob"})
>>> game, = pgn.read(text)
>>> game.board == board, game.tags["White"], [move.text for move in game.board.move_stack]
(True, 'Ann', ['e2e4', 'e7e5'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from oddfish.board import Board
from oddfish.cext.core.rules import FenError, MoveError
from oddfish.engine.game import Result
from oddfish.engine.library.board import Board as PlainBoard
from oddfish.engine.library.results import Outcome
from oddfish.engine.notation import meant
from oddfish.engine.options import OptionError
from oddfish.engine.pgn import PgnError, PgnGame, read_games, read_pgn
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

#: One option in the tag that lists all options.
_OPTION = re.compile(r"(\w+)=([^,]*)")


class SavedGame(NamedTuple):
    """A game of a PGN file.

    Attributes:
        board: the board after the last move, with all moves on its stack.
        tags: the tags by name.
        comments: the comment after each move, '' for none.
        result: as in the file: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    """

    board: Board
    tags: Mapping[str, str]
    comments: Sequence[str]
    result: str


def read(text: str | bytes, variant: str | None = None) -> Iterator[SavedGame]:
    """The games of a text in PGN, one at a time; variations are skipped.

    Args:
        variant: the variant of games that do not name one; chess by default.

    Raises:
        PgnError: a game cannot be read; the message says which and why.
    """
    for game in read_pgn(text):
        yield _replayed(game, variant, "PGN")


def load(path: str | Path, variant: str | None = None) -> Iterator[SavedGame]:
    """The games of a PGN file, as :func:`read`. Each is read when you take it, so that files may be large.

    Raises:
        FileError: the file cannot be read.
        PgnError: as :func:`read`.
    """
    for game in read_games(path):
        yield _replayed(game, variant, str(path))


def write(
    board: PlainBoard,
    tags: Mapping[str, str] | None = None,
    *,
    outcome: Outcome | None = None,
    comments: Sequence[str] = (),
) -> str:
    """A board's game as PGN, from its root.

    Args:
        tags: more tags, which override the standard ones.
        outcome: the result, if the board does not show it.
        comments: a comment for each move, '' for none.
    """
    named = {"Options": _options(board)} if _options(board) else {}
    result = None
    if outcome is not None:
        result = Result(None if outcome.winner is None else int(not outcome.winner), outcome.reason)
    return board.game().pgn({**named, **(tags or {})}, result, comments)


def _options(board: PlainBoard) -> str:
    """The house rules that are not the default, as a tag lists them."""
    unusual = board.variant.unusual(board.variant.rule_options(board.options))
    return ", ".join(f"{name}={str(value).lower()}" for name, value in unusual.items())


def _replayed(record: PgnGame, variant: str | None, file: str) -> SavedGame:
    record.check(file)
    tags, place = record.tags, f"{file}: game {record.number}"
    try:
        found = get_variant(tags.get("Variant", variant or "normal"))
        board = Board(found.name, tags.get("FEN"), options=_recorded(tags, found)).copy()
    except (UnknownVariantError, OptionError, FenError) as error:
        raise PgnError(f"{place}: {error}") from None
    for number, move in enumerate(record.line, 1):
        try:
            board.push_text(_own(board, found, move.text))
        except MoveError as error:
            raise PgnError(f"{place}: move {number}: {error}") from None
    return SavedGame(board, tags, [" ".join(move.comments) for move in record.line], record.result or "*")


def _recorded(tags: Mapping[str, str], variant: Variant) -> dict[str, str]:
    """The options in the tags: armies, and the house rules."""
    names = {option.name for option in variant.options}
    rules = {name: value.strip() for name, value in _OPTION.findall(tags.get("Options", "")) if name in names}
    return {**rules, **{name: tags[name] for name in names if name in tags}}


def _own(board: Board, variant: Variant, text: str) -> str:
    """The variant's own text of a move that a file names."""
    try:
        return board.parse_san(text).text
    except MoveError:
        own = meant(variant, board.position, text) if variant.reads_san else None
        if own is None:
            raise
        return own


__all__ = ["PgnError", "SavedGame", "load", "read", "write"]
