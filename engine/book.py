"""Opening books: the results of self-play, as lines of text sorted by position key.

A file is lines of ASCII. The first is a JSON object: format, variant, the options that affect its rules, the start
positions of its games, the key of the first of these, and how the book was made. The last is ``end`` with the CRC-32 of
everything before it, in hexadecimal. Between them is a line for each move of each position, in ascending order::

    KEY MOVE WINS DRAWS LOSSES SCORE

KEY is the position's key in 16 hexadecimal digits, MOVE the canonical text of the move. WINS, DRAWS and LOSSES count
the games with the move; SCORE is its mean score in centipawns. All are from the point of view of the side that played
it. In games of chance a move is the decision without its outcome, and a position is what both players see.

Keys are the same on every machine but may change between versions of the program, in which case the key of the first
start position differs.
"""

from __future__ import annotations

import json
import random
import re
import zlib
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.rules import Position
from oddfish.engine.files import FileError, open_file, place_of, plain_lines, read_all, replacing
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.options import OptionError
from oddfish.engine.printable import problem_of
from oddfish.engine.ranges import parse_json
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

FORMAT = "oddfish book 1"
#: The first bytes of every book.
MAGIC = b'{"format":"oddfish book '
#: How many bytes show whether a file is a book.
_START = len(BOM_UTF8) + len(MAGIC)
#: Bytes of the header, most of which are the start positions.
_LONGEST_HEADER = 1 << 26
_LINE = re.compile(rb"[0-9a-f]{16} [!-~]{2,200}(?: [0-9]{1,9}){3} -?[0-9]{1,5}")
_END = re.compile(rb"end ([0-9a-f]{8})\n")


class BookError(ValueError):
    """A file is not a book, is damaged, or is for another game; the message names the file and the problem."""


class Record(NamedTuple):
    """The results of the games with a move and its mean score in centipawns, for the side that played it."""

    wins: int
    draws: int
    losses: int
    score: float

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points per game, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def weight(self) -> int:
        """How often the move is chosen, relative to others: twice its points, as in Polyglot books."""
        return max(2 * self.wins + self.draws, 1)

    def __add__(self, other: object) -> Record:
        if not isinstance(other, Record):
            return NotImplemented
        games = max(self.games + other.games, 1)
        score = (self.score * self.games + other.score * other.games) / games
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, score)


#: Records by position key and move text.
Records = dict[tuple[int, str], Record]


class BookMove(NamedTuple):
    """A legal move from the book."""

    move: int  # packed
    text: str
    record: Record


class Header(NamedTuple):
    """A book's description of itself.

    Args:
        variant: the name of the game.
        options: the options that affect its rules.
        starts: FENs of the start positions, at least one.
        made: how it was made, for the user and for extending it.
    """

    variant: str
    options: Mapping[str, Any]
    starts: tuple[str, ...]
    made: Mapping[str, Any]

    def start(self, fen: str | None = None) -> Game:
        """A game under these rules, from a FEN or from the first start position.

        Raises:
            FenError, OptionError, UnknownVariantError: the header is wrong.
        """
        game = Game(self.variant, self.options, fen or self.starts[0], seed=0)
        game.deal = None
        return game


class Book:
    """A book in memory.

    Args:
        name: its name in error messages.
        data: the content of the file.

    Raises:
        BookError: this is not a book, is damaged, or was made with different position keys.
    """

    def __init__(self, name: str, data: bytes):
        self.name = name
        data = plain_lines(data)
        begin, end = data.find(b"\n", 0, _LONGEST_HEADER) + 1, data.rfind(b"\n", 0, -1) + 1
        if not data.startswith(MAGIC) or not begin:
            raise self._error("does not start like a book")
        seal = _END.fullmatch(data, end) if end >= begin else None
        if seal is None:
            raise self._error("is truncated: its last line is missing")
        if int(seal[1], 16) != zlib.crc32(data[:end]):
            raise self._error("is damaged: wrong checksum")
        self._lines = data[begin:end].splitlines()
        for number, line in enumerate(self._lines, 2):
            if not _LINE.fullmatch(line):
                raise self._error(f"is damaged: line {number} is not a book move")
        if any(one >= other for one, other in zip(self._lines, self._lines[1:])):
            raise self._error("is damaged: its lines are out of order")
        self.header = self._read_header(data[:begin])

    def _error(self, what: str) -> BookError:
        return BookError(f"book {self.name} {what}")

    def _read_header(self, line: bytes) -> Header:
        try:
            values = parse_json(line)
            if values["format"] != FORMAT:
                raise self._error(f"has format '{values['format']}', expected '{FORMAT}'")
            header = Header(
                str(values["variant"]), dict(values["options"]), tuple(values["starts"]), dict(values["made"])
            )
            if not all(isinstance(fen, str) for fen in header.starts):
                raise TypeError("a start position is not a FEN")
            wanted = int(values["key"], 16)
            start = header.start()
            key = start.position.key
        except (UnknownVariantError, FenError, OptionError) as error:
            raise self._error(f"is for an unknown game: {error}") from None
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
            if isinstance(error, BookError):
                raise
            raise self._error(f"has a malformed header: {problem_of(error)}") from None
        if key != wanted:
            raise self._error("was made by a version with different position keys")
        # An older version may have written values in a different form.
        return header._replace(options={name: start.options.get(name, value) for name, value in header.options.items()})

    def __len__(self) -> int:
        """The number of moves in all positions."""
        return len(self._lines)

    @property
    def size(self) -> int:
        """The number of positions."""
        return len({line[:16] for line in self._lines})

    def check(self, variant: Variant, options: Mapping[str, Any]) -> None:
        """Check that the book is for this game.

        Raises:
            BookError: it is for another game.
        """
        if self.header.variant != variant.name:
            raise self._error(f"is for {self.header.variant}, not {variant.name}")
        wanted = variant.rule_options(options)
        made = variant.rule_options({**variant.defaults(), **self.header.options})
        unknown = set(self.header.options) - set(wanted)
        if unknown:
            raise self._error(f"was made with an unknown option, {', '.join(sorted(unknown))}")
        for name, value in wanted.items():
            if made[name] != value:
                raise self._error(f"was made with {name}={made[name]}, not {value}")

    def records(self) -> Records:
        """The whole content."""
        return dict(map(_read_line, self._lines))

    def moves(self, position: Position, among: Sequence[int] = ()) -> list[BookMove]:
        """The book moves of a position, by descending weight.

        Args:
            among: only these packed legal moves; () for all.
        """
        key = b"%016x " % position.key
        index = bisect_left(self._lines, key)
        found: dict[str, Record] = {}
        while index < len(self._lines) and self._lines[index].startswith(key):
            (_, text), record = _read_line(self._lines[index])
            found[text] = record
            index += 1
        if not found:
            return []
        # Keys can collide: only legal moves count.
        legal = {position.text(move): move for move in among or position.moves()}
        moves = [BookMove(legal[text], text, record) for text, record in found.items() if text in legal]
        return sorted(moves, key=lambda one: (-one.record.weight, one.text))


