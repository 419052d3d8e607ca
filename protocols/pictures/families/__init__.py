"""The drawings of each family of games: one module or package for each."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.engine.families import family_module
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.look import Family, Look


def family_of(variant: Variant) -> Family:
    """The drawings of a variant's family."""
    module = family_module(__name__, variant)
    family: Family = Family() if module is None else module.FAMILY
    return family


def look_of(variant: Variant, position: Position) -> Look:
    """The look of a variant's position."""
    return family_of(variant).look(variant, position)


def all_families() -> list[Family]:
    """Every family's drawings, in the order of the registry."""
    found = {id(family): family for family in map(family_of, REGISTRY.values())}
    return list(found.values())
