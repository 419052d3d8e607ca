"""The registry: every variant by its XBoard and UCI name."""

from __future__ import annotations

from collections.abc import Mapping

from oddfish.engine.spelling import question, similar
from oddfish.engine.variants import banqi, bifold, fanorona, halfchess, tandem
from oddfish.engine.variants.base import Variant

#: One line per family. GUIs start with the first variant.
REGISTRY: dict[str, Variant] = {
    variant.name: variant
    for family in (
        halfchess.FAMILY,
        fanorona.FAMILY,
        banqi.FAMILY,
        bifold.FAMILY,
        tandem.FAMILY,
    )
    for variant in family
}  # fmt: skip

DEFAULT = next(iter(REGISTRY))

#: Lichess's name for chess from a position of your own, in PGN.
_FROM_POSITION = "from position"

_BY_ALIAS = {alias: variant for variant in REGISTRY.values() for alias in variant.aliases}


class UnknownVariantError(ValueError):
    """There is no variant of this name; the message suggests similar ones and lists all."""


def get_variant(name: str) -> Variant:
    """Find a variant by its name or one of its aliases, in any case.

    Raises:
        UnknownVariantError: there is no such variant.
    """
    key = name.strip().lower()
    variant = REGISTRY.get(key) or _BY_ALIAS.get(key)
    if variant is None:
        raise UnknownVariantError(
            f"unknown variant '{name.strip()}': {suggestion(key)}expected one of {', '.join(REGISTRY)}"
        )
    return variant


def variant_of(tags: Mapping[str, str], usual: str = "normal") -> Variant:
    """The variant of a game in PGN with these tags.

    Args:
        usual: the variant's name if the tags do not say.

    Raises:
        UnknownVariantError: there is no such variant.
    """
    name = tags.get("Variant", usual)
    return get_variant("normal" if name.strip().lower() == _FROM_POSITION else name)


def suggestion(name: str) -> str:
    """The question `did you mean banqi? ` for a name that no variant has; '' if no name or alias is similar."""
    names = {variant.name: variant.name for variant in REGISTRY.values()}
    names |= {alias: variant.name for alias, variant in _BY_ALIAS.items()}
    found = dict.fromkeys(names[known] for known in similar(name, names))
    return question(found)
