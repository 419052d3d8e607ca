"""Solved endings on disk: written by ``oddfish tablebase``, mapped into memory by the variants that have them.

A file holds the endings of one set of rules and one number of men: a line of JSON, padded with blanks to whole pages,
then the tables in the order that line names, all of one size. Sizes and names are checked when a file is mapped, the
tables' bytes are not: that would mean reading all of them whenever an engine starts.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from oddfish.cext.banqi.game import SETS, Setup
from oddfish.cext.banqi.tablebase import Tables, endings, table_size

#: The environment variable that names another folder.
VARIABLE = "ODDFISH_TABLES"

FEWEST, MOST = 2, 4
_FORMAT = "oddfish tables 1"
_PAGE = 4096
_LONGEST_HEADER = 1 << 20

_in_use: ContextVar[bool] = ContextVar("tables in use", default=True)


class TableError(Exception):
    """A file is no file of tables, or not whole; the text says what is wrong."""


# --- Places ---------------------------------------------------------------------------------------------------


def default_folder() -> Path:
    """``ODDFISH_TABLES``, or where the system keeps a user's data."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        data = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "oddfish"


def file_of(folder: Path, signature: str, men: int) -> Path:
    return folder / f"banqi-{signature}-{men}.tables"


# --- Reading --------------------------------------------------------------------------------------------------


def load(setup: Setup, folder: Path | None = None) -> Tables | None:
    """The tables on disk for these rules, None if there are none. A process maps each file once; a file that is not
    what it should be is warned of and left out, and with it those of more men."""
    if not _in_use.get():
        return None
    folder = folder or default_folder()
    found = []
    for men in range(FEWEST, MOST + 1):
        path = file_of(folder, setup.signature, men)
        try:
            state = path.stat()
        except OSError:
            break
        found.append((path, state.st_mtime_ns, state.st_size))
    return _mapped(setup.signature, setup.ranks, tuple(found)) if found else None


@lru_cache(maxsize=16)
def _mapped(signature: str, ranks: int, found: tuple[tuple[Path, int, int], ...]) -> Tables | None:
    """The tables of some files in their present state, those of fewest men first."""
    tables = Tables(signature)
    for men, (path, _, _) in enumerate(found, FEWEST):
        try:
            add_file(tables, path, ranks, men)
        except (OSError, TableError) as error:
            import logging  # heavy, and hardly ever needed

            logging.getLogger(__name__).warning("endings of %s men are not used: %s: %s", men, path, error)
            break
    return tables if tables.endings else None


def add_file(tables: Tables, path: Path, ranks: int, men: int) -> None:
    """Map a file's endings into ``tables``.

    Raises:
        TableError: it is not the file of these rules and so many men, or it is damaged.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        header = file.readline(_LONGEST_HEADER)
        if header != _header(tables.signature, men, ranks):
            raise TableError(_complaint(header))
        size = table_size(tables.signature, men)
        names = _tables_of(men, ranks)
        wanted = len(header) + len(names) * size
        if os.fstat(file.fileno()).st_size != wanted:
            raise TableError(f"{os.fstat(file.fileno()).st_size} bytes, expected {wanted}")
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    for number, (mine, theirs) in enumerate(names):
        begin = len(header) + number * size
        tables.add(mine, theirs, content[begin : begin + size])


def _complaint(header: bytes) -> str:
    try:
        said = json.loads(header)
        return f"holds '{said['format']}' of {said['men']} men of {said['signature']}, or other endings than expected"
    except (ValueError, TypeError, KeyError):
        return "does not begin as a file of tables"


def _tables_of(men: int, ranks: int) -> list[tuple[str, str]]:
    """What a file holds: each ending with either side to move."""
    names = []
    for mine, theirs in endings(men, SETS[ranks]):
        names += [(mine, theirs)] if mine == theirs else [(mine, theirs), (theirs, mine)]
    return names


def _header(signature: str, men: int, ranks: int) -> bytes:
    said = {"format": _FORMAT, "signature": signature, "men": men, "endings": _tables_of(men, ranks)}
    text = json.dumps(said, separators=(",", ":")).encode()
    return text + b" " * (-(len(text) + 1) % _PAGE) + b"\n"


@contextlib.contextmanager
def unused() -> Iterator[None]:
    """Rules set up herein use no tables: what is on this machine's disk does not matter."""
    token = _in_use.set(False)
    try:
        yield
    finally:
        _in_use.reset(token)


# --- Solving --------------------------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A file to be written."""

    path: Path
    men: int
    tables: int
    bytes: int


def plan(setup: Setup, men: int, folder: Path) -> Plan:
    """What the endings of so many men come to."""
    count = len(_tables_of(men, setup.ranks))
    size = len(_header(setup.signature, men, setup.ranks)) + count * table_size(setup.signature, men)
    return Plan(file_of(folder, setup.signature, men), men, count, size)


def to_solve(setup: Setup, men: int) -> list[tuple[str, str]]:
    """The endings of so many men, in an order to solve them in."""
    return endings(men, SETS[setup.ranks])


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of ``path`` when all went well, and is gone when not.

    Raises:
        OSError: the folder cannot be written to, or is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write(setup: Setup, tables: Tables, one: Plan, advance: Callable[[], object]) -> None:
    """Solve the endings of a plan into ``tables``, which holds those of fewer men, and write their file.

    Args:
        advance: called after each ending.

    Raises:
        OSError: as :func:`replacing`.
    """
    with replacing(one.path) as file:
        for mine, theirs in to_solve(setup, one.men):
            setup.solve(tables, mine, theirs)
            advance()
        file.write(_header(setup.signature, one.men, setup.ranks))
        file.writelines(_in_order(tables, one.men, setup.ranks))


def _in_order(tables: Tables, men: int, ranks: int) -> Iterable[memoryview]:
    return (tables.endings[name] for name in _tables_of(men, ranks))
