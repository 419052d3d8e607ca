"""The registry: every variant by its XBoard and UCI name."""

from __future__ import annotations

from oddfish.engine.variants import banqi, bifold, fanorona, halfchess, tandem
from oddfish.engine.variants.base import Variant

#: One line a family; the first variant is the one a GUI starts with.
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


class UnknownVariantError(ValueError):
    """No variant has that name; the text lists those known."""


def get_variant(name: str) -> Variant:
    """The variant of a name, whatever its case; ``chess`` is accepted for ``normal``.

    Raises:
        UnknownVariantError: there is none.
    """
    key = name.strip().lower()
    key = "normal" if key in ("chess", "standard") else key
    if key not in REGISTRY:
        raise UnknownVariantError(f"unknown variant '{name.strip()}'; known are {', '.join(REGISTRY)}")
    return REGISTRY[key]
