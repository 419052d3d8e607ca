"""The file of positions for training a network.

A line of text gives the file's format; a line of JSON says how it was made. Blocks follow, each with a header of four
32-bit numbers (a mark, the number of games, the length of the rest, its CRC-32) and the games as compressed JSON lines.
The file stores FENs, not features, so that positions stay usable when features change.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from oddfish.engine.experiments.self_play import check_scores
from oddfish.engine.files import FileError, append_whole, inflate, lock, open_file, place_of
from oddfish.engine.ranges import Whole, parse_json

_TITLE = b"Oddfish positions 1\n"
_HEAD = struct.Struct("<4I")
_MARK = 0x7069666F
#: Games per block, which is the most that a killed program can lose.
GAMES_A_BLOCK = 16
#: Blocks longer than this, before or after decompression, are damaged. A block of 16 games has about 1 MiB of text.
_LONGEST = 1 << 26
_LARGEST = 1 << 40  # bytes of a file
_COUNT = Whole(0)


class TrainError(ValueError):
    """Training is impossible; the message says why."""


class Record(NamedTuple):
    """A finished game and its quiet positions."""

    number: int  # from 0
    variant: str
    score: float  # of the first player: 1, 1/2 or 0
    reason: str
    plies: int
    fens: list[str]
    scores: list[int]  # the search's, in centipawns for the first player
    options: Mapping[str, Any] = {}  # house rules without their default values


class RecordFile:
    """A new or existing file of positions, for adding games.

    Args:
        path: the file. This drops an incomplete last block, which a killed program may leave.
        recipe: how its games are made, as JSON.

    Raises:
        TrainError: it cannot be written, or holds something else or games from another recipe.
    """

    def __init__(self, path: str | Path, recipe: dict[str, Any]):
        self.games: set[int] = set()
        self.positions = 0
        self._waiting: list[Record] = []
        try:
            self.path = place_of(path)
            self._file = open_file(path, os.O_RDWR | os.O_CREAT, _LARGEST)
        except FileError as error:
            raise TrainError(str(error)) from None
        with contextlib.ExitStack() as stack:
            stack.callback(self._file.close)
            if not lock(self._file):
                raise TrainError(f"{path}: another process is adding to it")
            if not self._file.read(1):
                self._append(_TITLE + json.dumps(recipe).encode() + b"\n")
            self._file.seek(0)
            there = _read_header(self._file, self.path)
            for name, value in json.loads(json.dumps(recipe)).items():
                if there.get(name) != value:
                    raise TrainError(f"{path}: its games were played with {name} {there.get(name)}, not {value}")
            end = self._file.tell()
            for records in _blocks(self._file, self.path):
                end = self._file.tell()
                for record in records:
                    self._note(record)
            self._file.seek(end)
            self._file.truncate()
            stack.pop_all()

    def _note(self, record: Record) -> None:
        self.games.add(record.number)
        self.positions += len(record.fens)

    def add(self, record: Record) -> None:
        """Add a game; it is written with the next block.

        Raises:
            TrainError: it cannot be written.
        """
        self._waiting.append(record)
        self._note(record)
        if len(self._waiting) >= GAMES_A_BLOCK:
            self.flush()

    def flush(self) -> None:
        """Write the waiting games.

        Raises:
            TrainError: they cannot be written.
        """
        if not self._waiting:
            return
        lines = "\n".join(json.dumps(record, separators=(",", ":"), allow_nan=False) for record in self._waiting)
        content = zlib.compress(lines.encode(), 6)
        self._append(_HEAD.pack(_MARK, len(self._waiting), len(content), zlib.crc32(content)) + content)
        self._waiting = []

    def _append(self, content: bytes) -> None:
        try:
            append_whole(self._file, content)
        except OSError as error:
            raise TrainError(f"{self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Write the waiting games and close the file."""
        self.flush()
        self._file.close()


def read_records(path: str | Path) -> Iterator[Record]:
    """The games of a file of positions.

    Raises:
        TrainError: it cannot be read, or is damaged before its last block.
    """
    with _opened(path) as file:
        _read_header(file, Path(path))
        for records in _blocks(file, Path(path)):
            yield from records


def read_recipe(path: str | Path) -> dict[str, Any]:
    """How the games of a file were made.

    Raises:
        TrainError: it cannot be read, or is not a file of positions.
    """
    with _opened(path) as file:
        return _read_header(file, Path(path))


@contextlib.contextmanager
def _opened(path: str | Path) -> Iterator[BinaryIO]:
    try:
        with open_file(path, largest=_LARGEST) as file:
            yield file
    except (FileError, OSError) as error:
        raise TrainError(str(error)) from None


def _read_header(file: BinaryIO, path: Path) -> dict[str, Any]:
    if file.read(len(_TITLE)) != _TITLE:
        raise TrainError(f"{path}: not a file of positions")
    try:
        recipe = parse_json(file.readline(1 << 16))
    except (ValueError, RecursionError):
        recipe = None
    if not isinstance(recipe, dict):
        raise TrainError(f"{path}:2: not the recipe of a file of positions")
    return recipe


def _blocks(file: BinaryIO, path: Path) -> Iterator[list[Record]]:
    """The blocks of an open file, up to an incomplete one."""
    while True:
        at = file.tell()
        head = file.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return
        mark, count, length, check = _HEAD.unpack(head)
        content = file.read(length) if mark == _MARK and length <= _LONGEST else b""
        if mark == _MARK and length <= _LONGEST and len(content) < length:
            return
        if mark != _MARK or length > _LONGEST or zlib.crc32(content) != check:
            raise TrainError(f"{path}: the block at byte {at} is damaged")
        records = _read_block(content, f"{path}: the block at byte {at}")
        if len(records) != count:
            raise TrainError(f"{path}: the block at byte {at} has {len(records)} games, expected {count}")
        yield records


def _read_block(content: bytes, what: str) -> list[Record]:
    try:
        return [_record(parse_json(line)) for line in inflate(content, _LONGEST).splitlines()]
    except (ValueError, TypeError, RecursionError) as error:
        raise TrainError(f"{what} is not a block of games ({error!s:.200})") from None


def _record(values: Any) -> Record:
    """
    Raises:
        TypeError, ValueError: a value is missing or invalid.
    """
    if not isinstance(values, list):
        raise TypeError("expected a list")
    record = Record(*values)
    _COUNT.check(record.number)
    _COUNT.check(record.plies)
    check_scores(record.score, record.fens, record.scores)
    if not isinstance(record.variant, str) or not isinstance(record.options, dict):
        raise TypeError("the variant or its options")
    if not isinstance(record.reason, str):
        raise TypeError("the reason")
    return record