def _read_line(line: bytes) -> tuple[tuple[int, str], Record]:
    key, text, *numbers = line.decode("ascii").split(" ")
    wins, draws, losses, score = map(int, numbers)
    return (int(key, 16), text), Record(wins, draws, losses, score)


def choose(moves: Sequence[BookMove], rng: random.Random) -> BookMove:
    """Choose a move at random, in proportion to the weights."""
    return rng.choices(moves, [one.record.weight for one in moves])[0]


# Files ----------------------------------------------------------------------------------------------------------


def load_book(path: str | Path) -> Book:
    """Load a book.

    This reads the whole file: the checksum covers all of it, and if it were mapped, another process could crash a
    running game by truncating it.

    Raises:
        BookError: the file is unreadable or not a book.
    """
    try:
        with open_file(path) as file:
            begin = file.read(_START)
            return Book(str(path), begin + read_all(file, path) if _starts_like_book(begin) else begin)
    except FileError as error:
        raise BookError(f"book {error.path} cannot be read: {error.reason}") from None
    except (OSError, MemoryError) as error:
        raise BookError(f"book {path} cannot be read: {getattr(error, 'strerror', None) or 'no memory'}") from None


def _starts_like_book(begin: bytes) -> bool:
    return begin.removeprefix(BOM_UTF8).startswith(MAGIC)


def is_book(path: str | Path) -> bool:
    """Whether a file starts like a book."""
    try:
        with open_file(path) as file:
            return _starts_like_book(file.read(_START))
    except (OSError, FileError):
        return False


def book_bytes(header: Header, records: Records) -> bytes:
    """The content of a book's file."""
    values = {
        "format": FORMAT,
        "variant": header.variant,
        "options": dict(header.options),
        "starts": list(header.starts),
        "key": f"{header.start().position.key:016x}",
        "made": dict(header.made),
    }
    lines = sorted(
        f"{key:016x} {text} {record.wins} {record.draws} {record.losses} {round(record.score)}"
        for (key, text), record in records.items()
    )
    body = "".join(f"{line}\n" for line in [json.dumps(values, separators=(",", ":")), *lines]).encode("ascii")
    return body + b"end %08x\n" % zlib.crc32(body)


def write_book(path: str | Path, header: Header, records: Records) -> None:
    """Write a book atomically. If the path is a link, the file that it leads to is replaced.

    Raises:
        OSError: it cannot be written; an existing file stays.
    """
    with replacing(place_of(path).resolve(), make_folders=False) as file:
        file.write(book_bytes(header, records))


def merge(books: Sequence[Book]) -> tuple[Header, Records]:
    """Add up books of one game.

    Raises:
        BookError: they are for different games.
    """
    first = books[0].header
    variant = get_variant(first.variant)
    records: Records = {}
    for book in books:
        book.check(variant, {**variant.defaults(), **first.options})
        for name, record in book.records().items():
            records[name] = records[name] + record if name in records else record
    starts = dict.fromkeys(start for book in books for start in book.header.starts)
    games = sum(_games(book.header) for book in books)
    return first._replace(starts=tuple(starts), made={"games": games, "merged": len(books)}), records


def _games(header: Header) -> int:
    games = header.made.get("games", 0)
    return games if isinstance(games, int) else 0


def book_lines(book: Book, most: int = 1 << 16) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of play in a book: the start FEN and the moves, up to the end of the book or a move of chance. If
    lines transpose, only the first continues.

    Args:
        most: the maximum number of lines.

    Raises:
        BookError: a start position is invalid.
    """
    count = 0
    for fen in book.header.starts:
        try:
            game = book.header.start(fen)
        except FenError as error:
            raise BookError(f"book {book.name} has an invalid start position: {error}") from None
        seen = {game.position.key}
        unfinished: list[tuple[Position, list[str]]] = [(game.position, [])]
        while unfinished and count < most:
            position, played = unfinished.pop()
            following = []
            for one in book.moves(position):
                if open_to_chance(position, one.move):
                    continue
                after = position.make(one.move)
                if after.key not in seen:
                    seen.add(after.key)
                    following.append((after, [*played, one.text]))
            if not following and played:
                count += 1
                yield fen, played
            unfinished += reversed(following)
