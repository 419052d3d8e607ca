"""``oddfish play``."""

from __future__ import annotations

from collections.abc import Mapping

import click

from oddfish.engine.files import FileError, place_of
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    INTERRUPTED,
    SECONDS_A_MOVE,
    Failure,
    VariantName,
    Whole,
    check_file,
    ended_by_signals,
    open_console,
    open_game,
    option_level,
    option_seed,
    option_values,
    read_options,
    reported,
    write_file,
)


@click.command(short_help="Play in the terminal.")
@click.argument("variant", type=VariantName())
@click.option(
    "--white", type=click.Choice(["human", "engine"]), help="who plays White  [default: human if Black is not]"
)
@click.option("--black", type=click.Choice(["human", "engine"]), help="who plays Black  [default: engine]")
@click.option("--self", "alone", is_flag=True, help="watch the engine play itself")
@click.option("--time", "seconds", type=SECONDS_A_MOVE, metavar="SECONDS", help="seconds per move  [default: 0.5]")
@click.option("--depth", type=Whole(1, 100), metavar="N", help="search to this depth instead of by time")
@click.option("--fen", metavar="FEN", help="position to start from  [default: the start position]")
@click.option("--load", metavar="FILE", help="go on with a saved game, as it was played")
@click.option("--number", default=1, type=Whole(1), metavar="N", help="which game of that file  [default: 1]")
@click.option("--save", metavar="FILE", help="write the game as PGN (- for standard output)")
@click.option(
    "--hash",
    "hash_mb",
    type=Whole(1, 1 << 20),
    default=64,
    show_default=True,
    metavar="MB",
    help="size of the hash table",
)
@click.option("--threads", type=Whole(1, 1024), metavar="N", default=1, show_default=True, help="search threads")
@option_level
@option_values
@option_seed
def play(
    variant: Variant,
    white: str | None,
    black: str | None,
    alone: bool,
    seconds: float | None,
    depth: int | None,
    fen: str | None,
    load: str | None,
    number: int,
    save: str | None,
    hash_mb: int,
    threads: int,
    level: int | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Play against the engine in the terminal.

    Type "help" during the game for the list of commands.

    --load takes files of this command, of `oddfish match` and, in games without hands, of XBoard. Who plays which side,
    the level, armies and house rules are those of the file, unless they are given.
    """
    if load is not None and fen is not None:
        raise Failure("--fen does not go with --load")
    if alone and "human" in (white, black):
        raise Failure("--self leaves no side to a human")
    if save not in (None, "-"):
        check_file(save)  # fail now rather than after the game
        if place_of(save).is_file():
            raise Failure(f"{save} exists: choose another name")
    tags: dict[str, str] = {}
    if load is None:
        game = open_game(variant, options, fen, seed)
    else:
        game, tags = _loaded(load, number, variant, options, seed)

    from oddfish.engine.searcher import Limits
    from oddfish.protocols import terminal

    recorded = terminal.recorded_players(tags)
    if alone:
        players = ("engine", "engine")
    elif recorded and white is None and black is None:
        players = recorded
    elif white == "engine" or (white is None and black == "human"):
        players = ("engine", black or "human")
    else:
        players = ("human", black or "engine")
    milliseconds = int(1000 * seconds) if seconds else 0 if depth else 500
    limits = Limits(depth=depth or 0, movetime=milliseconds)
    if level is None:
        level = terminal.recorded_level(tags)
    setting = terminal.Setting(players, limits, hash_mb, threads, level, _remark(game, tags))
    session = terminal.Terminal(game, setting, open_console(), terminal.read_line)
    session.searcher.skill.seed = seed or 0
    with ended_by_signals() as received:
        try:
            session.play()
        finally:
            if save is not None:
                write_file(save, session.pgn())
    if session.interrupted or received:
        raise click.exceptions.Exit(128 + received[0] if received else INTERRUPTED)


def _loaded(
    path: str, number: int, variant: Variant, options: tuple[str, ...], seed: int | None
) -> tuple[Game, dict[str, str]]:
    """A saved game, at its last position, and its tags."""
    from oddfish.protocols.recorded import read_game

    with reported(ValueError, FileError):
        return read_game(path, number, variant, read_options(options), seed)


def _remark(game: Game, tags: Mapping[str, str]) -> str:
    """That a game goes on which, by its record, has ended otherwise than on the board; '' if there is no such thing."""
    result = tags.get("Result", "*")
    if result == "*" or game.result() is not None:
        return ""
    return f"This game ended {result}, though not on the board; it goes on from its last position."
