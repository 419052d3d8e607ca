"""The files of ``oddfish match`` and ``oddfish ratings``: which ones cannot be used together, and the log."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import click

from oddfish.engine.files import is_same_file, place_of
from oddfish.protocols.commands.common import Failure

# Opening a FIFO must not wait for its reader. Windows lacks the flag.
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)


class Named(NamedTuple):
    """A file, and the option or argument that names it. '' and None stand for no file."""

    option: str
    path: str | None


def refuse_same_files(read: Sequence[Named], written: Sequence[Named]) -> None:
    """Check that a command does not write to a file that it reads, nor to one file twice. Devices may be shared.

    Raises:
        Failure: it does.
    """
    for number, one in enumerate(written):
        for other in (*read, *written[:number]):
            if not one.path or not other.path:
                continue
            place = place_of(one.path)
            if (place.is_file() or not place.exists()) and is_same_file(place, place_of(other.path)):
                raise Failure(f"{other.option} and {one.option} cannot name the same file: {one.path}")


def refuse_repeated(paths: Sequence[str]) -> None:
    """Check that no file is given twice, even under another name: its games would count twice.

    Raises:
        Failure: one is.
    """
    seen: dict[str, str] = {}
    for path in paths:
        place = os.path.realpath(place_of(path))
        if place in seen:
            raise Failure(f"FILE names one file twice: {' and '.join(dict.fromkeys((seen[place], path)))}")
        seen[place] = path


def refuse_dash(*files: Named) -> None:
    """Check that none of these files, which cannot be standard output, is called ``-``.

    Raises:
        Failure: one is.
    """
    for one in files:
        if one.path == "-":
            raise Failure(f"{one.option} cannot write to standard output: name a file (./- is a file called -)")


class LogFile(logging.StreamHandler):
    """Writes a log to a file or device. If writing fails, this reports it once, and the program continues.

    Raises:
        OSError: the file cannot be opened.
    """

    def __init__(self, path: str):
        self._path = path
        self._failed = False
        try:
            stream = open(  # noqa: SIM115  (close() closes it)
                place_of(path), "w", encoding="utf-8", errors="backslashreplace", opener=_open_at_once
            )
        except OSError as error:
            if error.errno == errno.ENXIO:
                raise OSError(error.errno, "no program reads from this pipe") from None
            raise
        if _NO_WAITING:
            os.set_blocking(stream.fileno(), True)
        super().__init__(stream)

    def handleError(self, record: logging.LogRecord) -> None:
        self._report(sys.exc_info()[1])

    def _report(self, error: BaseException | None) -> None:
        if not self._failed:
            self._failed = True
            why = getattr(error, "strerror", None) or error
            click.echo(f"oddfish: {self._path}: {why}; the log is incomplete", err=True)

    def close(self) -> None:
        try:
            self.stream.close()
        except OSError as error:
            self._report(error)
            with contextlib.suppress(OSError):
                self.stream.close()
        super().close()


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | _NO_WAITING, 0o666)
