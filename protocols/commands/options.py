"""Options of the command line as typed objects.

A group of options is a frozen dataclass. Each field made by :func:`option` is an option of the command line; a field
whose ``default_factory`` is another group holds that group. The decorator :func:`options` adds a group to a command,
which receives the values as one object.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import click
from click.core import ParameterSource

from oddfish.engine import ranges
from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.parameters import Number, Parsed, Whole, read_options, read_sprt

#: The attributes that all options for a sequential test have.
SPRT: dict[str, Any] = {"type": Parsed("sprt", read_sprt), "metavar": "ELO0,ELO1[,ALPHA,BETA[,MODEL]]"}
#: The key of an option's flags and attributes in the metadata of its field.
_OPTION = "option"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def option(*flags: str, **attributes: Any) -> Any:
    """A field set by a command-line option.

    Args:
        flags, attributes: as for :func:`click.option`. The option's parameter has the field's name, and the field has
            the option's default.
    """
    metadata = {_OPTION: (flags, attributes)}
    kind, default = attributes.get("type"), attributes.get("default")
    if isinstance(kind, Parsed) and isinstance(default, str):
        return dataclasses.field(default_factory=functools.partial(kind.parse, default), metadata=metadata)
    if default is None and attributes.get("multiple"):
        default = ()
    elif default is None and attributes.get("is_flag"):
        default = False
    return dataclasses.field(default=default, metadata=metadata)


def options(kind: type[Any], parameter: str = "given") -> Callable[[_Command], _Command]:
    """Add the options of a group to a command, which takes them as one object.

    Args:
        kind: the group's dataclass.
        parameter: the name of the command's parameter.
    """

    def decorate(command: _Command) -> _Command:
        @functools.wraps(command)
        def called(*arguments: Any, **values: Any) -> Any:
            values[parameter] = _collected(kind, values)
            return command(*arguments, **values)

        decorated: Any = called
        for field in reversed(list(_fields(kind))):
            flags, attributes = field.metadata[_OPTION]
            decorated = click.option(*flags, field.name, **attributes)(decorated)
        return cast(_Command, decorated)

    return decorate


def _fields(kind: type[Any]) -> Iterator[dataclasses.Field[Any]]:
    """The options of a group, including those of groups in it."""
    for field in dataclasses.fields(kind):
        if _OPTION in field.metadata:
            yield field
        else:
            yield from _fields(field.default_factory)  # type: ignore[arg-type]


def _collected(kind: type[Any], values: dict[str, Any]) -> Any:
    """Take the values of a group's options out of ``values`` and return them as the group's object."""
    found = {}
    for field in dataclasses.fields(kind):
        own = _OPTION in field.metadata
        found[field.name] = values.pop(field.name) if own else _collected(field.default_factory, values)  # type: ignore[arg-type]
    return kind(**found)


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether the command line sets a parameter."""
    return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT


def refuse(ctx: click.Context, mode: str, *names: str | type[Any]) -> None:
    """Check that the command line sets none of these options.

    Args:
        mode: the option or task that they cannot be combined with.
        names: names of parameters, or groups of options.

    Raises:
        click.UsageError: it sets one of them.
    """
    refused: set[str] = set()
    for name in names:
        refused |= {name} if isinstance(name, str) else {field.name for field in _fields(name)}
    assert refused <= {parameter.name for parameter in ctx.command.params}
    for parameter in ctx.command.params:
        if parameter.name in refused and is_given(ctx, parameter.name):
            flag = parameter.metavar if isinstance(parameter, click.Argument) else parameter.opts[0]
            raise click.UsageError(f"{flag} cannot be used with {mode}.")


# Shared options ---------------------------------------------------------------------------------------------


def whole_option(
    *flags: str,
    help: str,
    least: int = 1,
    most: int = ranges.COUNT.high,
    default: int | None = None,
    metavar: str = "N",
) -> Any:
    """A field with a whole number from ``least`` to ``most``. The help shows the default, if there is one."""
    kind = Whole(ranges.Whole(least, most))
    return option(*flags, type=kind, metavar=metavar, default=default, show_default=default is not None, help=help)


def open_game(variant: Variant, texts: tuple[str, ...], fen: str | None = None, seed: int | None = None) -> Game:
    """The game described on the command line."""
    values = read_options(texts)
    if values and not variant.options:
        raise OptionError(f"variant {variant.name} has no options")
    return Game(variant, values, fen, seed)


@dataclass(frozen=True, kw_only=True)
class VariantOptions:
    """House rules and armies, as ``NAME=VALUE``."""

    options: tuple[str, ...] = option(
        "--option", "-o", multiple=True, metavar="NAME=VALUE", help="set an option of the variant (repeatable)"
    )


@dataclass(frozen=True, kw_only=True)
class PositionOptions(VariantOptions):
    """Options that determine a position. The FEN can also be given without ``--fen``, as the command's last words."""

    fen: str | None = option("--fen", metavar="FEN", help="the position  [default: the start position]")
    seed: int | None = whole_option(
        "--seed", least=-ranges.LARGEST, most=ranges.LARGEST, help="seed for random choices such as armies"
    )

    def at(self, words: Sequence[str]) -> str | None:
        """The FEN that the command line gives, after ``--fen`` or as words; None if it gives none.

        Raises:
            click.UsageError: it gives both.
        """
        return one_fen(words, self.fen)

    def game(self, variant: Variant, words: Sequence[str] = ()) -> Game:
        """The game at the FEN that the command line gives, or at the start position.

        Raises:
            OptionError: the variant does not have an option or does not accept its value.
            FenError: the FEN is invalid.
            click.UsageError: the command line gives two FENs.
        """
        return open_game(variant, self.options, self.at(words), self.seed)


def one_fen(words: Sequence[str], fen: str | None) -> str | None:
    """The FEN given as words or after ``--fen``; None if there is none.

    After ``--fen`` without quotes, the board alone is the option's value, and the other fields are words.

    Raises:
        click.UsageError: there are two FENs.
    """
    if words and fen is not None and (" " in fen or "/" in words[0]):
        raise click.UsageError(f"Unexpected '{words[0]}': --fen gives the position.")
    if not words:
        return fen
    return " ".join(words if fen is None else [fen, *words])


def number_option(
    *flags: str,
    help: str,
    accepted: ranges.Number,
    default: float | None = None,
    metavar: str = "X",
) -> Any:
    """A field with a number in a range. The help shows the default, if there is one."""
    return option(
        *flags, type=Number(accepted), metavar=metavar, default=default, show_default=default is not None, help=help
    )


def blend_option(default: float) -> Any:
    """A field with the share of the search's score in what a fit aims at."""
    text = "weight of the search score in the target; the rest is the result"
    return number_option("--blend", accepted=ranges.Number(0, 1), default=default, help=text)


def level_option(default: str = f"{FULL_STRENGTH}, full strength") -> Any:
    """A field with the engine's playing level; None for the default, which the text describes."""
    text = f"the engine's playing level, 0 to {FULL_STRENGTH}  [default: {default}]"
    return whole_option("--level", least=0, most=FULL_STRENGTH, help=text)


def concurrency_option() -> Any:
    """A field with the number of games to play in parallel."""
    return whole_option("--concurrency", "-c", most=1024, default=1, help="games to play in parallel")
