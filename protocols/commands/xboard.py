"""``oddfish xboard``."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import click

from oddfish.engine.game import Game
from oddfish.engine.levels import BEGINNER, FULL_STRENGTH
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.choosing import asked
from oddfish.protocols.commands.common import Failure, check_file, reported
from oddfish.protocols.commands.options import (
    PositionOptions,
    VariantOptions,
    level_option,
    option,
    options,
    whole_option,
)
from oddfish.protocols.commands.parameters import VariantName, read_options

if TYPE_CHECKING:
    from oddfish.protocols.chooser import Choice
    from oddfish.protocols.settings import Settings
    from oddfish.protocols.xboard import Launch

_NO_DISPLAY = "no display: set DISPLAY, run under xvfb-run, or run oddfish play"


@dataclass(frozen=True, kw_only=True)
class RoleOptions:
    """Your role: you play White by default."""

    black: bool = option("--black", is_flag=True, help="play Black")
    watch: bool = option(
        "--watch", is_flag=True, help="let the engine play itself, and keep the final position on the screen"
    )
    match: bool = option("--match", is_flag=True, help="let two engines play, and close XBoard after the last game")

    def chosen(self) -> list[str]:
        """The flags on the command line."""
        flags = (("--black", self.black), ("--watch", self.watch), ("--match", self.match))
        return [name for name, flag in flags if flag]

    @property
    def level(self) -> int:
        """The engine's level if you do not choose one."""
        return FULL_STRENGTH if self.watch or self.match else BEGINNER


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """The games and the engines."""

    games: int = whole_option("--games", default=1, help="games in the match")
    control: str | None = option(
        "--time",
        metavar="[MOVES/]MINUTES[:SECONDS][+INCREMENT]",
        help="time control, such as 40/5 or 0:30+2  [default: 5+3; with --watch 3+2; in a match 1+1]",
    )
    save: str | None = option("--save", type=click.Path(dir_okay=False), help="append the games to a PGN file")
    load: str | None = option(
        "--load",
        type=click.Path(exists=True, dir_okay=False),
        help="start with a game from a PGN file saved by XBoard or `oddfish match`",
    )
    number: int = whole_option("--number", default=1, help="number of the game in that file")
    book: str | None = option("--book", metavar="FILE", help="opening book of this engine (see oddfish book)")
    second: str | None = option("--second", metavar="COMMAND", help="second engine  [default: this engine]")
    level: int | None = level_option(f"{BEGINNER}, for beginners; without a player {FULL_STRENGTH}, full strength")

    def needs_xboard(self) -> bool:
        """Whether an option is set that only XBoard supports."""
        return self.games > 1 or any((self.control, self.save, self.load, self.book, self.second))


@dataclass(frozen=True, kw_only=True)
class XBoardOptions:
    """A game in XBoard."""

    role: RoleOptions = field(default_factory=RoleOptions)
    game: GameOptions = field(default_factory=GameOptions)
    rules: VariantOptions = field(default_factory=VariantOptions)
    show: bool = option("--print", is_flag=True, help="print XBoard's command line instead of running it")


@click.command(
    short_help="Play in XBoard, or watch a match.",
    help="""
    Play VARIANT against this engine in XBoard, or watch a match.

    You play White, or Black with --black. The engine plays at a level for beginners unless you set --level; 20 is full
    strength. Without VARIANT, oddfish asks you for the game, your colour, the playing level, the time, house rules and
    armies; if there is no display, you then play in the terminal. Arguments after -- go to XBoard.
    """,
)
@click.argument("variant", type=VariantName(), required=False)
@options(XBoardOptions)
@click.argument("arguments", nargs=-1, metavar="[-- XBOARD-ARGUMENTS]")
def xboard(variant: Variant | None, given: XBoardOptions, arguments: tuple[str, ...]) -> None:
    from oddfish.protocols import xboard as launcher

    chosen = given.role.chosen()
    if len(chosen) > 1:
        raise Failure(f"{chosen[1]} cannot be used with {chosen[0]}")
    if given.game.load is not None and chosen:
        raise Failure(f"--load cannot be used with {chosen[0]}")
    if arguments and arguments[0][0:1] not in ("-", "/", "@"):
        raise Failure(f"unexpected argument '{arguments[0]}': XBoard's arguments start with - and go after --")
    here = not given.show and not _has_display()
    if variant is None:
        choice = _ask(given, here, arguments)
        if choice is None:
            return
        if here:
            _play_here(given, choice)
            return
        variant, given = choice.variant, _with_choice(given, choice)
    if given.game.save is not None:
        check_file(given.game.save)  # XBoard would say nothing
    settings = _settings(variant, given.rules)
    with reported(launcher.XBoardError):
        program = "xboard" if given.show else launcher.find_xboard()
        if here:  # before any files are written
            raise Failure(_NO_DISPLAY)
        words = launcher.command_line(settings, program, _launch(given, settings))
    words += arguments
    if given.show:
        click.echo(shlex.join(words))
        return
    if given.game.level is None and given.role.level < FULL_STRENGTH:
        click.echo(
            f"The engine plays at level {given.role.level}, for beginners. Choose another with --level (full strength: "
            f"--level {FULL_STRENGTH}) or, in XBoard, with SkillLevel in Engine > Engine #1 Settings."
        )
    os.execv(program, words)


