"""``oddfish play``."""

from __future__ import annotations

import click

from oddfish.engine.files import FileError, place_of
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    INTERRUPTED,
    SECONDS_A_MOVE,
    Failure,
    VariantName,
    check_file,
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
@click.option("--depth", type=click.IntRange(1, 100), metavar="N", help="search to this depth instead of by time")
@click.option("--fen", metavar="FEN", help="position to start from  [default: the start position]")
@click.option("--load", metavar="FILE", help="go on with a game that was saved here or by `oddfish match`")
@click.option("--number", default=1, type=click.IntRange(1), metavar="N", help="which game of that file  [default: 1]")
@click.option("--save", metavar="FILE", help="write the game as PGN (- for standard output)")
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(1, 1 << 20),
    default=64,
    show_default=True,
    metavar="MB",
    help="size of the hash table",
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", default=1, show_default=True, help="search threads"
)
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
    level: int,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Play against the engine in the terminal.

    Type "help" during the game for the list of commands.
    """
    if load is not None and fen is not None:
        raise Failure("--fen does not go with --load")
    game = open_game(variant, options, fen, seed) if load is None else _loaded(load, number, variant, options, seed)

    from oddfish.engine.searcher import Limits
    from oddfish.protocols import terminal

    if alone and "human" in (white, black):
        raise Failure("--self leaves no side to a human")
    if alone:
        players = ("engine", "engine")
    elif white == "engine" or (white is None and black == "human"):
        players = ("engine", black or "human")
    else:
        players = ("human", black or "engine")
    milliseconds = int(1000 * seconds) if seconds else 0 if depth else 500
    limits = Limits(depth=depth or 0, movetime=milliseconds)
    if save not in (None, "-"):
        check_file(save)  # fail now rather than after the game
        if place_of(save).is_file():
            raise Failure(f"{save} exists: choose another name")
    setting = terminal.Setting(players, limits, hash_mb, threads, level)
    session = terminal.Terminal(game, setting, open_console(), terminal.read_line)
    session.searcher.skill.seed = seed or 0
    result = session.play()
    if save is not None:
        write_file(save, terminal.pgn(game, result, players))
    if session.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def _loaded(path: str, number: int, variant: Variant, options: tuple[str, ...], seed: int | None) -> Game:
    """A saved game, at its last position."""
    from oddfish.protocols.recorded import read_game

    with reported(ValueError, FileError):
        return read_game(path, number, variant, read_options(options), seed)
