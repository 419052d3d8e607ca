"""The command line: ``oddfish`` and its commands.

Commands import what they need when they run, so ``oddfish perft`` does not wait for rich, matches or tuning.
"""

from __future__ import annotations

import errno
from typing import Any

import click

from oddfish import __version__
from oddfish.cext.core.rules import FenError
from oddfish.engine.evaluation.weights import WeightsError
from oddfish.engine.files import FileError
from oddfish.engine.options import OptionError
from oddfish.engine.variants import UnknownVariantError
from oddfish.protocols.commands.bench import bench
from oddfish.protocols.commands.book import book
from oddfish.protocols.commands.common import Failure, reported
from oddfish.protocols.commands.help import help_
from oddfish.protocols.commands.install_gui import install_gui
from oddfish.protocols.commands.match import match
from oddfish.protocols.commands.moves import moves
from oddfish.protocols.commands.perft import perft
from oddfish.protocols.commands.play import play
from oddfish.protocols.commands.ratings import ratings
from oddfish.protocols.commands.show import show
from oddfish.protocols.commands.tablebase import tablebase
from oddfish.protocols.commands.train import train
from oddfish.protocols.commands.tune import tune
from oddfish.protocols.commands.uninstall_gui import uninstall_gui
from oddfish.protocols.commands.variants import variants
from oddfish.protocols.commands.xboard import xboard


class Group(click.Group):
    """The group of commands. It reports bad input in one line, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with reported(UnknownVariantError, OptionError, WeightsError, FileError):
                return super().invoke(ctx)
        except FenError as error:
            raise Failure(f"bad FEN: {error}") from None
        except OSError as error:
            if error.errno == errno.EPIPE:  # click handles it
                raise
            what = f"{error.filename}: " if error.filename is not None else ""
            raise Failure(f"{what}{error.strerror or error}") from None
        except MemoryError as error:
            raise Failure(str(error) or "out of memory") from None


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="oddfish")
def cli() -> None:
    """Chess-variant engines for XBoard, WinBoard and UCI.

    Without a command, oddfish runs as an engine: it reads standard input and recognizes the protocol, UCI or CECP
    (XBoard's), by the first line. The engine takes the flags --variant NAME, --option NAME=VALUE (repeatable), --cecp
    and --uci.
    """


for command in (
    bench, book, help_, install_gui, match, moves, perft, play, ratings, show, tablebase, train, tune, uninstall_gui,
    variants, xboard,
):  # fmt: skip
    cli.add_command(command)
