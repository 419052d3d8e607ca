"""What all environments need to know about a variant: its start positions and its encoding."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from oddfish.cext.core.encoding import Encoding
from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.networks import evaluate_by_built_in
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant


def encoding_of(position: Position) -> Encoding:
    """The actions and planes of a position's family."""
    package = type(position).__module__.rpartition(".")[0]
    encoding: Encoding = import_module(f"{package}.encoding").ENCODING
    return encoding


def start_positions(
    variant: Variant | str, options: Mapping[str, Any] | None, fens: Sequence[str] | None, number: int, seed: int
) -> list[Position]:
    """Start positions of a variant, without duplicates.

    Args:
        variant: a variant or its name.
        options: its options by name; missing ones take their defaults.
        fens: the positions; None draws ``number`` of them where the options leave them to chance (armies).
        number: how many to draw.
        seed: for what the options leave to chance.

    Raises:
        UnknownVariantError, OptionError, FenError: an argument is wrong.
        ValueError: ``fens`` is empty, or ``number`` is not positive.
    """
    variant = get_variant(variant) if isinstance(variant, str) else variant
    full = variant.read_options(options)
    variant.check(full)
    rng = random.Random(seed)
    if isinstance(fens, str):
        raise TypeError("fens: expected a sequence of FENs, not one str")
    if fens is not None:
        if not fens:
            raise ValueError("fens is empty")
        chosen = variant.with_choices(full, rng, evaluate_by_built_in)
        return [variant.read(fen, chosen, rng) for fen in fens]
    if number < 1:
        raise ValueError(f"starts is {number}, expected at least 1")
    drawn: dict[str, Position] = {}
    for _ in range(number):
        position = variant.start(variant.with_choices(full, rng, evaluate_by_built_in), rng)
        if position.fen() in drawn:
            break  # the options leave nothing to chance
        drawn[position.fen()] = position
    return list(drawn.values())
