"""``oddfish play``."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import click

from oddfish.engine.files import FileError, is_same_file, place_of
from oddfish.engine.levels import FULL_STRENGTH
from oddfish.engine.rematch import FIRST
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.choosing import asked
from oddfish.protocols.commands.common import (
    INTERRUPTED,
    Failure,
    check_file,
    ended_by_signals,
    open_console,
    reported,
    write_file,
)
from oddfish.protocols.commands.options import PositionOptions, level_option, option, options, whole_option
from oddfish.protocols.commands.parameters import EXPECTED, SECONDS_A_MOVE, VariantName, read_options

if TYPE_CHECKING:
    from oddfish.engine.searcher import Limits
    from oddfish.protocols.chooser import Choice
    from oddfish.protocols.saved_games import SavedGame
    from oddfish.protocols.terminal import Terminal


@dataclass(frozen=True, kw_only=True)
class PlayerOptions:
    """Who plays each side."""

    white: str | None = option(
        "--white", type=click.Choice(["human", "engine"]), help="who plays White  [default: human, unless Black is]"
    )
    black: str | None = option(
        "--black", type=click.Choice(["human", "engine"]), help="who plays Black  [default: engine]"
    )
    alone: bool = option("--self", is_flag=True, help="watch the engine play itself")

    def players(self, recorded: tuple[str, str] | None) -> tuple[str, str]:
        """Who plays White and Black: the command line's players, else those of a saved game, else a person against
        the engine."""
        if self.alone:
            return "engine", "engine"
        if self.white is None and self.black is None and recorded is not None:
            return recorded
        if self.white == "engine" or (self.white is None and self.black == "human"):
            return "engine", self.black or "human"
        return "human", self.black or "engine"


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    """The engine's strength."""

    hash_mb: int = whole_option(
        "--hash", most=1 << 20, default=64, metavar="MB", help="size of the transposition table"
    )
    threads: int = whole_option("--threads", most=1024, default=1, help="search threads")
    level: int | None = level_option()


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """A game in the terminal."""

    sides: PlayerOptions = field(default_factory=PlayerOptions)
    seconds: float | None = option(
        "--time", type=SECONDS_A_MOVE, metavar="SECONDS", help="seconds per engine move  [default: 0.5]"
    )
    depth: int | None = whole_option("--depth", most=100, help="search to this depth instead of for a time")
    first: str | None = option(
        "--first",
        type=click.Choice(FIRST),
        help="who plays first in a rematch: swap sides, or let the last game's loser or winner begin  [default: "
        "alternate, or between people the game's custom]",
    )
    load: str | None = option("--load", metavar="FILE", help="continue a saved game")
    number: int = whole_option("--number", default=1, help="number of the game in that file")
    save: str | None = option(
        "--save", metavar="FILE", help="save the game and its rematches as PGN (- for standard output)"
    )
    engine: EngineOptions = field(default_factory=EngineOptions)
    position: PositionOptions = field(default_factory=PositionOptions)

    def limits(self) -> Limits:
        """The limits of a search."""
        from oddfish.engine.searcher import Limits

        milliseconds = int(1000 * self.seconds) if self.seconds else 0 if self.depth else 500
        return Limits(depth=self.depth or 0, movetime=milliseconds)


@click.command(
    short_help="Play in the terminal.",
    help="""
    Play against the engine in the terminal.

    Without VARIANT, oddfish asks you for the game, your colour, the playing level, house rules and armies; --load takes
    the game from the file. Give the FEN to start from after --fen or as the last arguments; quotes are optional.

    Type "help" during the game for the list of commands.

    --load reads games saved by this command, by `oddfish match`, by `oddfish web` or by XBoard. The players, the level,
    armies and house rules come from the file, unless you set them.
    """,
)
@click.argument("variant", type=VariantName(), required=False)
@click.argument("words", nargs=-1, metavar="[FEN]")
@options(PlayOptions)
def play(variant: Variant | None, words: tuple[str, ...], given: PlayOptions) -> None:
    if variant is None and given.load is None:
        _ask(given)
    else:
        position = replace(given.position, fen=given.position.at(words))
        play_in_terminal(variant, replace(given, position=position))


