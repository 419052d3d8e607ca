"""Perft suites: the ones that come with Oddfish, one file per variant, and other programs' files.

A suite has these lines; one file may mix all forms::

    # variant: half-chess             the variant of the following positions; other comments have no meaning
    ## start                          names the next position
    # options: Castling=false         options of the game for the next position
    FEN ;D1 20 ;D2 400                leaf nodes by depth; in games of chance decisions, and ;O1 448 outcomes

    id start                          python-chess's form
    epd FEN
    perft 1 20
    perft 2 400
    { comment }

Numbers may have separators (``4,865,609``). EPD's own form also works: ``FEN perft 1 20; perft 2 400;``.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.cext.core.rules import Position
from oddfish.engine.epd import Epd, read_epd
from oddfish.engine.options import OptionError
from oddfish.engine.perft import NUMBER, read_number
from oddfish.engine.ranges import Whole
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant

_DEPTHS = Whole(1, MAX_DEPTH)
_COUNT = re.compile(rf"([DO])(\d+)(?:\s+|\s*[=:]\s*)({NUMBER})", re.IGNORECASE)
_OPCODE = re.compile(rf"(?:perft\s+|D)?(\d+)\s+({NUMBER})", re.IGNORECASE)
#: Operations of EPD that say nothing about perft.
_OTHER = re.compile(r"(?![DO]\d|perft)[A-Za-z]\w*")


@dataclass
class Entry:
    """One position of a suite with its expected counts.

    Args:
        place: the file and line, as ``file:12``.
        variant: the variant's name.
        name: the suite's name for the position, '' if it has none.
        fen: its FEN as written.
        counts: leaf nodes by depth; in games of chance, decisions.
        outcomes: leaf nodes with outcomes, by depth; empty if the suite does not give them.
        options: options of the game, by name.
        notes: the comment lines above, from the one that names the position.
    """

    place: str
    variant: str
    name: str
    fen: str
    counts: dict[int, int] = field(default_factory=dict)
    outcomes: dict[int, int] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def position(self) -> Position:
        """Set up the position.

        Raises:
            BadLine: the variant has no such position.
        """
        with _reported(self.place):
            return open_position(self.variant, self.fen, self.options)


class BadLine(ValueError):
    """A line that is not valid in a suite; the message says where it is and what is wrong."""

    def __init__(self, place: str, problem: str):
        super().__init__(f"{place}: {problem}")


@contextlib.contextmanager
def _reported(place: str) -> Iterator[None]:
    """Turn errors about a position into a BadLine."""
    try:
        yield
    except FenError as error:
        raise BadLine(place, f"bad FEN: {error}") from None
    except (OptionError, UnknownVariantError) as error:
        raise BadLine(place, str(error)) from None


def _without_comments(line: str) -> str:
    """The line without comments in braces; braces in quotation marks stay. This takes linear time, which a regular
    expression would not."""
    kept, at = [], 0
    while (begin := line.find("{", at)) >= 0 and (end := line.find("}", begin)) >= 0:
        if (quote := line.find('"', at, begin)) >= 0 and (close := line.find('"', quote + 1)) >= 0:
            kept.append(line[at : close + 1])
            at = close + 1
            continue
        kept.append(line[at:begin])
        at = end + 1
    return "".join(kept) + line[at:]


def open_position(variant: str, fen: str, options: Mapping[str, Any]) -> Position:
    """Set up a position for perft.

    Raises:
        FenError, OptionError, UnknownVariantError: there is no such position.
    """
    game = get_variant(variant)
    return game.read_any_board(fen, game.read_options(options), random.Random(0))


def builtin() -> list[str]:
    """The variants with a built-in suite, in the order of the registry."""
    folder = files(__name__)
    return [name for name in REGISTRY if (folder / f"{name}.epd").is_file()]


def builtin_text(variant: str) -> str:
    """The text of a variant's built-in suite."""
    return (files(__name__) / f"{variant}.epd").read_text(encoding="utf-8")


def read_suite(text: str, file: str, variant: str | None = None) -> Iterator[Entry | BadLine]:
    """Read a suite: yields its positions and its unreadable lines in order.

    Args:
        text: the whole file.
        file: its name, for messages.
        variant: the variant's name; None uses the one that the file names, or FIDE chess if it names none.
    """
    yield from _Reader(text, file, variant).read()


