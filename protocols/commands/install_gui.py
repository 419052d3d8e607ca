"""``oddfish install-gui``, and the options that it shares with ``uninstall-gui``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oddfish.engine.guide.words import listed
from oddfish.engine.options import OptionError
from oddfish.engine.variants import DEFAULT, REGISTRY
from oddfish.protocols.commands.common import reported
from oddfish.protocols.commands.options import option, options
from oddfish.protocols.commands.parameters import read_options

if TYPE_CHECKING:
    from oddfish.protocols.commands.xboard_files import Places
    from oddfish.protocols.installation import Step


@dataclass(frozen=True, kw_only=True)
class PlaceOptions:
    """Where to install, or where to uninstall."""

    home: str | None = option(
        "--home",
        metavar="DIR",
        type=click.Path(file_okay=False),
        help="use this home folder  [default: the one in HOME]",
    )
    system: bool = option("--system", is_flag=True, help="for all users: use /usr/local and XBoard's data folder")
    winboard: str | None = option(
        "--winboard",
        metavar="DIR",
        is_flag=False,
        flag_value="",
        help="for WinBoard: DIR is the folder of winboard.exe  [default: where WinBoard's installer puts it]",
    )

    def xboard_places(self) -> Places:
        """The folders of an installation for XBoard.

        Raises:
            click.UsageError: both --home and --system are given.
            Failure: there is no such folder.
        """
        from oddfish.protocols.commands.xboard_files import system_places, users_places

        if self.home is not None and self.system:
            raise click.UsageError("--home cannot be used with --system")
        return system_places() if self.system else users_places(None if self.home is None else Path(self.home))

    def refuse_xboard(self) -> None:
        """Check that no option for XBoard is given with ``--winboard``.

        Raises:
            click.UsageError: there is one.
        """
        if self.home is not None or self.system:
            raise click.UsageError("--winboard cannot be used with --home or --system")


@dataclass(frozen=True, kw_only=True)
class DryRunOptions:
    """Whether to act, or only to show what would be done."""

    dry_run: bool = option("--dry-run", is_flag=True, help="show what would be done without doing it")

    def announce(self, verb: str, places: Sequence[Path]) -> None:
        """Say where files will be written or removed, before that happens."""
        if not self.dry_run:
            click.echo(f"{verb} in {listed([str(place) for place in places])}")

    def report(self, steps: Sequence[Step]) -> None:
        """Print all steps of a dry run; otherwise only those skipped because you changed a file."""
        for step in steps:
            if self.dry_run or step.act is None:
                click.echo(str(step))


def _screen(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"'{text}': expected WIDTHxHEIGHT, such as 1920x1080")
    return int(found[1]), int(found[2])


@dataclass(frozen=True, kw_only=True)
class InstallOptions:
    """What to install and where."""

    place: PlaceOptions = field(default_factory=PlaceOptions)
    screen: tuple[int, int] | None = option(
        "--screen",
        metavar="WxH",
        callback=_screen,
        help="with --winboard: size the boards for this screen  [default: your screen]",
    )
    options: tuple[str, ...] = option(
        "--option",
        "-o",
        multiple=True,
        metavar="NAME=VALUE",
        help="with --winboard: set an option in all games that have it (repeatable); armies show their badges",
    )
    dry: DryRunOptions = field(default_factory=DryRunOptions)


def _install_winboard(folder: str, given: InstallOptions) -> None:
    from oddfish.protocols.commands.winboard_files import contents, engine_command, places_of, views
    from oddfish.protocols.installation import Installation, InstallationError
    from oddfish.protocols.winboard import View, screen_size

    places = places_of(folder)
    with reported(OptionError):
        shown = views(read_options(given.options))
    with reported(InstallationError):
        installation = Installation(places.record)
        given.dry.announce("Writing", [places.record.parent])
        click.echo("Drawing boards and pieces in every size; this takes up to half a minute", err=True)
        files = contents(places, given.screen or screen_size(), engine_command(), shown)
        steps = installation.install(files, {}, given.dry.dry_run)
    given.dry.report(steps)
    if not given.dry.dry_run:
        click.echo(f"Wrote {sum(step.act is not None for step in steps)} files, listed in {places.record}")
        click.echo(f"Play with: winboard.exe @{View(REGISTRY[DEFAULT]).name}.ini, in {places.program}")


@click.command(
    "install-gui",
    help="""
    Add the games to XBoard and the menus, or to WinBoard.

    You can then play a variant with `xboard @oddfish-VARIANT` from any folder, and find the games in XBoard's list of
    engines (Engine > Load New 1st Engine) and in the desktop's menus. Close XBoard first: it rewrites its settings when
    it exits. `oddfish xboard VARIANT` works without installing anything.

    With --winboard, you play White with `winboard.exe @oddfish-VARIANT.ini` and Black with
    `@oddfish-VARIANT-black.ini`. The settings keep the values of --option, such as house rules or armies
    (WhiteArmy=random draws an army once), until you install the games again.
    """,
)
@options(InstallOptions)
def install_gui(given: InstallOptions) -> None:
    if given.place.winboard is not None:
        given.place.refuse_xboard()
        _install_winboard(given.place.winboard, given)
        return
    for flag, present in (("--screen", given.screen is not None), ("--option", bool(given.options))):
        if present:
            raise click.UsageError(f"{flag} needs --winboard")
    _install_xboard(given.place.xboard_places(), given.dry)


def _install_xboard(places: Places, dry: DryRunOptions) -> None:
    from oddfish.protocols.commands.xboard_files import contents, entries, states, xboards_home
    from oddfish.protocols.installation import Installation, InstallationError
    from oddfish.protocols.xboard import XBoardError, find_xboard

    absent = ""
    try:
        program = find_xboard()
    except XBoardError as error:
        program, absent = "xboard", str(error)
    dry.announce("Writing", places.folders())
    with reported(InstallationError):
        files = contents(places, program)
        steps = Installation(places.record).install(files, entries(places), dry.dry_run, states(places))
    dry.report(steps)
    if not dry.dry_run:
        written = sum(step.act is not None for step in steps)
        click.echo(f"Wrote or changed {written} files, listed in {places.record}")
        click.echo(f"Play with: xboard {places.argument(REGISTRY[DEFAULT])}, or from your desktop's menu of games")
    if places.user is not None and not places.searched:
        searched = f"looks for settings in {xboards_home()}" if xboards_home() else "finds no home folder"
        click.echo(f"Note: XBoard ignores HOME and {searched}, so give XBoard the full path, as above", err=True)
    if absent:
        click.echo(f"Note: {absent}", err=True)
