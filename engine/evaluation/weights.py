"""Weights of the hand-written evaluations: each variant's built-in weights, and files of weights.

A file is JSON: ``{"variant": NAME, "weights": {TERM: INTEGER, …}}``. Missing terms keep their values.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.value_files import (
    FOLDER,
    WeightsError,
    as_json,
    check_number,
    load_json,
    named_values,
    write_json,
)
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:
    from oddfish.cext.core.terms import Term

P = TypeVar("P", bound=Position)


class Weights(NamedTuple):
    """The values of all terms of a variant's evaluation, in their order."""

    variant: str
    values: tuple[int, ...]


def terms_of(variant: Variant) -> tuple[Term, ...]:
    """The terms of a variant's evaluation: names and bounds."""
    return _start(variant).terms


@cache
def built_in(variant: Variant) -> Weights:
    """A variant's default weights."""
    defaults = _start(variant).weights
    if not has_built_in(variant):
        return Weights(variant.name, defaults)
    path = built_in_path(variant)
    return weights_of(path, load_json(path), variant, defaults)


@cache
def built_in_path(variant: Variant) -> Path:
    return FOLDER / f"{variant.name}.json"


@cache
def has_built_in(variant: Variant) -> bool:
    """Whether the package has weights for a variant."""
    return built_in_path(variant).exists()


def with_built_in_weights(variant: Variant, position: P) -> P:
    """The position with its variant's built-in weights."""
    if has_built_in(variant):
        return position.with_weights(built_in(variant).values)
    return position


def _start(variant: Variant) -> Position:
    return variant.start(variant.defaults(), random.Random(0))


def weights_of(path: str | Path, content: dict[str, Any], variant: Variant, base: tuple[int, ...]) -> Weights:
    """The weights in a file's content; missing terms have their values in ``base``.

    Raises:
        WeightsError: a key or a value is wrong.
    """
    given = named_values(path, content, "weights", "terms")
    known = {term.name: term for term in terms_of(variant)}
    for name, value in given.items():
        term = known.get(name)
        if term is None or term.fixed:
            free = ", ".join(term.name for term in known.values() if not term.fixed)
            raise WeightsError(f"{path}: unknown weight '{name}' of {variant.name}: expected one of {free}")
        check_number(path, f"weight '{name}'", value, term.low, term.high)
    return Weights(variant.name, tuple(given.get(name, old) for name, old in zip(known, base)))


def read_weights(path: str | Path) -> Weights:
    """The weights in a file; missing terms have their built-in values.

    Raises:
        WeightsError: the file is unreadable or malformed.
    """
    content = load_json(path)
    name = content.get("variant")
    if not isinstance(name, str):
        raise WeightsError(f"{path}: key 'variant' is {as_json(name)}, expected the name of a variant")
    try:
        variant = get_variant(name)
    except UnknownVariantError as error:
        raise WeightsError(f"{path}: key 'variant': {error}") from None
    return weights_of(path, content, variant, built_in(variant).values)


def write_weights(path: str | Path, variant: Variant, values: tuple[int, ...]) -> None:
    """Write a file of weights atomically.

    Raises:
        WeightsError: it cannot be written, or a value is out of range; the old file stays.
    """
    for term, value in zip(terms_of(variant), values):
        check_number(path, f"weight '{term.name}'", value, term.low, term.high)
    chosen = {term.name: value for term, value in zip(terms_of(variant), values) if not term.fixed}
    write_json(path, {"variant": variant.name, "weights": chosen})


def install_weights(variant: Variant, values: tuple[int, ...]) -> Path:
    """Make these a variant's built-in weights from the program's next start on. Returns their file's path.

    Raises:
        WeightsError: the installation is not writable.
    """
    path = built_in_path(variant)
    write_weights(path, variant, values)
    for cached in (built_in, has_built_in):
        cached.cache_clear()
    return path
