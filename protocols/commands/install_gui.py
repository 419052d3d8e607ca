"""``oddfish install-gui``, and what it shares with ``uninstall-gui``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oddfish.engine.options import OptionError
from oddfish.engine.variants import DEFAULT, REGISTRY
from oddfish.protocols.commands.common import read_options, reported

if TYPE_CHECKING:
    from oddfish.protocols.commands.xboard_files import Places
    from oddfish.protocols.installation import Step

option_home = click.option(
    "--home", metavar="DIR", type=click.Path(file_okay=False),
    help="use this home folder instead of the one in the password file, where XBoard looks",
)  # fmt: skip
option_system = click.option("--system", is_flag=True, help="for all users: in /usr/local and XBoard's data folder")
option_winboard = click.option(
    "--winboard", metavar="DIR", is_flag=False, flag_value="",
    help="for WinBoard, in the folder of winboard.exe; without DIR, where WinBoard's installer puts it",
)  # fmt: skip
option_dry_run = click.option("--dry-run", is_flag=True, help="show what would be done, and do nothing")


def places_of(home: str | None, system: bool) -> Places:
    """Where the options say to install."""
    from oddfish.protocols.commands.xboard_files import system_places, users_places

    if home is not None and system:
        raise click.UsageError("--home and --system exclude each other")
    return system_places() if system else users_places(None if home is None else Path(home))


def report(steps: Sequence[Step], dry_run: bool) -> None:
    """Print all steps of a dry run, else only those left out because a file has changed."""
    for step in steps:
        if dry_run or step.act is None:
            click.echo(str(step))


def exclusive(home: str | None, system: bool) -> None:
    """Refuse the options of XBoard beside ``--winboard``."""
    if home is not None or system:
        raise click.UsageError("--winboard excludes --home and --system")


def _screen(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"'{text}': expected WIDTHxHEIGHT, such as 1920x1080")
    return int(found[1]), int(found[2])


option_screen = click.option(
    "--screen",
    metavar="WxH",
    callback=_screen,
    help="the screen that WinBoard's boards are to fill, by default this one",
)


option_rules = click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="with --winboard: start the games that have this option with it (repeatable), armies with their badges",
)


def _install_winboard(folder: str, screen: tuple[int, int] | None, options: tuple[str, ...], dry_run: bool) -> None:
    from oddfish.protocols.commands.winboard_files import contents, engine_command, places_of, views
    from oddfish.protocols.installation import Installation, InstallationError
    from oddfish.protocols.winboard import View, screen_size

    places = places_of(folder)
    with reported(OptionError):
        shown = views(read_options(options))
    with reported(InstallationError):
        installation = Installation(places.record)
        click.echo("Drawing boards and pieces in every size takes up to half a minute", err=True)
        files = contents(places, screen or screen_size(), engine_command(), shown)
        steps = installation.install(files, {}, dry_run)
    report(steps, dry_run)
    if not dry_run:
        click.echo(f"{sum(step.act is not None for step in steps)} files written; {places.record} lists them")
        click.echo(f"Play with: winboard.exe @{View(REGISTRY[DEFAULT]).name}.ini, in {places.program}")


@click.command("install-gui")
@option_home
@option_system
@option_winboard
@option_screen
@option_rules
@option_dry_run
def install_gui(
    home: str | None,
    system: bool,
    winboard: str | None,
    screen: tuple[int, int] | None,
    options: tuple[str, ...],
    dry_run: bool,
) -> None:
    """Add the games to XBoard and the menus, or to WinBoard.

    Afterwards `xboard @oddfish-VARIANT` plays a variant from any folder. The games are also in XBoard's list of engines
    (Engine > Load New 1st Engine) and in the desktop's menus. Close XBoard first: it rewrites its settings when it
    exits. `oddfish xboard VARIANT` works without all this.

    With --winboard, `winboard.exe @oddfish-VARIANT.ini` plays a variant as White and `@oddfish-VARIANT-black.ini` as
    Black. The settings keep what --option says, such as house rules or armies (WhiteArmy=random draws them once), until
    the games are installed again.
    """
    if winboard is not None:
        exclusive(home, system)
        _install_winboard(winboard, screen, options, dry_run)
        return
    for flag, given in (("--screen", screen is not None), ("--option", bool(options))):
        if given:
            raise click.UsageError(f"{flag} is for --winboard")
    from oddfish.protocols.commands.xboard_files import contents, entries, states
    from oddfish.protocols.installation import Installation, InstallationError
    from oddfish.protocols.xboard import XBoardError, find_xboard

    places = places_of(home, system)
    absent = ""
    try:
        program = find_xboard()
    except XBoardError as error:
        program, absent = "xboard", str(error)
    with reported(InstallationError):
        steps = Installation(places.record).install(contents(places, program), entries(places), dry_run, states(places))
    report(steps, dry_run)
    if not dry_run:
        written = sum(step.act is not None for step in steps)
        click.echo(f"{written} files written or changed; {places.record} lists them")
        click.echo(f"Play with: xboard {places.argument(REGISTRY[DEFAULT])}, or from the menu of games")
    if absent:
        click.echo(f"Note: {absent}", err=True)
