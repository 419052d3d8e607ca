"""The file of a tuning run: JSON lines, each written as soon as its content is known."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from oddfish.engine.files import FileError, append_whole, lock, open_file, read_all, reported
from oddfish.engine.printable import printable
from oddfish.engine.ranges import SEED, parse_json

VERSION = 1
_LONGEST_HEADER = 1 << 20


class TuneError(ValueError):
    """Tuning is impossible; the message says why."""


class LineFile:
    """A new or existing file of a run; without a path it stores nothing.

    The first line gives the kind of content and the recipe. An incomplete last line, which a killed program may leave,
    is dropped.

    Args:
        path: the file.
        kind: the kind of its lines, for the first line.
        noun: the kind of its lines, for messages.
        recipe: how the run is made, as JSON.
        take: called with each existing line. If it raises a KeyError, TypeError or ValueError, the error reports the
            line's number.

    Raises:
        TuneError: the file holds something else, or a run with another recipe.
    """

    def __init__(
        self,
        path: str | Path | None,
        kind: str,
        noun: str,
        recipe: dict[str, Any],
        take: Callable[[dict[str, Any]], None],
    ):
        self.path, self._noun, self._file = path, noun, None
        if path is None:
            return
        header = json.loads(json.dumps({"type": kind, "version": VERSION, "recipe": recipe}))
        try:
            file = open_file(path, os.O_RDWR | os.O_CREAT)
            with reported(path), contextlib.ExitStack() as stack:
                stack.callback(file.close)
                if not lock(file):
                    raise TuneError(f"{path}: another run is using it")
                text = read_all(file, path)
                *lines, rest = text.split(b"\n")
                ended = not _is_json(rest)  # otherwise only the line end of the last line is missing
                if not ended:
                    lines.append(rest)
                elif rest and not lines and not _line(header).startswith(rest):
                    raise TuneError(f"{path}: not a file of {noun}")
                for number, line in enumerate(lines, 1):
                    self._take(number, line, header, take)
                # Every line has been checked, so the file is one of ours and may be changed.
                if not ended:
                    append_whole(file, b"\n")
                elif rest:
                    file.truncate(len(text) - len(rest))
                stack.pop_all()
            self._file = file
            if not lines:
                self.append(header)
        except FileError as error:
            raise TuneError(str(error)) from None

    def _take(self, number: int, line: bytes, header: dict[str, Any], take: Callable[[dict[str, Any]], None]) -> None:
        try:
            values = parse_json(line)
            if number == 1:
                self._check(values, header)
            else:
                take(values)
        except TuneError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise TuneError(f"{self.path}:{number}: not a line of {self._noun} ({_reason(error)})") from None

    def _check(self, found: Any, wanted: dict[str, Any]) -> None:
        if not isinstance(found, dict) or found.get("type") != wanted["type"]:
            raise TuneError(f"{self.path}: not a file of {self._noun}")
        if found.get("version") != VERSION:
            raise TuneError(f"{self.path}: written by another version of this program")
        there, here = found["recipe"], wanted["recipe"]
        if not isinstance(there, dict):
            raise TuneError(f"{self.path}: not the recipe of {self._noun}")
        for name, value in here.items():
            if there.get(name) != value:
                short = not isinstance(value, (dict, list))
                difference = f"{name} {printable(str(there.get(name)))}, not {value}" if short else f"other {name}"
                raise TuneError(f"{self.path}: its games were played with {difference}")

    def append(self, values: dict[str, Any]) -> None:
        """
        Raises:
            TuneError: it cannot be written.
        """
        if self._file is None:
            return
        try:
            append_whole(self._file, _line(values))
        except OSError as error:
            raise TuneError(f"{self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _line(values: dict[str, Any]) -> bytes:
    return json.dumps(values, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _reason(error: Exception) -> str:
    """An error in short. Its ``repr`` may contain the whole line."""
    return printable(f"{type(error).__name__}: {error}")


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(parse_json(line), dict)
    except (ValueError, RecursionError):
        return False


def recorded_seed(path: str | Path | None) -> int | None:
    """The seed of the run in a file; None if there is no such file."""
    if path is not None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError), open_file(path) as file:
            return SEED.check(parse_json(file.readline(_LONGEST_HEADER))["recipe"]["seed"])
    return None
