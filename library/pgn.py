"""Games as PGN files: reads and writes games of every variant.

Files that ``oddfish play``, ``oddfish match`` and XBoard have saved name the variant and its start position in tags,
and the options in tags or in the engines' names. Moves may be in the variant's own notation, in SAN where the variant
has one, or in plies on XBoard's board, several of which can make up one move. XBoard does not record Banqi's colours:
the first player then has red.

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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oddfish.board import Board
from oddfish.cext.core.errors import type_name
from oddfish.engine.files import FileError
from oddfish.engine.game import Game, Result
from oddfish.engine.library.board import Board as PlainBoard
from oddfish.engine.library.results import Outcome
from oddfish.engine.options import OptionError, tag_of
from oddfish.engine.pgn import PgnError, PgnGame, read_games, read_pgn
from oddfish.engine.pgn.games import RESULTS
from oddfish.engine.printable import amount
from oddfish.engine.variants import UnknownVariantError, variant_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import projection_for
from oddfish.protocols.recorded import ReplayError, recorded_options, recorded_setup, replay


class SavedGame(NamedTuple):
    """A game of a PGN file.

    Attributes:
        board: the board after the last move, with all moves on its stack.
        tags: the tags by name.
        comments: the comment after each move, '' for none. Those on XBoard's plies of one move are joined.
        result: after the moves, or else in the tag: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    """

    board: Board
    tags: Mapping[str, str]
    comments: Sequence[str]
    result: str


def read(
    text: str | bytes, variant: str | None = None, *, on_error: Callable[[PgnError], object] | None = None
) -> Iterator[SavedGame]:
    """The games of a text in PGN, one at a time; variations are skipped.

    Args:
        variant: the variant of games that do not name one; chess by default.
        on_error: called with the error of each game that cannot be read, which is then left out, such as
            ``errors.append``. By default the first error is raised and ends the loop.

    Raises:
        PgnError: a game cannot be read; the message says which and why.
    """
    if not isinstance(text, (str, bytes)):
        raise TypeError(f"text is of type {type_name(text)}, expected str or bytes; load() reads files")
    return _saved(read_pgn(text), variant, "PGN", on_error)


def load(
    path: str | Path, variant: str | None = None, *, on_error: Callable[[PgnError], object] | None = None
) -> Iterator[SavedGame]:
    """The games of a PGN file, as :func:`read`. Each game is read when you ask for it, so files may be large.

    Raises:
        FileError: the file cannot be read.
        PgnError: as :func:`read`.
    """
    return _saved(read_games(path), variant, str(path), on_error)


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

    Raises:
        TypeError: an argument, a tag or a comment is of the wrong type.
        ValueError: there are more comments than moves.
    """
    _check_texts(board, tags or {}, outcome, comments)
    rules = board.variant.unusual(board.variant.rule_options(board.options))
    named = {"Options": tag_of(rules)} if rules else {}
    result = None
    if outcome is not None:
        result = Result(None if outcome.winner is None else int(not outcome.winner), outcome.reason)
    return board.game().pgn({**named, **(tags or {})}, result, comments)


def _check_texts(board: PlainBoard, tags: Mapping[str, str], outcome: Outcome | None, comments: Sequence[str]) -> None:
    """Check the arguments of :func:`write`.

    Raises:
        TypeError, ValueError: as there.
    """
    if not isinstance(board, PlainBoard):
        raise TypeError(f"board is of type {type_name(board)}, expected an oddfish.Board")
    if not isinstance(tags, Mapping):
        raise TypeError(f"tags is of type {type_name(tags)}, expected a mapping of names to values")
    if outcome is not None and not isinstance(outcome, Outcome):
        raise TypeError(f"outcome is of type {type_name(outcome)}, expected an oddfish.Outcome")
    if isinstance(comments, str):
        raise TypeError("comments is of type str, expected a comment for each move")
    given = [*((f"tag {name}", value) for name, value in tags.items()), *(("comment", one) for one in comments)]
    for what, value in given:
        if not isinstance(value, str):
            raise TypeError(f"{what} is of type {type_name(value)}, expected str")
    if len(comments) > board.ply():
        raise ValueError(f"{amount(len(comments), 'comment')} for {amount(board.ply(), 'move')}")


def _saved(
    records: Iterable[PgnGame], variant: str | None, file: str, on_error: Callable[[PgnError], object] | None
) -> Iterator[SavedGame]:
    for record in records:
        try:
            game = _replayed(record, variant, file)
        except PgnError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield game


def _replayed(record: PgnGame, variant: str | None, file: str) -> SavedGame:
    record.check(file)
    place = f"{file}: game {record.number}"
    try:
        found = variant_of(record.tags, variant or "normal")
        options = _recorded(record.tags, found)
        game, complete = replay(record.moves, found, options, record.tags.get("FEN"), seed=0)
    except ReplayError as error:
        raise PgnError(f"{place}: {error.located()}") from None
    except (UnknownVariantError, OptionError) as error:
        raise PgnError(f"{place}: {error}") from None
    comments: list[list[str]] = [[] for _ in game.moves]
    for move, before in zip(record.line, [0, *complete]):
        if before < len(comments):
            comments[before] += move.comments
    result = record.result or record.tags.get("Result", "")
    texts = [" ".join(words) for words in comments]
    return SavedGame(Board.of_game(game), record.tags, texts, result if result in RESULTS else "*")


def _recorded(tags: Mapping[str, str], variant: Variant) -> dict[str, Any]:
    """The options in the tags and in the engines' names: armies, and the house rules.

    Raises:
        OptionError: an option is invalid.
    """
    projection = projection_for(variant.name)
    setup = recorded_setup(tags, Game(variant, seed=0), projection) if projection.joins else {}
    named = {option.name: tags[option.name] for option in variant.options if option.name in tags}
    return {**setup, **recorded_options(tags, variant), **named}


__all__ = ["FileError", "PgnError", "SavedGame", "load", "read", "write"]
