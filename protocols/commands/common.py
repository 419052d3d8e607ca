"""What the commands share: errors, the console, progress bars, parameter types and options."""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from oddfish.engine.files import FileError, check_writable, write_whole
from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.experiments.cluster import Cluster
    from oddfish.engine.experiments.match.statistics import Sprt

#: Exit status after Ctrl-C, as in shells.
INTERRUPTED = 130
#: SPRT's hypotheses must lie within this many Elo of 0.
_SPRT_LIMIT = 200.0


# Errors -----------------------------------------------------------------------------------------------------


class Failure(click.ClickException):
    """A user error, reported in one line on standard error with exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"oddfish: {' '.join(self.format_message().split())}", file=file, err=file is None)


@contextlib.contextmanager
def reported(*errors: type[Exception]) -> Iterator[None]:
    """Report exceptions of these types as user errors."""
    try:
        yield
    except errors as error:
        raise Failure(str(error)) from None


def interrupted(text: str = "") -> click.exceptions.Exit:
    """Report Ctrl-C; returns the exception to raise."""
    click.echo(f"oddfish: interrupted{text}", err=True)
    return click.exceptions.Exit(INTERRUPTED)


class Ending:
    """What has come of the signals that end programs. The first of them raises KeyboardInterrupt, unless it comes
    once the program is ending anyway."""

    def __init__(self) -> None:
        self.received: list[int] = []
        self.ending = False

    def __call__(self, number: int, _frame: object) -> None:
        self.received.append(number)
        if len(self.received) == 1 and not self.ending:
            raise KeyboardInterrupt

    @property
    def status(self) -> int:
        """The exit status that shells give a program which a signal has ended; 0 without one."""
        return 128 + self.received[0] if self.received else 0


@contextlib.contextmanager
def ended_by_signals() -> Iterator[Ending]:
    """Within, what ends programs interrupts as Ctrl-C does: SIGTERM, and SIGHUP when the terminal is closed. A signal
    that is to be ignored (nohup) stays so."""
    ending = Ending()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, ending)
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def needed(package: str, text: str) -> Iterator[None]:
    """Around the import of an optional package; ``text`` says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise Failure(text) from None


# Parameters and options -------------------------------------------------------------------------------------


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
    """A whole number; messages call it that."""

    name = "whole number"


class Number(click.FloatRange):
    """A number, with or without a fraction; messages call it a number."""

    name = "number"


#: The engine's time for a move of a game without clocks.
SECONDS_A_MOVE = Number(0.01, 86400)


class Parsed(click.ParamType):
    """A parameter that a function parses; its ValueError is a user error."""

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


def refuse(ctx: click.Context, mode: str, *names: str) -> None:
    """Refuse options that mean nothing in a mode.

    Raises:
        click.UsageError: one of these parameters was given.
    """
    for parameter in ctx.command.params:
        if parameter.name in names and ctx.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"{parameter.opts[0]} does not go with {mode}.")


def open_game(variant: Variant, options: tuple[str, ...], fen: str | None = None, seed: int | None = None) -> Game:
    """The game described on the command line."""
    values = read_options(options)
    if values and not variant.options:
        raise OptionError(f"variant {variant.name} has no options")
    return Game(variant, values, fen, seed)


option_values = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="set an option of the variant (repeatable)"
)
option_seed = click.option("--seed", type=int, metavar="N", help="seed for random choices, such as armies")
option_level = click.option(
    "--level",
    type=Whole(0, FULL_STRENGTH),
    metavar="N",
    help=f"the engine's playing level, from 0 to {FULL_STRENGTH}  [default: {FULL_STRENGTH}, full strength]",
)
option_concurrency = click.option(
    "--concurrency",
    "-c",
    type=Whole(1, 1024),
    metavar="N",
    default=1,
    show_default=True,
    help="games to play at once",
)


# Output -----------------------------------------------------------------------------------------------------


def headline(summary: str) -> str:
    """A summary up to its first full stop, colon or semicolon."""
    return re.split(r"(?<=[a-z)\d])[.:;] ", summary, maxsplit=1)[0].rstrip(".")


def check_file(path: str) -> None:
    """Find out now whether a file can be written later.

    Raises:
        Failure: it cannot.
    """
    with _writing():
        check_writable(path)


def write_file(path: str, content: str | bytes) -> None:
    """Write a file; ``-`` is standard output. If that fails, what was there stays.

    Raises:
        Failure: the file cannot be written.
    """
    if path == "-":
        click.echo(content, nl=False)
        return
    with _writing():
        write_whole(path, content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except FileError as error:
        raise Failure(f"cannot write {error}") from None


def open_console(stderr: bool = False, plain_width: int | None = None) -> Console:
    """A rich console; ``plain_width`` is its width where there is no terminal."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    if plain_width is not None and not console.is_terminal:
        console.width = plain_width
    return console


@contextlib.contextmanager
def progress(total: int, what: str) -> Iterator[Any]:
    """Show a progress bar if standard error is a terminal; yields the function that advances it, by one unless told
    otherwise, and says whether there is one."""
    if not sys.stderr.isatty():
        yield lambda steps=1: False
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=open_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def advance(steps: int = 1) -> bool:
            bar.advance(task, steps)
            return True

        yield advance


# Clusters ---------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def open_cluster(address: str, at_once: int | None = None) -> Iterator[Cluster]:
    """Connect to a cluster; its failures, now and within the context, are user errors."""
    with needed("distributed", "--cluster needs Dask: pip install 'oddfish[cluster]'"):
        from oddfish.engine.experiments.cluster import Cluster, ClusterError

    with (
        reported(ClusterError),
        Cluster(address, at_once, lambda text: click.echo(f"oddfish: {text}", err=True)) as cluster,
    ):
        yield cluster
