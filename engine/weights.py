"""Files of evaluation weights: reading and writing them, and making them the built-in ones."""

from __future__ import annotations

from pathlib import Path

from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.engine.variants.weights import (
    FOLDER,
    Weights,
    WeightsError,
    as_json,
    built_in,
    built_in_path,
    load_json,
    terms_of,
    weights_of,
    write_json,
)


def read_weights(path: str | Path) -> Weights:
    """The weights of a file; terms it leaves out have their built-in values.

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
        WeightsError: it cannot be written.
    """
    chosen = {term.name: value for term, value in zip(terms_of(variant), values) if not term.fixed}
    write_json(path, {"variant": variant.name, "weights": chosen})


def install_weights(variant: Variant, values: tuple[int, ...]) -> Path:
    """Make weights the built-in ones of a variant from the next start of the program on; returns their file.

    Raises:
        WeightsError: the installation is not writable.
    """
    path = built_in_path(variant)
    write_weights(path, variant, values)
    built_in.cache_clear()
    return path


__all__ = [
    "FOLDER",
    "Weights",
    "WeightsError",
    "built_in",
    "install_weights",
    "read_weights",
    "terms_of",
    "write_weights",
]
