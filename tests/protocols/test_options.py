"""Options of commands as typed objects."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any

import click
import pytest
from click.testing import CliRunner

from oddfish.engine.experiments.match.statistics import Sprt
from oddfish.protocols.commands.book import BuildOptions
from oddfish.protocols.commands.install_gui import DryRunOptions, InstallOptions, PlaceOptions
from oddfish.protocols.commands.match_options import MatchOptions
from oddfish.protocols.commands.options import PositionOptions, VariantOptions, is_given, option, options, refuse
from oddfish.protocols.commands.perft_options import PerftOptions
from oddfish.protocols.commands.play import PlayOptions
from oddfish.protocols.commands.show import ShowOptions
from oddfish.protocols.commands.train_options import TrainOptions
from oddfish.protocols.commands.tune_options import TuneOptions
from oddfish.protocols.commands.xboard import XBoardOptions

KINDS = (
    *(VariantOptions, PositionOptions, BuildOptions, PlaceOptions, DryRunOptions, InstallOptions, MatchOptions),
    *(PerftOptions, PlayOptions, ShowOptions, TrainOptions, TuneOptions, XBoardOptions),
)


def taken(kind: type[Any], *words: str) -> Any:
    """The object that a command with these options gets."""
    found = []

    @click.command()
    @options(kind)
    def command(given: Any) -> None:
        found.append(given)

    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    return found[0]


@pytest.mark.parametrize("kind", KINDS)
def test_without_options_a_command_gets_the_defaults(kind: type[Any]) -> None:
    """An object made in Python means the same as an empty command line."""
    assert taken(kind) == kind()


@pytest.mark.parametrize("kind", KINDS)
def test_options_cannot_be_changed(kind: type[Any]) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(kind(), dataclasses.fields(kind)[0].name, None)


def test_values_are_converted_and_sorted_into_groups() -> None:
    given = taken(MatchOptions, "-n", "20", "--st", "0.5", "--draw", "40:8:10", "--sprt", "0,5", "-o", "A:Hash=1", "-q")
    assert (given.games, given.limit.st, given.end.draw, given.end.sprt) == (20, 0.5, (40, 8, 10), Sprt(0, 5))
    assert given.engine.options == ("A:Hash=1",) and given.record.quiet and given.concurrency is None


@dataclass(frozen=True, kw_only=True)
class Inner:
    depth: int | None = option("--depth", type=int)
    fast: bool = option("--fast", is_flag=True)


@dataclass(frozen=True, kw_only=True)
class Outer:
    first: str = option("--first", default="a")
    inner: Inner = field(default_factory=Inner)
    last: tuple[str, ...] = option("--last", multiple=True)


def test_help_lists_options_in_the_order_of_the_fields() -> None:
    @click.command()
    @options(Outer, "outer")
    def command(outer: Outer) -> None:
        """A command."""

    assert [parameter.name for parameter in command.params] == ["first", "depth", "fast", "last"]
    assert command.help == "A command."


@pytest.mark.parametrize(
    ("words", "said"), [(["--fast"], "--fast"), (["--depth", "3"], "--depth"), (["--last", "x"], "--last"), ([], "")]
)
def test_options_that_exclude_each_other(words: list[str], said: str) -> None:
    """By group and by name; an option with its default does not count as given."""

    @click.command()
    @options(Outer)
    @click.pass_context
    def command(ctx: click.Context, given: Outer) -> None:
        assert is_given(ctx, "depth") == (given.inner.depth is not None)
        refuse(ctx, "this", Inner, "last")

    result = CliRunner().invoke(command, words)
    assert result.exit_code == (2 if said else 0)
    assert (f"Error: {said} cannot be used with this." in result.output) == bool(said)


def test_unknown_options() -> None:
    @click.command()
    @options(Outer)
    @click.pass_context
    def command(ctx: click.Context, given: Outer) -> None:
        refuse(ctx, "this", "depht")

    assert isinstance(CliRunner().invoke(command, []).exception, AssertionError)
