"""Files of search parameters, as `oddfish tune --search` writes them and the option SearchFile reads them.

A file is JSON: ``{"variant": NAME, "search": {PARAMETER: INTEGER, …}}``. Parameters it leaves out keep their defaults.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from oddfish.cext.search import PARAMETERS
from oddfish.engine.variants.base import Variant
from oddfish.engine.variants.weights import FOLDER, WeightsError, as_json, load_json, read_json


def read_parameters(path: str | Path) -> dict[str, int]:
    """The values in a file of search parameters, by name; a text that begins with ``{`` is such a file's content.

    Raises:
        WeightsError: the file is unreadable or malformed.
    """
    inline = str(path).startswith("{")
    content = read_json(str(path), "search", "its text") if inline else load_json(Path(path).expanduser(), "search")
    path = "its text" if inline else path
    for key in content:
        if key not in ("variant", "search"):
            raise WeightsError(f"{path}: unknown key '{key}': expected one of variant, search")
    given = content.get("search")
    if not isinstance(given, dict):
        raise WeightsError(f"{path}: key 'search' is {as_json(given)}, expected an object of parameters and numbers")
    known = {row.name: row for row in PARAMETERS}
    for name, value in given.items():
        row = known.get(name)
        if row is None:
            raise WeightsError(f"{path}: unknown search parameter '{name}'")
        if type(value) is not int or not row.low <= value <= row.high:
            raise WeightsError(
                f"{path}: search parameter '{name}' is {as_json(value)}, "
                f"expected a whole number in {row.low}..{row.high}"
            )
    return given


def write_parameters(path: str | Path, variant: Variant, values: Mapping[str, int]) -> None:
    """Write a file of search parameters atomically; those with their default values are left out.

    Raises:
        WeightsError: it cannot be written.
    """
    defaults = {row.name: row.default for row in PARAMETERS}
    chosen = {name: value for name, value in values.items() if value != defaults[name]}
    place = Path(path).expanduser()
    try:
        fresh = place.with_name(place.name + ".new")
        fresh.write_text(json.dumps({"variant": variant.name, "search": chosen}, indent=1) + "\n", encoding="utf-8")
        fresh.replace(place)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}") from None


@cache
def built_in_parameters(variant: Variant) -> dict[str, int]:
    """The search parameters in which a variant differs from the defaults; {} for most."""
    path = FOLDER / f"{variant.name}.search.json"
    return read_parameters(path) if path.exists() else {}


def install_parameters(variant: Variant, values: Mapping[str, int]) -> Path:
    """Make search parameters the built-in ones of a variant from the next start of the program on; returns their file.

    Raises:
        WeightsError: the installation is not writable.
    """
    path = FOLDER / f"{variant.name}.search.json"
    write_parameters(path, variant, values)
    built_in_parameters.cache_clear()
    return path
