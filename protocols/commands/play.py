"""``oddfish play``."""

from __future__ import annotations

import click

from oddfish.engine.files import FileError, place_of
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
    from oddfish.engine.searcher import Limits
    from oddfish.protocols import terminal
    from oddfish.protocols.saved_games import SavedGame, read_game

    if load is None:
        saved = SavedGame(open_game(variant, options, fen, seed))
    else:
        with reported(ValueError, FileError):
            saved = read_game(load, number, variant, read_options(options), seed)
    milliseconds = int(1000 * seconds) if seconds else 0 if depth else 500
    setting = terminal.Setting(
        _players(saved.players, white, black, alone),
        Limits(depth=depth or 0, movetime=milliseconds),
        hash_mb,
        threads,
        saved.level if level is None else level,
        saved.ended if saved.game.result() is None else "",
    )
    session = terminal.Terminal(saved.game, setting, open_console(), terminal.read_line)
    session.searcher.skill.seed = seed or 0
    with ended_by_signals() as ending:
        try:
            session.play()
        finally:
            ending.ending = True  # whatever still comes, the game is saved
            if save is not None:
                write_file(save, session.pgn())
    if session.interrupted or ending.status:
        raise click.exceptions.Exit(ending.status or INTERRUPTED)


def _players(recorded: tuple[str, str] | None, white: str | None, black: str | None, alone: bool) -> tuple[str, str]:
    """Who plays White and Black: what was asked for, else what a saved game says, else a person against the engine."""
    if alone:
        return "engine", "engine"
    if white is None and black is None and recorded is not None:
        return recorded
    if white == "engine" or (white is None and black == "human"):
        return "engine", black or "human"
    return "human", black or "engine"
