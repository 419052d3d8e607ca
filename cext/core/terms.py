"""Names, defaults and bounds of evaluation weights; each family declares its own, in the order of its struct."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Term(NamedTuple):
    """One weight of an evaluation. If its bounds are equal, it is a constant, which weights files cannot set."""

    name: str
    default: int
    low: int
    high: int

    @property
    def fixed(self) -> bool:
        """Whether the weight is a constant."""
        return self.low == self.high


def one(name: str, default: int, low: int, high: int) -> list[Term]:
    """A single weight."""
    return [Term(name, default, low, high)]


def each(
    name: str, labels: Iterable[object], defaults: Sequence[int], low: int, high: int, fixed: Iterable[object] = ()
) -> list[Term]:
    """An array of weights, named ``name.label``; those labelled in ``fixed`` are constants."""
    kept = {str(label) for label in fixed}
    return [
        Term(f"{name}.{label}", default, *((default, default) if str(label) in kept else (low, high)))
        for label, default in zip(labels, defaults, strict=True)
    ]


def declared(size: int, *groups: list[Term]) -> tuple[Term, ...]:
    """The terms of a struct of ints, ``size`` bytes long.

    Raises:
        TypeError: their number is wrong, two have the same name, or a default is out of bounds.
    """
    terms = tuple(term for group in groups for term in group)
    if len(terms) * 4 != size:
        raise TypeError(f"{len(terms)} terms for a struct of {size // 4}")
    if len({term.name for term in terms}) < len(terms):
        raise TypeError("two terms have the same name")
    wrong = [term.name for term in terms if not term.low <= term.default <= term.high]
    if wrong:
        raise TypeError(f"defaults out of bounds: {', '.join(wrong)}")
    return terms
