"""Types of command-line parameters, and the parsers of their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import reported

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.statistics import Sprt

#: SPRT's hypotheses must lie within this many Elo of 0.
_SPRT_LIMIT = 200.0


class VariantName(click.ParamType):
    """The name of a variant."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        if isinstance(value, Variant):
            return value
        with reported(UnknownVariantError):
            return get_variant(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"Expected one of {', '.join(REGISTRY)}."

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        names = [name for name in REGISTRY if name.startswith(incomplete.lower())]
        return [click.shell_completion.CompletionItem(name) for name in names]


class Whole(click.IntRange):
    """A whole number, and its name in messages."""

    name = "whole number"


class Number(click.FloatRange):
    """A number with or without a fraction, and its name in messages."""

    name = "number"


#: The engine's seconds per move in a game without clocks.
SECONDS_A_MOVE = Number(0.01, 86400)


class Parsed(click.ParamType):
    """A parameter parsed by a function, whose ValueError becomes a user error."""

    def __init__(self, name: str, parse: Callable[[str], Any]):
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        with reported(ValueError):
            return self.parse(value)


def read_sprt(text: str) -> Sprt:
    """Parse ``ELO0,ELO1[,ALPHA,BETA[,MODEL]]``.

    Raises:
        ValueError: it is malformed or out of range.
    """
    from oddfish.engine.experiments.match.statistics import Sprt

    parts = [part.strip() for part in text.split(",")]
    malformed = f"SPRT '{text}': expected ELO0,ELO1[,ALPHA,BETA[,normalized|logistic]]"
    try:
        numbers = [float(part) for part in parts[:4]]
        sprt = Sprt(*numbers, *(part.lower() for part in parts[4:]))  # type: ignore[arg-type]
    except (ValueError, TypeError):
        raise ValueError(malformed) from None
    if len(parts) not in (2, 4, 5) or sprt.model not in ("normalized", "logistic"):
        raise ValueError(malformed)
    if not -_SPRT_LIMIT <= sprt.elo0 < sprt.elo1 <= _SPRT_LIMIT:
        raise ValueError(f"SPRT '{text}': expected ELO0 < ELO1, both within {_SPRT_LIMIT:g} of 0")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise ValueError(f"SPRT '{text}': expected ALPHA and BETA between 0 and 0.5")
    return sprt


def read_options(texts: tuple[str, ...]) -> dict[str, str]:
    """Parse ``NAME=VALUE`` texts."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"option '{text}': expected NAME=VALUE")
        values[name.strip()] = value.strip()
    return values