def _ask(given: PlayOptions) -> None:
    """Ask for a game in the terminal, and play it."""
    if given.position.fen is not None or sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"Missing argument 'VARIANT'. {EXPECTED}")
    choice = asked(here=True, level=given.engine.level)
    if choice is not None:
        play_choice(choice, given)


def play_choice(choice: Choice, given: PlayOptions) -> None:
    """Play a game that was chosen in the terminal. The command line overrides the choices, except the level: there
    it only sets the default of the question."""
    from oddfish.engine.search_options import SKILL_LEVEL

    sides, level = given.sides, int(choice.engine.get(SKILL_LEVEL.name, FULL_STRENGTH))
    if not (sides.alone or sides.white or sides.black):
        sides = replace(sides, alone=choice.role == "watch", white="engine" if choice.role == "black" else None)
    seconds = given.seconds
    if seconds is None and given.depth is None:
        seconds = choice.seconds
    texts = (*(f"{name}={value}" for name, value in choice.options.items()), *given.position.options)
    play_in_terminal(
        choice.variant,
        replace(
            given,
            sides=sides,
            seconds=seconds,
            engine=replace(given.engine, level=level),
            position=replace(given.position, options=texts),
        ),
    )


def play_in_terminal(variant: Variant | None, given: PlayOptions) -> None:
    """Play a game in the terminal.

    Args:
        variant: None for that of the game to load.

    Raises:
        Failure: the options contradict each other, or a file is unusable.
        click.exceptions.Exit: a signal has ended the game.
    """
    if given.load is not None and given.position.fen is not None:
        raise Failure("--fen cannot be used with --load")
    if given.sides.alone and "human" in (given.sides.white, given.sides.black):
        raise Failure("--self cannot be used with a human player")
    if given.save is not None and given.save != "-":
        check_file(given.save)  # fail now rather than after the game
        if place_of(given.save).is_file():
            raise Failure(f"{given.save} already exists: choose another name")
    from oddfish.protocols import terminal

    saved, level = _game(variant, given), given.engine.level
    setting = terminal.Setting(
        given.sides.players(saved.players),
        given.limits(),
        given.engine.hash_mb,
        given.engine.threads,
        saved.level if level is None else level,
        saved.ended if saved.game.result() is None else "",
        given.first or "",
        given.position.fen or "",
        given.position.seed,
    )
    session = terminal.Terminal(saved.game, setting, open_console(), terminal.read_line)
    session.searcher.skill.seed = given.position.seed or 0
    with ended_by_signals() as ending:
        try:
            session.play()
        finally:
            ending.ending = True  # further signals do not stop the saving
            if given.save is not None:
                _save(given.save, session)
    if session.interrupted or ending.status:
        raise click.exceptions.Exit(ending.status or INTERRUPTED)


def _save(path: str, session: Terminal) -> None:
    """Save the games; if the file cannot be written, print them, so that they are not lost.

    Raises:
        Failure: the file cannot be written, or another program has created it during the games.
    """
    text = session.all_games()
    if path == "-":
        write_file(path, text)
        return
    place = place_of(path)
    try:
        if place.exists() and not any(is_same_file(place, own) for own in session.saved):
            raise Failure(f"{path} already exists: the game is printed instead")
        write_file(path, text)
    except Failure:
        with contextlib.suppress(OSError):  # the terminal may be closed
            click.echo(text)
        raise


def _game(variant: Variant | None, given: PlayOptions) -> SavedGame:
    """The game to play: a new one, or a saved one."""
    from oddfish.protocols.saved_games import SavedGame, read_game

    if given.load is None:
        assert variant is not None
        return SavedGame(given.position.game(variant))
    rules = read_options(given.position.options)
    with reported(ValueError, FileError):
        return read_game(given.load, given.number, variant, rules, given.position.seed)
