"""Opening books: what self-play found out about positions, as text that is looked up by position.

A file is lines of ASCII. The first is a JSON object: format, variant, the options its rules depend on, the starts its
games began from, the key of the first one, and how it was made. The last is ``end`` with the CRC-32 of all before, in
hexadecimal. Between them stands a line for each move of each position, in ascending order::

    KEY MOVE WINS DRAWS LOSSES SCORE

with the position's key in 16 hexadecimal digits, the move's canonical text, how games with it ended for its mover, and
the mean score it was given in centipawns, its mover's view. In games of chance a move is the decision, without what it
turned up, and positions are what both players see.

Keys are the same wherever this version of a game runs; whether they are still those of a file is tried on its start.
"""

from __future__ import annotations

import json
import random
import re
import stat
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from oddfish.cext.core.rules import FenError, Position
from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.options import OptionError
from oddfish.engine.tablebase import replacing
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

FORMAT = "oddfish book 1"
#: How every book begins.
MAGIC = b'{"format":"oddfish book '
_LONGEST_HEADER = 1 << 20
_LINE = re.compile(rb"[0-9a-f]{16} [!-~]{2,200}(?: [0-9]{1,9}){3} -?[0-9]{1,5}")
_END = re.compile(rb"end ([0-9a-f]{8})\n")


class BookError(ValueError):
    """A file is no book, is damaged, or is of another game; the text says which file and what is wrong."""


class Record(NamedTuple):
    """How games with a move ended for its mover, and the mean score it was given: centipawns, the mover's view."""

    wins: int
    draws: int
    losses: int
    score: float

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points a game, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def weight(self) -> int:
        """How often the move is chosen, beside other moves' weights: its points, doubled, as in Polyglot's books."""
        return max(2 * self.wins + self.draws, 1)

    def __add__(self, other: object) -> Record:
        if not isinstance(other, Record):
            return NotImplemented
        games = max(self.games + other.games, 1)
        score = (self.score * self.games + other.score * other.games) / games
        return Record(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, score)


#: Records of moves, by position key and the move's text.
Records = dict[tuple[int, str], Record]


class BookMove(NamedTuple):
    """A legal move of a position that its book knows."""

    move: int  # packed
    text: str
    record: Record


class Header(NamedTuple):
    """What a book says of itself.

    Args:
        variant: the game's name.
        options: the options its rules depend on.
        starts: FENs that its games began from, one at least.
        made: how it was made, for people and for :mod:`book_builder` to go on.
    """

    variant: str
    options: Mapping[str, Any]
    starts: tuple[str, ...]
    made: Mapping[str, Any]

    def start(self, fen: str | None = None) -> Game:
        """A game by these rules from a FEN, or from the first start.

        Raises:
            FenError, OptionError, UnknownVariantError: there is none.
        """
        game = Game(self.variant, self.options, fen or self.starts[0], seed=0)
        game.deal = None
        return game