class _Reader:
    """The state while reading a file: what is known about the next position."""

    def __init__(self, text: str, file: str, variant: str | None):
        self.text, self.file = text, file
        self.fixed = variant
        self.variant = variant or "normal"
        self.unknown = ""  # the place that names an unknown variant; the positions below it are skipped
        self.begin()

    def begin(self, name: str = "") -> None:
        """Start the next position; only its name is known."""
        self.name = name
        self.options: dict[str, str] = {}
        self.notes: list[str] = []

    def read(self) -> Iterator[Entry | BadLine]:
        pending: Entry | None = None  # an entry in python-chess's form whose counts are still to come
        commented = False
        for number, raw in enumerate(self.text.splitlines(), 1):
            place = f"{self.file}:{number}"
            line = _without_comments(raw).strip()
            if commented or line.startswith("{"):  # a comment of several lines
                commented = "}" not in line
                continue
            try:
                if not line or line.startswith("%"):
                    continue
                if line.startswith("#"):
                    self.comment(line, place)
                    continue
                word, _, rest = line.partition(" ")
                if word != "perft" and pending is not None:
                    yield self.finished(pending)
                    pending = None
                if self.unknown and word == "perft" and pending is None:
                    continue  # the counts of a position that is skipped
                if self.unknown and word not in ("id", "perft"):
                    self.begin()
                    raise BadLine(place, f"skipped, because {self.unknown} names an unknown variant")
                if word == "id":
                    self.begin(rest.strip().strip('";'))
                elif word == "epd":
                    fen = self.fen(read_epd(rest.strip()), place)
                    pending = Entry(place, self.variant, self.name, fen, options=self.options)
                    self.begin()
                elif word == "perft":
                    if pending is None:
                        raise BadLine(place, "'perft' before any 'epd'")
                    depth, nodes = self.opcode(line.rstrip(";"), place)
                    pending.counts[depth] = nodes
                else:
                    yield self.position(line, place)
            except BadLine as bad:
                yield bad
        if pending is not None:
            yield self.finished(pending)

    def finished(self, entry: Entry) -> Entry | BadLine:
        """An entry in python-chess's form once its last line is read."""
        return entry if entry.counts else BadLine(entry.place, "no counts follow: expected 'perft DEPTH NODES'")

    def comment(self, line: str, place: str) -> None:
        self.notes.append(line)
        if line.startswith("## "):
            self.begin(line[3:].strip())
        elif line.startswith("# variant:") and self.fixed is None:
            name = line.partition(":")[2].strip()
            self.unknown = ""
            try:
                self.variant = get_variant(name).name
            except UnknownVariantError as error:
                self.unknown = place
                raise BadLine(place, str(error)) from None
        elif line.startswith("# options:"):
            pairs = [word.partition("=") for word in line.partition(":")[2].split()]
            if not all(equals for _, equals, _ in pairs):
                raise BadLine(place, "expected '# options: NAME=VALUE ...'")
            self.options = {name: value for name, _, value in pairs}

    def position(self, line: str, place: str) -> Entry:
        """A line with a FEN and its counts."""
        expected = "expected 'FEN ;D1 20 ;D2 400 ...'"
        epd = read_epd(line)
        entry = Entry(place, self.variant, self.name, self.fen(epd, place), options=self.options)
        entry.notes = tuple(self.notes)
        for text, (opcode, operands) in zip(epd.fields, epd.operations):
            if opcode == "id" and operands:
                entry.name = " ".join(operands).strip('"')
            elif match := _COUNT.fullmatch(text):
                counts = entry.outcomes if match[1] in "Oo" else entry.counts
                counts[self.depth(match[2], place)] = self.count(match[3], place)
            elif opcode == "perft":
                depth, nodes = self.opcode(text, place)
                entry.counts[depth] = nodes
            elif not _OTHER.fullmatch(opcode):
                raise BadLine(place, f"'{text}': {expected}")
        self.begin()
        if not entry.fen or not entry.counts:
            raise BadLine(place, expected)
        return entry

    def fen(self, epd: Epd, place: str) -> str:
        """The FEN of a line, with the counters that operations give."""
        with _reported(place):
            return epd.complete(lambda fen: open_position(self.variant, fen, self.options))

    def opcode(self, text: str, place: str) -> tuple[int, int]:
        """Depth and nodes of ``perft 1 20``."""
        match = _OPCODE.fullmatch(text.strip())
        if not match:
            raise BadLine(place, f"'{text.strip()}': expected 'perft DEPTH NODES'")
        return self.depth(match[1], place), self.count(match[2], place)

    def count(self, text: str, place: str) -> int:
        try:
            return read_number(text)
        except ValueError as error:
            raise BadLine(place, f"count {error}") from None

    def depth(self, text: str, place: str) -> int:
        try:
            return _DEPTHS.read(text)
        except ValueError as error:
            raise BadLine(place, f"depth {error}") from None
