"""Solved endings on disk: ``oddfish tablebase`` writes them, and games that support them read them.

A file holds the endings with one number of pieces under one set of rules: a line of JSON, padded with blanks to whole
pages, then the tables in the order that it lists, all of the same size. Opening a file checks sizes and names. Each
table is read when it is first needed, because reading all of them would slow every start of an engine. Files are not
memory-mapped: truncating a mapped file crashes the program that reads it.

Each game defines its endings and solves them: see :class:`~oddfish.engine.endings.Endings`.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from oddfish.engine import folders
from oddfish.engine.endings import Endings, Tables
from oddfish.engine.files import FileError, open_file, place_of, replacing
from oddfish.engine.ranges import parse_json

#: The environment variable that names another folder.
VARIABLE = "ODDFISH_TABLES"

_FORMAT = "oddfish tables 1"
_PAGE = 4096
_LONGEST_HEADER = 1 << 20
_LARGEST = 1 << 36

_enabled: ContextVar[bool] = ContextVar("tablebases enabled", default=True)


class TableError(Exception):
    """A file does not hold the expected tables, or is damaged; the message says how."""


# Places -----------------------------------------------------------------------------------------------------------


def default_folder() -> Path:
    """``ODDFISH_TABLES``, or ``oddfish`` in the user's data folder."""
    named = os.environ.get(VARIABLE)
    return place_of(named) if named else folders.data()


def file_of(endings: Endings, pieces: int, folder: Path) -> Path:
    return folder / f"{endings.game}-{endings.signature}-{pieces}.tables"


# Reading ----------------------------------------------------------------------------------------------------------


def load(endings: Endings, folder: Path | None = None) -> Any:
    """The tables on disk, or None if there are none. Each file is opened once per process. A damaged file causes a
    warning; it and the files with more pieces are then ignored."""
    if not _enabled.get():
        return None
    try:
        folder = folder or default_folder()
    except folders.NoHomeError:
        return None
    except FileError as error:
        _warn_once(str(error))
        return None
    found = []
    for pieces in range(endings.fewest, endings.most + 1):
        path = file_of(endings, pieces, folder)
        try:
            state = path.stat()
        except OSError:
            break
        found.append((path, state.st_mtime_ns, state.st_size))
    return _open_files(endings, tuple(found)) if found else None


@lru_cache(maxsize=1)
def _warn_once(text: str) -> None:
    import logging  # slow to import and rarely needed

    logging.getLogger(__name__).warning("no endings are used: %s", text)


@lru_cache(maxsize=16)
def _open_files(endings: Endings, found: tuple[tuple[Path, int, int], ...]) -> Any:
    """The tables of these files in their present state, fewest pieces first."""
    tables = endings.empty()
    for pieces, (path, _, _) in enumerate(found, endings.fewest):
        try:
            add_file(endings, tables, path, pieces)
        except (OSError, FileError, TableError) as error:
            import logging  # slow to import and rarely needed

            text = "endings of %s pieces are not used: %s: %s"
            logging.getLogger(__name__).warning(text, pieces, path, error)
            break
    return tables if tables.endings else None


def add_file(endings: Endings, tables: Tables, path: Path, pieces: int) -> None:
    """Add the endings of a file to ``tables``, which keeps the file open.

    Raises:
        TableError: the file holds other endings, or is damaged.
        FileError, OSError: it cannot be read.
    """
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open_file(path, largest=_LARGEST))
        header = file.readline(_LONGEST_HEADER)
        if header != _header(endings, pieces):
            raise TableError(_mismatch(header))
        size = endings.table_size(pieces)
        names = endings.names(pieces)
        wanted = len(header) + len(names) * size
        if os.fstat(file.fileno()).st_size != wanted:
            raise TableError(f"{os.fstat(file.fileno()).st_size} bytes, expected {wanted}")
        stack.pop_all()
    reader = _Reader(path, file, size)
    for number, (mine, theirs) in enumerate(names):
        tables.add_later(mine, theirs, partial(reader.read, len(header) + number * size))


class _Reader:
    """Reads tables of one size from an open file, on any thread."""

    def __init__(self, path: Path, file: BinaryIO, size: int):
        self.path, self.file, self.size = path, file, size
        self.lock = threading.Lock()

    def read(self, begin: int) -> bytes:
        """The table that begins there.

        Raises:
            TableError: the file has become shorter.
        """
        with self.lock:
            self.file.seek(begin)
            table = b""
            while len(table) < self.size and (part := self.file.read(self.size - len(table))):
                table += part
        if len(table) < self.size:
            raise TableError(f"{self.path} ends in the middle of a table")
        return table


def _mismatch(header: bytes) -> str:
    try:
        found = parse_json(header)
        held, men, rules = (" ".join(str(found[name])[:60].split()) for name in ("format", "men", "signature"))
        return f"holds '{held}' of {men} pieces of {rules}, or unexpected endings"
    except (ValueError, TypeError, KeyError, RecursionError):
        return "does not start like a file of tables"


def _header(endings: Endings, pieces: int) -> bytes:
    names = endings.names(pieces)
    values = {"format": _FORMAT, "signature": endings.signature, "men": pieces, "endings": names}
    text = json.dumps(values, separators=(",", ":")).encode()
    return text + b" " * (-(len(text) + 1) % _PAGE) + b"\n"


@contextlib.contextmanager
def disabled() -> Iterator[None]:
    """A context in which new positions use no tables, even if some are on disk."""
    token = _enabled.set(False)
    try:
        yield
    finally:
        _enabled.reset(token)


# Solving ----------------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A file to write."""

    path: Path
    pieces: int
    tables: int
    bytes: int


def plan(endings: Endings, pieces: int, folder: Path) -> Plan:
    """The file of the endings with this number of pieces."""
    count = len(endings.names(pieces))
    size = len(_header(endings, pieces)) + count * endings.table_size(pieces)
    return Plan(file_of(endings, pieces, folder), pieces, count, size)


def write(endings: Endings, tables: Tables, planned: Plan, advance: Callable[[], object]) -> None:
    """Solve the planned endings into ``tables``, which already holds the endings with fewer pieces, and write the file.

    Args:
        advance: called after each ending.

    Raises:
        OSError: as :func:`replacing`.
    """
    with replacing(planned.path) as file:
        for ending in endings.listed(planned.pieces):
            endings.solve(tables, ending)
            advance()
        file.write(_header(endings, planned.pieces))
        file.writelines(_in_order(endings, tables, planned.pieces))


def _in_order(endings: Endings, tables: Tables, pieces: int) -> Iterable[memoryview]:
    return (tables.endings[name] for name in endings.names(pieces))
