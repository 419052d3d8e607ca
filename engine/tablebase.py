"""Solved endings on disk: ``oddfish tablebase`` writes them, and games that support them read them.

A file holds endings with one number of pieces under one set of rules: a line of JSON, padded with blanks to whole
pages, then the tables in the order that it lists, each compressed. Opening a file checks sizes and names. Each table is
read when it is first needed, because reading all of them would slow every start of an engine. Files are not
memory-mapped: truncating a mapped file crashes the program that reads it.

Small files come with the package; files in the user's folder take precedence. Each game defines its endings and solves
them: see :class:`~oddfish.engine.endings.Endings`.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from oddfish.engine import folders
from oddfish.engine.endings import Ending, Endings, Tables, both_sides
from oddfish.engine.files import FileError, open_file, place_of, replacing
from oddfish.engine.ranges import parse_json

#: The environment variable that names another folder.
VARIABLE = "ODDFISH_TABLES"
#: The files that come with the package.
BUILT_IN = Path(__file__).parent / "variants" / "endings"

_FORMAT = "oddfish tables 2"
_PAGE = 4096
_LONGEST_HEADER = 1 << 20
_LARGEST = 1 << 36
_MEMORY = 1 << 28  # bytes for unpacking a table

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
    warning; it and the files with more pieces are then ignored.

    Args:
        folder: the only folder to look in; by default the user's, then the one that comes with the package.
    """
    if not _enabled.get():
        return None
    places = (folder,) if folder else _places(BUILT_IN, os.environ.get(VARIABLE), folders.environment())
    found = []
    for pieces, paths in _candidates(endings, places):
        for path in paths:
            try:
                state = os.stat(path)
            except OSError:
                continue
            found.append((pieces, path, state.st_mtime_ns, state.st_size))
            break
    return _open_files(endings, tuple(found)) if found else None


# Every new board asks for its tables, so the paths are kept.


@lru_cache(maxsize=1)
def _places(built_in: Path, named: str | None, environment: tuple[str | None, ...]) -> tuple[Path, ...]:
    """The user's folder, then the package's. The arguments are all that they depend on."""
    try:
        return default_folder(), built_in
    except folders.NoHomeError:
        pass
    except FileError as error:
        _warn(f"no endings are used: {error}")
    return (built_in,)


@lru_cache(maxsize=64)
def _candidates(endings: Endings, places: tuple[Path, ...]) -> tuple[tuple[int, tuple[Path, ...]], ...]:
    """Where the table of each number of pieces may be."""
    numbers = range(endings.fewest, endings.most + 1)
    return tuple([(pieces, tuple([file_of(endings, pieces, place) for place in places])) for pieces in numbers])


def _warn(text: str) -> None:
    import logging  # slow to import and rarely needed

    logging.getLogger(__name__).warning("%s", text)


@lru_cache(maxsize=16)
def _open_files(endings: Endings, found: tuple[tuple[int, Path, int, int], ...]) -> Any:
    """The tables of these files in their present state, fewest pieces first."""
    tables = endings.empty()
    for pieces, path, _, _ in found:
        try:
            add_file(endings, tables, path, pieces)
        except (OSError, FileError, TableError) as error:
            _warn(f"endings of {pieces} pieces are not used: {path}: {error}")
            break
    return tables if tables.endings else None


def add_file(endings: Endings, tables: Tables, path: Path, pieces: int) -> list[Ending]:
    """Add the endings of a file to ``tables``, which keeps the file open; return them.

    Raises:
        TableError: the file holds other endings, or is damaged.
        FileError, OSError: it cannot be read.
    """
    readers = _readers(endings, tables, path, pieces)
    for name, read in readers.items():
        tables.add_later(*name, read)
    return [ending for ending in endings.listed(pieces) if ending in readers]


def _readers(endings: Endings, tables: Tables, path: Path, pieces: int) -> dict[Ending, Callable[[], bytes]]:
    """Functions that read the tables of a file, which they keep open.

    Raises:
        TableError, FileError, OSError: as :func:`add_file`.
    """
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open_file(path, largest=_LARGEST))
        header = file.readline(_LONGEST_HEADER)
        held = _read_header(endings, pieces, header)
        wanted = len(header) + sum(stored for _, stored in held)
        if os.fstat(file.fileno()).st_size != wanted:
            raise TableError(f"{os.fstat(file.fileno()).st_size} bytes, expected {wanted}")
        stack.pop_all()
    reader, begin = _Reader(path, file), len(header)
    readers: dict[Ending, Callable[[], bytes]] = {}
    for name, stored in held:
        readers[name] = partial(reader.read, begin, stored, tables.table_size(*name))
        begin += stored
    return readers


def add_solved(endings: Endings, tables: Tables, pieces: int, folder: Path) -> list[Ending]:
    """Add the solved endings of this folder, or else of the package, to ``tables``; return them. A damaged file, or a
    damaged table, causes a warning and counts as missing."""
    for place in (folder, BUILT_IN):
        path = file_of(endings, pieces, place)
        if not path.exists():
            continue
        try:
            readers = _readers(endings, tables, path, pieces)
        except (OSError, FileError, TableError) as error:
            _warn(f"endings of {pieces} pieces are not used: {path}: {error}")
            continue
        return [one for one in endings.listed(pieces) if one in readers and _add_whole(tables, one, readers)]
    return []


