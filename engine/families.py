"""Where a family of games keeps what is its own: in modules of the same name, so that no list has to name it.

The games of ``engine.variants.checkers``, say, would have their projections in ``projections.checkers`` and their
drawings in ``pictures.families.checkers``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from oddfish.engine.variants.base import Variant


def family_module(package: str, variant: Variant) -> ModuleType | None:
    """A package's module for the family of a variant, imported when it is asked for: a GUI waits for the engine to
    start. None if the family needs none there."""
    name = f"{package}.{type(variant).__module__.rpartition('.')[2]}"
    return import_module(name) if find_spec(name) else None
