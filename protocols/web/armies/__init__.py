"""The armies to choose from, for games whose players choose them. A family with such games has its own module here."""

from __future__ import annotations

from functools import cache
from typing import Any

from oddfish.engine.families import family_module
from oddfish.engine.variants import REGISTRY


def army_options(name: str) -> tuple[str, ...]:
    """The names of the options that choose armies: each player's, and the one that forbids pieces that move alike; ()
    if the variant has no armies."""
    module = family_module(__name__, REGISTRY[name])
    found: tuple[str, ...] = () if module is None else module.army_options(REGISTRY[name])
    return found


@cache
def armies(name: str) -> dict[str, Any] | None:
    """What a page needs to let a player choose an army; None if the variant has no armies.

    Returns:
        `board`: the board on which moves are shown; `options`: the names of the first and the second player's option;
        `distinct`: the name of the option that forbids pieces that move alike; `slots`: the pieces of an army, each
        with its `name` and the `codes` to choose from; `pieces`: by code, each with `title`, `pictures` of both sides,
        `square` and `targets` on the board, and `like`, the same number for pieces that move alike; `conflicts`: two
        codes that exclude each other, and why; `random`: the armies to draw from, as codes joined by hyphens.
    """
    variant = REGISTRY.get(name)
    module = None if variant is None else family_module(__name__, variant)
    found: dict[str, Any] | None = None if module is None else module.armies(variant)
    return found
