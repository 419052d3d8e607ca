"""Files of named values: JSON objects that give a variant's evaluation weights or search parameters by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from oddfish.engine.files import FileError, NoMemoryError, read_bytes, write_whole
from oddfish.engine.ranges import parse_json

#: The built-in files, by variant.
FOLDER = Path(__file__).parents[1] / "variants" / "tuned"
#: The maximum size of a file in bytes.
_LARGEST = 1 << 24


class WeightsError(ValueError):
    """A file of weights or search parameters cannot be used; the message says where, and what was expected."""


def named_values(path: Path | str, content: dict[str, Any], what: str, names: str) -> dict[str, Any]:
    """The object of names and numbers under the key ``what``. The only other key in such a file is its variant.

    Raises:
        WeightsError: there is another key, or no such object.
    """
    for key in content:
        if key not in ("variant", what):
            raise WeightsError(f"{path}: unknown key '{key}': expected one of variant, {what}")
    given = content.get(what)
    if not isinstance(given, dict):
        raise WeightsError(f"{path}: key '{what}' is {as_json(given)}, expected an object of {names} and whole numbers")
    return given


def check_number(path: Path | str, name: str, value: Any, low: int, high: int) -> None:
    """Check a value.

    Raises:
        WeightsError: it is not a whole number in this range.
    """
    if type(value) is not int or not low <= value <= high:
        raise WeightsError(f"{path}: {name} is {as_json(value)}, expected a whole number in {low}..{high}")


def write_json(path: str | Path, content: dict[str, Any]) -> None:
    """Write a file of named values atomically.

    Raises:
        WeightsError: it cannot be written.
    """
    try:
        write_whole(path, json.dumps(content, indent=1).encode() + b"\n")
    except FileError as error:
        raise WeightsError(str(error)) from None


def load_json(path: str | Path, what: str = "weights") -> dict[str, Any]:
    """The content of a file of weights or search parameters.

    Raises:
        WeightsError: the file is unreadable or malformed.
        MemoryError: there is not enough for it.
    """
    try:
        return read_json(read_bytes(path, _LARGEST).decode("utf-8-sig"), what, str(path))
    except FileError as error:
        if isinstance(error, NoMemoryError):
            raise MemoryError(str(error)) from None
        raise WeightsError(str(error)) from None
    except UnicodeDecodeError as error:
        raise WeightsError(f"{path}: not a JSON file of {what}: {error}") from None


def read_json(text: str, what: str, name: str = "text") -> dict[str, Any]:
    """The content of a file of named values, from its text; errors call the file ``name``.

    Raises:
        WeightsError: it is malformed.
    """
    try:
        content = parse_json(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"{name}: not a JSON file of {what}: {error}") from None
    if not isinstance(content, dict):
        raise WeightsError(f"{name}: is {as_json(content)}, expected an object, as files of {what} are")
    return content


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"duplicate key '{next(name for name in names if names.count(name) > 1)}'")
    return values


def as_json(value: Any) -> str:
    """A value in JSON, truncated if it is long, for error messages."""
    text = json.dumps(value)
    return "missing" if value is None else text if len(text) <= 40 else text[:37] + "..."
