"""Finds the modules of a family of games: they have the family's name, so that no list has to name them.

The games of ``engine.variants.checkers``, say, have their projections in ``projections.checkers`` and their drawings in
``pictures.families.checkers``.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from oddfish.engine.variants.base import Variant


def family_module(package: str, variant: Variant) -> ModuleType | None:
    """A package's module for the family of a variant, or None if there is no such module. This imports it, so call it
    only when you need the module: GUIs wait for the engine to start."""
    name = f"{package}.{type(variant).__module__.rpartition('.')[2]}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
