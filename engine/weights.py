"""Weights of evaluations: those built in for each variant, and files of them.

A file is JSON: ``{"variant": NAME, "weights": {TERM: INTEGER, …}}``. A term it leaves out has its built-in value.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from oddfish.cext.core.rules import Position
    from oddfish.cext.core.terms import Term
    from oddfish.engine.variants.base import Variant

    P = TypeVar("P", bound=Position)

#: Where the built-in weights of variants lie, a file each; a variant without one has its family's defaults.
FOLDER = Path(__file__).parent / "variants" / "tuned"


class WeightsError(ValueError):
    """A file of weights that cannot be used; the text names file, key and what was expected."""


class Weights(NamedTuple):
    """The values of all terms of a variant's evaluation, in their order."""

    variant: str
    values: tuple[int, ...]


def terms_of(variant: Variant) -> tuple[Term, ...]:
    """What the values are called, and their bounds."""
    return _start(variant).terms


def built_in(variant: Variant) -> Weights:
    """The weights a variant is played by unless told otherwise."""
    return _built_in(variant)


def weigh(variant: Variant, position: P) -> P:
    """The position, evaluated by its variant's built-in weights."""
    if _built_in_path(variant).exists():
        return position.weighed(_built_in(variant).values)
    return position


@cache
def _built_in(variant: Variant) -> Weights:
    defaults = _start(variant).weights
    path = _built_in_path(variant)
    return _read(path, variant, defaults) if path.exists() else Weights(variant.name, defaults)


@cache
def _built_in_path(variant: Variant) -> Path:
    return FOLDER / f"{variant.name}.json"


def _start(variant: Variant) -> Position:
    return variant.start(variant.defaults(), random.Random(0))


def read_weights(path: str | Path) -> Weights:
    """The weights of a file.

    Raises:
        WeightsError: it cannot be read, or is wrong.
    """
    from oddfish.engine.variants import UnknownVariantError, get_variant

    place = Path(path).expanduser()
    name = _load(place).get("variant")
    if not isinstance(name, str):
        raise WeightsError(f"{path}: key 'variant' is {_shown(name)}, expected a variant's name")
    try:
        variant = get_variant(name)
    except UnknownVariantError as error:
        raise WeightsError(f"{path}: key 'variant': {error}") from None
    return _read(place, variant, built_in(variant).values)


def _read(path: Path, variant: Variant, base: tuple[int, ...]) -> Weights:
    """A file's weights; those it leaves out are of ``base``."""
    values = _load(path)
    for key in values:
        if key not in ("variant", "weights"):
            raise WeightsError(f"{path}: unknown key '{key}', expected variant and weights")
    given = values.get("weights")
    if not isinstance(given, dict):
        raise WeightsError(f"{path}: key 'weights' is {_shown(given)}, expected an object of terms and whole numbers")
    known = {term.name: term for term in terms_of(variant)}
    for name, value in given.items():
        term = known.get(name)
        if term is None or term.fixed:
            free = ", ".join(term.name for term in known.values() if not term.fixed)
            raise WeightsError(f"{path}: {variant.name} has no weight '{name}'; known are {free}")
        if type(value) is not int or not term.low <= value <= term.high:
            raise WeightsError(
                f"{path}: weight '{name}' is {_shown(value)}, expected a whole number in {term.low}..{term.high}"
            )
    return Weights(variant.name, tuple(given.get(name, old) for name, old in zip(known, base)))


def _load(path: Path) -> dict[str, Any]:
    import json  # only where there are files: a GUI waits for the engine

    try:
        values = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_once)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"{path}: no JSON of weights: {error}") from None
    if not isinstance(values, dict):
        raise WeightsError(f"{path}: is {_shown(values)}, expected an object with variant and weights")
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"key '{next(name for name in names if names.count(name) > 1)}' twice")
    return values


def _shown(value: Any) -> str:
    """A value as JSON has it, not too long."""
    import json

    text = json.dumps(value)
    return "missing" if value is None else text if len(text) <= 40 else text[:37] + "..."


def write_weights(path: str | Path, variant: Variant, values: tuple[int, ...]) -> None:
    """Write a file of weights; a reader finds it old or new, never half.

    Raises:
        WeightsError: it cannot be written.
    """
    import json

    chosen = {term.name: value for term, value in zip(terms_of(variant), values) if not term.fixed}
    place = Path(path).expanduser()
    try:
        fresh = place.with_name(place.name + ".new")
        fresh.write_text(json.dumps({"variant": variant.name, "weights": chosen}, indent=1) + "\n", encoding="utf-8")
        fresh.replace(place)
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror or error}") from None


def keep(variant: Variant, values: tuple[int, ...]) -> Path:
    """Make weights the built-in ones of a variant, from the next start of the program on; where they now lie.

    Raises:
        WeightsError: the installation cannot be written to.
    """
    path = _built_in_path(variant)
    write_weights(path, variant, values)
    _built_in.cache_clear()
    return path
