"""Files of search parameters: `oddfish tune --search` writes them, the option SearchFile reads them.

A file is JSON: ``{"variant": NAME, "search": {PARAMETER: INTEGER, …}}``. Missing parameters keep their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from oddfish.cext.search import PARAMETERS
from oddfish.engine.evaluation.value_files import (
    FOLDER,
    WeightsError,
    check_number,
    load_json,
    named_values,
    read_json,
    write_json,
)
from oddfish.engine.variants.base import Variant


def read_parameters(path: str | Path) -> dict[str, int]:
    """The values in a file of search parameters, by name. Instead of a path you can give the content itself, which
    begins with ``{``.

    Raises:
        WeightsError: the file is unreadable or malformed.
    """
    inline = str(path).startswith("{")
    content = read_json(str(path), "search parameters", "its text") if inline else load_json(path, "search parameters")
    path = "its text" if inline else path
    given = named_values(path, content, "search", "parameters")
    known = {row.name: row for row in PARAMETERS}
    for name, value in given.items():
        row = known.get(name)
        if row is None:
            raise WeightsError(f"{path}: unknown search parameter '{name}'")
        check_number(path, f"search parameter '{name}'", value, row.low, row.high)
    return given


def write_parameters(path: str | Path, variant: Variant, values: Mapping[str, int]) -> None:
    """Write a file of search parameters atomically, leaving out those that have their default values.

    Raises:
        WeightsError: it cannot be written, or a value is out of range; the old file stays.
    """
    for row in PARAMETERS:
        check_number(path, f"search parameter '{row.name}'", values.get(row.name, row.default), row.low, row.high)
    chosen = {row.name: values[row.name] for row in PARAMETERS if values.get(row.name, row.default) != row.default}
    write_json(path, {"variant": variant.name, "search": chosen})


def all_parameters(values: Mapping[str, int]) -> dict[str, int]:
    """The values of all search parameters: the given ones, and defaults for the rest."""
    return {row.name: values.get(row.name, row.default) for row in PARAMETERS}


@cache
def built_in_parameters(variant: Variant) -> dict[str, int]:
    """A variant's built-in search parameters that differ from the defaults; {} for most variants."""
    path = FOLDER / f"{variant.name}.search.json"
    return read_parameters(path) if path.exists() else {}


def install_parameters(variant: Variant, values: Mapping[str, int]) -> Path:
    """Make these a variant's built-in search parameters from the program's next start on. Returns their file's path.

    Raises:
        WeightsError: the installation is not writable.
    """
    path = FOLDER / f"{variant.name}.search.json"
    write_parameters(path, variant, values)
    built_in_parameters.cache_clear()
    return path
