"""The command line: ``oddfish`` and its commands.

Commands, and what they import, are loaded when they run: ``oddfish perft`` does not wait for matches or tuning.
"""

from __future__ import annotations

import errno
import importlib
from typing import Any, cast

import click

from oddfish.cext.core.errors import FenError
from oddfish.engine.evaluation.weights import WeightsError
from oddfish.engine.files import FileError
from oddfish.engine.options import OptionError
from oddfish.engine.spelling import similar
from oddfish.engine.variants import UnknownVariantError
from oddfish.protocols.commands.common import Failure, interrupted, reported
from oddfish.protocols.shortage import no_memory_for_a_thread

#: Every command. Its function has the name of its module, with _ at the end where the name would hide one of Python's.
COMMANDS = (
    "bench", "book", "completion", "doctor", "help", "install-gui", "match", "moves", "perft", "play", "ratings",
    "show", "tablebase", "train", "tune", "uninstall-gui", "variants", "web", "xboard",
)  # fmt: skip


class Group(click.Group):
    """The group of commands. It imports a command's module when the command runs, and reports bad input in one line,
    without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"oddfish.protocols.commands.{name}")
        return cast(click.Command, getattr(module, name if hasattr(module, name) else f"{name}_"))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            found = similar(args[0], COMMANDS)
            if not found or "Did you mean" in error.message:
                raise
            raise click.UsageError(f"{error.message} Did you mean {' or '.join(found)}?", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with reported(UnknownVariantError, OptionError, WeightsError, FileError):
                return super().invoke(ctx)
        except KeyboardInterrupt:  # click would exit with 1, which commands use for results
            raise interrupted() from None
        except FenError as error:
            raise Failure(f"bad FEN: {error}") from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # click handles it
                raise
            what = f"{error.filename}: " if error.filename is not None else ""
            raise Failure(f"{what}{error.strerror or error}") from None
        except MemoryError as error:
            raise Failure(str(error) or "out of memory") from None
        except RuntimeError as error:
            if not no_memory_for_a_thread(error):
                raise
            raise Failure("no memory for a thread") from None


def _version(context: click.Context, parameter: click.Parameter, given: bool) -> None:
    if given and not context.resilient_parsing:
        from oddfish.engine.build_facts import report

        click.echo(report())
        context.exit()


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""
    Chess-variant engines for XBoard, WinBoard and UCI.

    Without a command, oddfish runs as an engine: it reads standard input and recognizes the protocol, UCI or CECP
    (XBoard's), by the first line. The engine takes the flags --variant NAME, --option NAME=VALUE (repeatable), --cecp
    and --uci.
    """,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and the build.",
)
def cli() -> None:
    pass
