"""Files of openings, read only as far as they are used: FEN or EPD lines, PGN, and books."""

from __future__ import annotations

import os
from array import array
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.engine.book import BookError, book_lines, is_book, load_book
from oddfish.engine.epd import read_epd
from oddfish.engine.experiments.match.plan import MatchError
from oddfish.engine.files import FileError, numbered_lines, open_file, reported
from oddfish.engine.game import Game, MoveError
from oddfish.engine.notation import read_move
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.pgn import PgnError, PgnGame, RawGame, decode, looks_like_pgn, parse_game, split_games
from oddfish.engine.pgn.split import in_utf8
from oddfish.engine.variants import UnknownVariantError, variant_of
from oddfish.engine.variants.base import Variant

#: How many openings to read between two reports of progress.
_REPORTED = 5000


class Opening(NamedTuple):
    """A start position (None for the variant's own), the options that belong to it, and moves from there."""

    fen: str | None = None
    options: Mapping[str, Any] = {}
    moves: tuple[str, ...] = ()


class OpeningFile:
    """The openings of a file, in its order. Only their places are kept; each is read when you take it.

    Args:
        path: the file.
        variant: the match's variant.
        options: its options.
        plies: the moves of an opening that are played; 0 for all. Later ones are not read.
        progress: gets the share of the file that has been searched for openings, up to 1.

    Raises:
        MatchError: the file is unreadable, is a book for another game, or has no openings.
    """

    def __init__(
        self,
        path: str,
        variant: Variant,
        options: Mapping[str, Any],
        plies: int = 0,
        progress: Callable[[float], None] | None = None,
    ):
        self.path, self.variant, self.options, self.plies = path, variant, options, plies
        self._progress = progress
        self._starts, self._lines = array("Q"), array("Q")  # of each opening: its first byte, its line
        self._book: list[tuple[str, list[str]]] = []
        self._pgn = False
        self._state: tuple[int, ...] = ()
        try:
            if is_book(path):
                self._read_book()
            else:
                with open_file(path) as file, reported(path):
                    self._index(file)
        except FileError as error:
            raise MatchError(f"openings {error}") from None
        if not len(self):
            raise MatchError(f"openings {path}: no openings found")

    def __len__(self) -> int:
        return len(self._book) or len(self._lines)

    def place(self, index: int) -> str:
        """The place of an opening, for messages."""
        if self._book:
            return f"{self.path}: line of play {index + 1}"
        return f"{self.path}: game {index + 1}" if self._pgn else f"{self.path}:{self._lines[index]}"

    def read(self, index: int) -> Opening | None:
        """An opening by its index, or None if the game is over at its end.

        Raises:
            MatchError: it is invalid, or the file has changed; the message names its place.
        """
        if self._book:
            fen, moves = self._book[index]
            return self._unfinished(Opening(fen, {}, tuple(moves[: self.plies or None])), index)
        data = self._data(index)
        if self._pgn:
            raw = RawGame(data, index + 1, self._lines[index], self._starts[index])
            return self._of_pgn(parse_game(raw), index)
        return self._unfinished(self._of_line(decode(data), index), index)

    # The index ----------------------------------------------------------------------------------------------

    def _index(self, file: BinaryIO) -> None:
        size = os.fstat(file.fileno()).st_size
        self._state = _state(file)
        text = in_utf8(file)
        begin = text.read(1 << 16)
        text.seek(0)
        self._pgn = looks_like_pgn(begin)
        if self._pgn:
            for raw in split_games(text):
                self._add(raw.offset, raw.line, size)
        else:
            for line in numbered_lines(text):
                content = line.data.replace(BOM_UTF8, b"").strip()
                if content and not content.startswith(b"#"):
                    self._add(line.offset, line.number, size)
        self._starts.append(text.seek(0, os.SEEK_END))

    def _add(self, offset: int, line: int, size: int) -> None:
        self._starts.append(offset)
        self._lines.append(line)
        if self._progress is not None and len(self._lines) % _REPORTED == 0:
            self._progress(min(1.0, offset / (size or 1)))

    def _data(self, index: int) -> bytes:
        """The bytes of an opening; for a line, including those of the comments after it."""
        try:
            with open_file(self.path) as file, reported(self.path):
                if _state(file) != self._state:
                    raise MatchError(f"openings {self.path}: the file has changed since the match began")
                text = in_utf8(file)
                text.seek(self._starts[index])
                return text.read(self._starts[index + 1] - self._starts[index])
        except FileError as error:
            raise MatchError(f"openings {error}") from None

    # The formats --------------------------------------------------------------------------------------------

    def _read_book(self) -> None:
        try:
            book = load_book(self.path)
            book.check(self.variant, {**self.variant.defaults(), **self.options})
            self._book = list(book_lines(book))
        except BookError as error:
            raise MatchError(f"openings {error}") from None
        if not self._book:
            raise MatchError(f"openings {self.path}: every move is a move of chance")

    def _of_line(self, text: str, index: int) -> Opening:
        """Read a FEN or EPD."""
        line = text.lstrip("\ufeff").splitlines()[0].strip()
        epd = read_epd(line)
        try:
            return Opening(epd.complete(lambda fen: Game(self.variant, self.options, fen, seed=0).position))
        except (FenError, OptionError) as error:
            raise MatchError(f"openings {self.place(index)}: {error}") from None

    def _of_pgn(self, pgn: PgnGame, index: int) -> Opening | None:
        where = f"openings {self.place(index)}"
        try:
            pgn.check(f"openings {self.path}")
            if variant_of(pgn.tags, self.variant.name).name != self.variant.name:
                raise MatchError(f"{where}: a game of {pgn.tags['Variant']}, not {self.variant.name}")
            own = {name: value for name, value in pgn.tags.items() if _has_option(self.variant, name)}
            fen = pgn.tags.get("FEN")
            game = Game(self.variant, {**self.options, **own}, fen, seed=0)
        except PgnError as error:
            raise MatchError(str(error)) from None
        except (UnknownVariantError, FenError, OptionError) as error:
            raise MatchError(f"{where}: {error}") from None
        game.deal = None
        for number, text in enumerate(pgn.moves[: self.plies or None], 1):
            try:
                game.push_move(read_move(game, text))
            except MoveError as error:
                raise MatchError(f"openings {self.path}: move {number} of game {index + 1}: {error}") from None
        return Opening(fen, own, tuple(game.texts())) if game.result() is None else None

    def _unfinished(self, opening: Opening, index: int) -> Opening | None:
        """The opening, unless it ends the game."""
        try:
            game = Game(self.variant, {**self.options, **opening.options}, opening.fen, seed=0)
            game.deal = None
            for text in opening.moves:
                game.push(text)
        except (FenError, OptionError, MoveError) as error:
            raise MatchError(f"openings {self.place(index)}: {error}") from None
        return opening if game.result() is None else None


def _state(file: BinaryIO) -> tuple[int, ...]:
    """Properties that change when someone writes to a file."""
    state = os.fstat(file.fileno())
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def _has_option(variant: Variant, name: str) -> bool:
    try:
        find_option(variant.options, name)
    except OptionError:
        return False
    return True
