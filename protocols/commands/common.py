"""What commands share: errors, the console, progress bars and clusters."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from oddfish.engine.files import FileError, check_writable, write_whole
from oddfish.engine.printable import printable

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.experiments.cluster import Cluster

#: Exit status after Ctrl-C, as in shells.
INTERRUPTED = 130
#: The maximum length of a message; messages quote files, so longer ones are cut off.
_LONGEST_MESSAGE = 10_000


# Errors -----------------------------------------------------------------------------------------------------


class Failure(click.ClickException):
    """A user error, reported in one line on standard error with exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        text = printable(" ".join(self.format_message().split()), _LONGEST_MESSAGE)
        click.echo(f"oddfish: {text}", file=file, err=file is None)


@contextlib.contextmanager
def reported(*errors: type[Exception]) -> Iterator[None]:
    """Turn exceptions of these types into user errors."""
    try:
        yield
    except errors as error:
        raise Failure(str(error)) from None


def interrupted(text: str = "") -> click.exceptions.Exit:
    """Report Ctrl-C and return the exception to raise."""
    click.echo(f"oddfish: interrupted{text}", err=True)
    return click.exceptions.Exit(INTERRUPTED)


class Ending:
    """The signals received so far that end programs. The first one raises KeyboardInterrupt, unless the program is
    already ending."""

    def __init__(self) -> None:
        self.received: list[int] = []
        self.ending = False

    def __call__(self, number: int, _frame: object) -> None:
        self.received.append(number)
        if len(self.received) == 1 and not self.ending:
            raise KeyboardInterrupt

    @property
    def status(self) -> int:
        """The exit status that shells report for a program ended by a signal; 0 if there was none."""
        return 128 + self.received[0] if self.received else 0


@contextlib.contextmanager
def ended_by_signals() -> Iterator[Ending]:
    """Within the context, SIGTERM and SIGHUP (a closed terminal) interrupt the program like Ctrl-C. Ignored signals
    (nohup) stay ignored."""
    ending = Ending()
    with handled_signals(ending):
        yield ending


@contextlib.contextmanager
def handled_signals(handle: Callable[[int, object], None]) -> Iterator[None]:
    """Within the context, handle the signals that end programs. Ignored signals stay ignored."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def needed(package: str, what: str, extra: str) -> Iterator[None]:
    """Import an optional package within the context. If it is missing, say what needs it, and how to install the extra
    that has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        from oddfish.protocols.extras import installer

        raise Failure(f"{what}: {installer(extra)}") from None


# Output -----------------------------------------------------------------------------------------------------


def headline(summary: str) -> str:
    """A summary up to its first full stop, colon or semicolon."""
    return re.split(r"(?<=[a-z)\d])[.:;]\s+", summary, maxsplit=1)[0].rstrip(".")


def check_file(path: str) -> None:
    """Check in advance that a file can be written.

    Raises:
        Failure: it cannot.
    """
    with _writing():
        check_writable(path)


def write_file(path: str, content: str | bytes) -> None:
    """Write a file; ``-`` is standard output. If writing fails, the old content stays.

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
    """A rich console; ``plain_width`` is its width if it is not a terminal."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    if console.color_system == "standard" and _is_xterm():
        console = Console(stderr=stderr, highlight=False, color_system="256")
    if plain_width is not None and not console.is_terminal:
        console.width = plain_width
    return console


def _is_xterm() -> bool:
    """Whether the terminal is xterm. It has 256 colours, but its TERM does not say so; by default its 16 glare."""
    return "XTERM_VERSION" in os.environ and os.environ.get("TERM") == "xterm"


@contextlib.contextmanager
def progress(total: int, what: str) -> Iterator[Any]:
    """Show a progress bar if standard error is a terminal. Yield a function that advances the bar, by one step by
    default, and returns whether there is a bar."""
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
    """Connect to a cluster. Its failures, now and within the context, become user errors."""
    lacking = ("--cluster needs Dask", "cluster")
    with needed("dask", *lacking), needed("distributed", *lacking):
        try:
            from oddfish.engine.experiments.cluster import Cluster, ClusterError
        except ValueError as error:  # importing Dask reads its configuration files
            raise Failure(f"cannot use Dask: {error}") from None

    with (
        reported(ClusterError),
        Cluster(address, at_once, lambda text: click.echo(f"oddfish: {text}", err=True)) as cluster,
    ):
        yield cluster