def _add_whole(tables: Tables, ending: Ending, readers: Mapping[Ending, Callable[[], bytes]]) -> bool:
    """Read the tables of an ending now and add them; False if one is damaged. Then neither is added, because solving
    the ending adds both."""
    try:
        found = [(name, readers[name]()) for name in both_sides([ending])]
    except (OSError, TableError) as error:
        _warn(f"{' against '.join(ending)} is not used: {error}")
        return False
    for name, table in found:
        tables.add(*name, memoryview(table))
    return True


class _Reader:
    """Reads tables from an open file, on any thread."""

    def __init__(self, path: Path, file: BinaryIO):
        self.path, self.file = path, file
        self.lock = threading.Lock()

    def read(self, begin: int, stored: int, size: int) -> bytes:
        """The table of ``size`` bytes whose ``stored`` bytes begin there.

        Raises:
            TableError: the file has become shorter, or is damaged.
        """
        with self.lock:
            self.file.seek(begin)
            packed = b""
            while len(packed) < stored and (part := self.file.read(stored - len(packed))):
                packed += part
        if len(packed) < stored:
            raise TableError(f"{self.path} ends in the middle of a table")
        import lzma  # slow to import and rarely needed

        unpacking = lzma.LZMADecompressor(memlimit=_MEMORY)
        try:
            table = unpacking.decompress(packed, size + 1)  # one more byte, to reach the checksum after the last one
        except lzma.LZMAError as error:
            raise TableError(f"{self.path} is damaged: {error}") from None
        if len(table) != size or not unpacking.eof:
            raise TableError(f"{self.path} is damaged: a table has another size")
        return table


def _read_header(endings: Endings, pieces: int, header: bytes) -> list[tuple[Ending, int]]:
    """The tables of a file and their sizes in it.

    Raises:
        TableError: it is not a file of these endings.
    """
    try:
        found = parse_json(header)
        names = [(mine, theirs) for mine, theirs, _ in found["endings"]]
        sizes = [stored for _, _, stored in found["endings"]]
        known = set(both_sides(endings.listed(pieces)))
        if (
            (found["format"], found["signature"], found["men"]) == (_FORMAT, endings.signature, pieces)
            and len(set(names)) == len(names)
            and known.issuperset(names)
            and all(name[::-1] in names for name in names)
            and all(type(size) is int and 0 < size <= _LARGEST for size in sizes)
        ):
            return list(zip(names, sizes))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise TableError(_mismatch(endings, pieces, header))


def _mismatch(endings: Endings, pieces: int, header: bytes) -> str:
    """What is wrong with a header."""
    try:
        found = parse_json(header)
        held, men, rules = (" ".join(str(found[name])[:60].split()) for name in ("format", "men", "signature"))
        wanted = f"'{_FORMAT}' of {pieces} pieces of {endings.signature}"
        given = f"'{held}' of {men} pieces of {rules}"
        return "its list of endings is wrong" if given == wanted else f"holds {given}, expected {wanted}"
    except (ValueError, TypeError, KeyError, RecursionError):
        return "does not start like a file of tables"


def _header(endings: Endings, pieces: int, held: Iterable[tuple[Ending, int]]) -> bytes:
    listed = [(*name, stored) for name, stored in held]
    values = {"format": _FORMAT, "signature": endings.signature, "men": pieces, "endings": listed}
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
    endings: tuple[Ending, ...]
    tables: int
    bytes: int  # in memory


def plan(endings: Endings, pieces: int, folder: Path, wanted: Iterable[Ending] | None = None) -> Plan:
    """The file of the endings with this number of pieces, or of the ``wanted`` ones."""
    chosen = tuple(endings.listed(pieces) if wanted is None else wanted)
    names = both_sides(chosen)
    tables = endings.empty()
    size = sum(tables.table_size(*name) for name in names)
    return Plan(file_of(endings, pieces, folder), pieces, chosen, len(names), size)


def write(endings: Endings, tables: Tables, planned: Plan, advance: Callable[[], object]) -> None:
    """Solve the planned endings into ``tables``, which already holds the endings with fewer pieces, and write the file.

    Args:
        advance: called after each ending.

    Raises:
        OSError: as :func:`replacing`.
    """
    with replacing(planned.path) as file:
        packed = []
        for ending in planned.endings:
            if ending not in tables.endings:
                endings.solve(tables, ending)
            names = both_sides([ending])
            packed += list(zip(names, _packed(tables, names)))
            advance()
        file.write(_header(endings, planned.pieces, [(name, len(table)) for name, table in packed]))
        file.writelines(table for _, table in packed)


def _packed(tables: Tables, names: Iterable[Ending]) -> Iterable[bytes]:
    import lzma  # slow to import and rarely needed

    return (lzma.compress(tables.endings[name], preset=6) for name in names)
