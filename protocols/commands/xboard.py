"""``oddfish xboard``."""

from __future__ import annotations

import os
import shlex
import sys

import click

from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, VariantName, option_values, read_options, reported


@click.command(short_help="Play in XBoard, or watch a match.")
@click.argument("variant", type=VariantName())
@click.option("--match", is_flag=True, help="let two engines play, and leave XBoard after the last game")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), metavar="N", help="games in a match")
@click.option(
    "--time",
    "control",
    metavar="[MOVES/]MINUTES[:SECONDS][+INCREMENT]",
    help="time control, such as 40/5 or 0:30+2  [default: 5+3; in a match 1+1]",
)
@click.option("--save", type=click.Path(dir_okay=False), help="append the games to a PGN file")
@click.option("--load", type=click.Path(exists=True, dir_okay=False), help="start with a game from a PGN file")
@click.option(
    "--number", default=1, show_default=True, type=click.IntRange(1), metavar="N", help="which game of that file"
)
@click.option("--book", metavar="FILE", help="opening book for this engine (see oddfish book)")
@click.option("--second", metavar="COMMAND", help="second engine  [default: this engine]")
@option_values
@click.option("--print", "show", is_flag=True, help="print XBoard's command line instead of running it")
@click.argument("arguments", nargs=-1, metavar="[-- XBOARD-ARGUMENTS]")
def xboard(
    variant: Variant,
    match: bool,
    games: int,
    control: str | None,
    save: str | None,
    load: str | None,
    number: int,
    second: str | None,
    book: str | None,
    options: tuple[str, ...],
    show: bool,
    arguments: tuple[str, ...],
) -> None:
    """Play VARIANT against this engine in XBoard, or watch a match.

    You have White. Arguments after -- are passed to XBoard.
    """
    from oddfish.protocols import xboard as launcher
    from oddfish.protocols.settings import Settings

    if match and load is not None:
        raise Failure("--load does not go with --match")
    with reported(OptionError):
        settings = Settings(variant.name)
        for name, value in read_options(options).items():
            settings.set(name, value)
        Game(settings.variant, settings.values)
    with reported(launcher.XBoardError):
        program = "xboard" if show else launcher.find_xboard()
        if book is not None:
            book = launcher.checked_book(book, settings)
        if load is not None:
            load = launcher.extract_game(load, number)
        session = "printed" if show else None
        words = launcher.command_line(settings, program, match, games, control, save, second, book, load, session)
    words += arguments
    if show:
        click.echo(shlex.join(words))
        return
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Failure("no display: set DISPLAY, or run under xvfb-run")
    os.execv(program, words)