def _ask(given: XBoardOptions, here: bool, arguments: tuple[str, ...]) -> Choice | None:
    """Ask for a game; None if you cancel.

    Args:
        here: there is no display, and you will play in the terminal.

    Raises:
        Failure: the command line needs XBoard, which needs a display.
    """
    if here and (given.role.match or given.game.needs_xboard() or arguments):
        raise Failure(_NO_DISPLAY)
    if here and sys.stdin is not None and sys.stdin.isatty():
        click.echo("There is no display for XBoard, so you play in this terminal.")
    return asked(here, given.game.level)


def _with_choice(given: XBoardOptions, choice: Choice) -> XBoardOptions:
    """The options, completed by your choices."""
    from oddfish.engine.search_options import SKILL_LEVEL

    level, role = int(choice.engine.get(SKILL_LEVEL.name, BEGINNER)), given.role
    if not role.chosen():
        role = RoleOptions(black=choice.role == "black", watch=choice.role == "watch")
    texts = (*(f"{name}={value}" for name, value in choice.options.items()), *given.rules.options)
    game = replace(given.game, control=given.game.control or choice.time, level=level)
    return replace(given, role=role, game=game, rules=VariantOptions(options=texts))


def _settings(variant: Variant, rules: VariantOptions) -> Settings:
    """The variant and its options.

    Raises:
        Failure: the variant does not have an option or does not accept its value.
    """
    from oddfish.protocols.settings import Settings

    with reported(OptionError):
        settings = Settings(variant.name)
        for name in read_options(rules.options):
            find_option(variant.options, name)
        for name, value in read_options(rules.options).items():
            settings.set(name, value)
        Game(settings.variant, settings.values)
    return settings


def _launch(given: XBoardOptions, settings: Settings) -> Launch:
    """What XBoard does when it starts.

    Raises:
        XBoardError: the book or the game does not fit the variant, or a file is unusable.
    """
    from oddfish.protocols import xboard as launcher

    game, role = given.game, given.role
    book, load = game.book, game.load
    if book is not None:
        book = launcher.checked_book(book, settings)
    black_first = False
    if load is not None:
        load = launcher.extract_game(load, game.number)
        launcher.set_up_as_recorded(load, settings)
        black_first = launcher.is_black_first(load, settings)
        load = launcher.in_plies_of_xboard(load, settings)
    return launcher.Launch(
        match=role.match,
        black=role.black,
        watch=role.watch,
        games=game.games,
        control=game.control,
        save=game.save,
        load=load,
        book=book,
        second=game.second,
        session="printed" if given.show else None,
        black_first=black_first,
        level=role.level if game.level is None else game.level,
    )


def _play_here(given: XBoardOptions, choice: Choice) -> None:
    """Play the chosen game in the terminal, like `oddfish play`."""
    from oddfish.protocols.commands import play

    sides = play.PlayerOptions(alone=given.role.watch, white="engine" if given.role.black else None)
    position = PositionOptions(options=given.rules.options)
    play.play_choice(choice, play.PlayOptions(sides=sides, position=position))


def _has_display() -> bool:
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
