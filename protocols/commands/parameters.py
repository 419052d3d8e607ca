"""Types of command-line parameters, and the parsers of their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from oddfish.engine import ranges
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, reported

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.statistics import Sprt


#: The names of all variants, as a sentence.
EXPECTED = f"Expected one of {', '.join(REGISTRY)}."


class VariantName(click.ParamType):
    """The name of a variant."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        if isinstance(value, Variant):
            return value
        with reported(UnknownVariantError):
            return get_variant(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return EXPECTED

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        names = [name for name in REGISTRY if name.startswith(incomplete.lower())]
        return [click.shell_completion.CompletionItem(name) for name in names]


class _Checked(click.ParamType):
    """A number that must be ``accepted``; mixed into click's ranges, which show its bounds in the help."""

    accepted: ranges.Whole | ranges.Number

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return self.accepted.read(value) if isinstance(value, str) else self.accepted.check(value)
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)


class Whole(_Checked, click.IntRange):
    """A whole number in a range, and its name in messages."""

    name = "whole number"

    def __init__(self, accepted: ranges.Whole):
        super().__init__(_bound(accepted.low), _bound(accepted.high))
        self.accepted = accepted

    def _describe_range(self) -> str:
        """The range in the help, which click writes as `x<=None` if there are no bounds."""
        return super()._describe_range() if (self.min, self.max) != (None, None) else "any whole number"


class Number(_Checked, click.FloatRange):
    """A finite number in a range, with or without a fraction, and its name in messages."""

    name = "number"

    def __init__(self, accepted: ranges.Number):
        super().__init__(_bound(accepted.low), _bound(accepted.high), min_open=accepted.above)
        self.accepted = accepted


def _bound(value: float) -> Any:
    """A bound that the help shows; None for one that only keeps numbers finite."""
    return None if abs(value) in (ranges.LARGEST, ranges.UNBOUNDED, ranges.COUNT.high) else value


#: The engine's seconds per move in a game without clocks.
SECONDS_A_MOVE = Number(ranges.SECONDS_A_MOVE)


class Parsed(click.ParamType):
    """A parameter parsed by a function, whose ValueError becomes a user error that names the option."""

    def __init__(self, name: str, parse: Callable[[str], Any]):
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError as error:
            raise Failure(f"{param.opts[0]}: {error}" if param is not None else str(error)) from None


def read_sprt(text: str) -> Sprt:
    """Parse ``ELO0,ELO1[,ALPHA,BETA[,MODEL]]``.

    Raises:
        ValueError: it is malformed or out of range.
    """
    from oddfish.engine.experiments.match.statistics import read_sprt as read

    return read(text)


def read_options(texts: tuple[str, ...]) -> dict[str, str]:
    """Parse ``NAME=VALUE`` texts."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"option '{text}': expected NAME=VALUE")
        values[name.strip()] = value.strip()
    return values
