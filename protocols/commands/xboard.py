"""``oddfish xboard``."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING

import click

from oddfish.engine.game import Game
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.options import OptionError
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    Failure,
    VariantName,
    Whole,
    option_level,
    option_values,
    read_options,
    reported,
)

if TYPE_CHECKING:
    from oddfish.protocols.chooser import Choice

_NO_DISPLAY = "no display: set DISPLAY, run under xvfb-run, or use oddfish play"


@click.command(short_help="Play in XBoard, or watch a match.")
@click.argument("variant", type=VariantName(), required=False)
@click.option("--black", is_flag=True, help="you are Black")
@click.option("--watch", is_flag=True, help="let the engine play itself, and stay with the final position")
@click.option("--match", is_flag=True, help="let two engines play, and leave XBoard after the last game")
@click.option("--games", default=1, show_default=True, type=Whole(1), metavar="N", help="games in a match")
@click.option(
    "--time",
    "control",
    metavar="[MOVES/]MINUTES[:SECONDS][+INCREMENT]",
    help="time control, such as 40/5 or 0:30+2  [default: 5+3; with --watch 3+2; in a match 1+1]",
)
@click.option("--save", type=click.Path(dir_okay=False), help="append the games to a PGN file")
@click.option(
    "--load",
    type=click.Path(exists=True, dir_okay=False),
    help="start with a game from a PGN file, of XBoard or of `oddfish match`",
)
@click.option("--number", default=1, show_default=True, type=Whole(1), metavar="N", help="which game of that file")
@click.option("--book", metavar="FILE", help="opening book for this engine (see oddfish book)")
@click.option("--second", metavar="COMMAND", help="second engine  [default: this engine]")
@option_level
@option_values
@click.option("--print", "show", is_flag=True, help="print XBoard's command line instead of running it")
@click.argument("arguments", nargs=-1, metavar="[-- XBOARD-ARGUMENTS]")
def xboard(
    variant: Variant | None,
    black: bool,
    watch: bool,
    match: bool,
    games: int,
    control: str | None,
    save: str | None,
    load: str | None,
    number: int,
    second: str | None,
    book: str | None,
    level: int | None,
    options: tuple[str, ...],
    show: bool,
    arguments: tuple[str, ...],
) -> None:
    """Play VARIANT against this engine in XBoard, or watch a match.

    You have White, unless you say --black. Without VARIANT you are asked for the game, your colour, the playing level,
    the time, house rules and armies; without a display you then play in the terminal. Arguments after -- are passed to
    XBoard.
    """
    from oddfish.protocols import xboard as launcher
    from oddfish.protocols.settings import SKILL_LEVEL, Settings

    chosen = [name for name, flag in (("--black", black), ("--watch", watch), ("--match", match)) if flag]
    if len(chosen) > 1:
        raise Failure(f"{chosen[1]} does not go with {chosen[0]}")
    if load is not None and chosen:
        raise Failure(f"--load does not go with {chosen[0]}")
    if arguments and arguments[0][0:1] not in ("-", "/", "@"):
        raise Failure(f"unexpected argument '{arguments[0]}': XBoard's own begin with - and follow --")
    if variant is None:
        here = not show and not _has_display()
        if here and (match or games > 1 or control or save or load or book or second or arguments):
            raise Failure(_NO_DISPLAY)  # these are XBoard's
        choice = _choice(here)
        if choice is None:
            return
        variant, control = choice.variant, control or choice.time
        if level is None:
            level = int(choice.engine.get(SKILL_LEVEL.name, FULL_STRENGTH))
        options = (*(f"{name}={value}" for name, value in choice.options.items()), *options)
        if not chosen:
            black, watch = choice.role == "black", choice.role == "watch"
        if here:
            _play_here(variant, black, watch, choice.seconds, level, options)
            return
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
            launcher.set_up_as_recorded(load, settings)
            load = launcher.in_plies_of_xboard(load, settings)
        session = "printed" if show else None
        words = launcher.command_line(
            settings,
            program,
            match,
            games,
            control,
            save,
            second,
            book,
            load,
            session,
            FULL_STRENGTH if level is None else level,
            black,
            watch,
        )
    words += arguments
    if show:
        click.echo(shlex.join(words))
        return
    if not _has_display():
        raise Failure(_NO_DISPLAY)
    os.execv(program, words)


def _choice(here: bool) -> Choice | None:
    """What the person chooses.

    Args:
        here: there is no display, so that the game will be played in the terminal.
    """
    from oddfish.protocols.chooser import choose
    from oddfish.protocols.settings import SKILL_LEVEL

    with reported(OSError):
        return choose((SKILL_LEVEL,), here)


def _play_here(
    variant: Variant, black: bool, watch: bool, seconds: float, level: int, options: tuple[str, ...]
) -> None:
    """Play in the terminal as `oddfish play` does."""
    from oddfish.protocols.commands.play import play

    players = {"alone": True} if watch else {"white": "engine"} if black else {}
    context = click.get_current_context()
    context.invoke(play, variant=variant, seconds=seconds, level=level, options=options, **players)


def _has_display() -> bool:
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