class Book:
    """A book in memory.

    Args:
        name: what errors call it.
        data: the file's bytes.

    Raises:
        BookError: they are no book, or damaged, or of a version with other keys.
    """

    def __init__(self, name: str, data: bytes):
        self.name = name
        begin, end = data.find(b"\n", 0, _LONGEST_HEADER) + 1, data.rfind(b"\n", 0, -1) + 1
        if not data.startswith(MAGIC) or not begin:
            raise self._error("does not begin as a book")
        seal = _END.fullmatch(data, end) if end >= begin else None
        if seal is None:
            raise self._error("is cut off: its last line is missing")
        if int(seal[1], 16) != zlib.crc32(data[:end]):
            raise self._error("is damaged: its checksum is wrong")
        self._lines = data[begin:end].splitlines()
        for number, line in enumerate(self._lines, 2):
            if not _LINE.fullmatch(line):
                raise self._error(f"line {number} is no move of a book")
        if any(one >= other for one, other in zip(self._lines, self._lines[1:])):
            raise self._error("has lines that are out of order")
        self.header = self._read_header(data[:begin])

    def _error(self, what: str) -> BookError:
        return BookError(f"book {self.name} {what}")

    def _read_header(self, line: bytes) -> Header:
        try:
            said = json.loads(line)
            if said["format"] != FORMAT:
                raise self._error(f"is of format '{said['format']}', expected '{FORMAT}'")
            header = Header(str(said["variant"]), dict(said["options"]), tuple(said["starts"]), dict(said["made"]))
            wanted = int(said["key"], 16)
            key = header.start().position.key
        except (UnknownVariantError, FenError, OptionError) as error:
            raise self._error(f"is of no game known here: {error}") from None
        except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as error:
            if isinstance(error, BookError):
                raise
            raise self._error(f"has a header that lacks something: {error!r}") from None
        if key != wanted:
            raise self._error("was made by a version with other keys: its start is not found under its key")
        return header

    def __len__(self) -> int:
        """How many moves it holds, of all positions."""
        return len(self._lines)

    @property
    def size(self) -> int:
        """How many positions it knows."""
        return len({line[:16] for line in self._lines})

    def check(self, variant: Variant, options: Mapping[str, Any]) -> None:
        """Refuse to serve another game.

        Raises:
            BookError: which it is for.
        """
        if self.header.variant != variant.name:
            raise self._error(f"is of {self.header.variant}, not of {variant.name}")
        wanted = variant.rule_options(options)
        made = variant.rule_options({**variant.defaults(), **self.header.options})
        unknown = set(self.header.options) - set(wanted)
        if unknown:
            raise self._error(f"was made with an option unknown here, {', '.join(sorted(unknown))}")
        for name, value in wanted.items():
            if made[name] != value:
                raise self._error(f"was made with {name}={made[name]}, not {value}")

    def records(self) -> Records:
        """All it holds."""
        return dict(map(_read_line, self._lines))

    def moves(self, position: Position, among: Sequence[int] = ()) -> list[BookMove]:
        """Its moves of a position of its game, the weightiest first, as far as they are legal.

        Args:
            among: packed legal moves, to leave out others; () is all.
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
        # Two positions may have one key: nothing is taken for a move that the rules do not list.
        legal = {position.text(move): move for move in among or position.moves()}
        moves = [BookMove(legal[text], text, record) for text, record in found.items() if text in legal]
        return sorted(moves, key=lambda one: (-one.record.weight, one.text))


def _read_line(line: bytes) -> tuple[tuple[int, str], Record]:
    key, text, *numbers = line.decode("ascii").split(" ")
    wins, draws, losses, score = map(int, numbers)
    return (int(key, 16), text), Record(wins, draws, losses, score)


def choose(moves: Sequence[BookMove], rng: random.Random) -> BookMove:
    """One of some moves, each as likely as its weight is large."""
    return rng.choices(moves, [one.record.weight for one in moves])[0]


# Files ----------------------------------------------------------------------------------------------------------


def load_book(path: str | Path) -> Book:
    """The book of a file.

    It is read as a whole, since its checksum is, and a file that another process cuts short must not take a running
    game with it.

    Raises:
        BookError: it cannot be read, or is no book.
    """
    try:
        place = Path(path).expanduser()
        if not stat.S_ISREG(place.stat().st_mode):
            raise BookError(f"book {path} is no file")
        with place.open("rb") as file:
            begin = file.read(len(MAGIC))
            return Book(str(path), begin + file.read() if begin == MAGIC else begin)
    except (OSError, RuntimeError, MemoryError, OverflowError) as error:
        raise BookError(f"book {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def is_book(path: str | Path) -> bool:
    """Whether a file begins as a book."""
    try:
        with open(path, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def book_bytes(header: Header, records: Records) -> bytes:
    """A book as a file holds it: equal for equal contents."""
    said = {
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
    body = "".join(f"{line}\n" for line in [json.dumps(said, separators=(",", ":")), *lines]).encode("ascii")
    return body + b"end %08x\n" % zlib.crc32(body)


def write_book(path: str | Path, header: Header, records: Records) -> None:
    """Write a book, in the place of what ``path`` held before.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    with replacing(Path(path).expanduser()) as file:
        file.write(book_bytes(header, records))


def merge(books: Sequence[Book]) -> tuple[Header, Records]:
    """The sum of books of one game.

    Raises:
        BookError: they are of different games.
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
    """The lines of play a book holds: each one's start (a FEN) and its moves, until the book ends or
    a move leaves something to chance.

    A position that several lines reach is gone on from in the first only.

    Args:
        most: no more lines than these.
    """
    told = 0
    for fen in book.header.starts:
        game = book.header.start(fen)
        seen = {game.position.key}
        unfinished: list[tuple[Position, list[str]]] = [(game.position, [])]
        while unfinished and told < most:
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
                told += 1
                yield fen, played
            unfinished += reversed(following)
