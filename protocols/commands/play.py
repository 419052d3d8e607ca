"""``oddfish play``."""

from __future__ import annotations

import click

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
    write_file,
)


@click.command(short_help="Play in the terminal.")
@click.argument("variant", type=VariantName())
@click.option("--white", type=click.Choice(["human", "engine"]), help="who plays White  [default: human]")
@click.option("--black", type=click.Choice(["human", "engine"]), help="who plays Black  [default: engine]")
@click.option("--self", "alone", is_flag=True, help="watch the engine play itself")
@click.option("--time", "seconds", type=SECONDS_A_MOVE, metavar="SECONDS", help="seconds per move  [default: 0.5]")
@click.option("--depth", type=click.IntRange(1, 100), metavar="N", help="search to this depth instead of by time")
@click.option("--fen", metavar="FEN", help="position to start from  [default: the start position]")
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
    game = open_game(variant, options, fen, seed)

    from oddfish.engine.searcher import Limits
    from oddfish.protocols import terminal

    if alone and "human" in (white, black):
        raise Failure("--self leaves no side to a human")
    if alone:
        players = ("engine", "engine")
    elif white == "engine":
        players = ("engine", black or "human")
    else:
        players = ("human", black or "engine")
    milliseconds = int(1000 * seconds) if seconds else 0 if depth else 500
    limits = Limits(depth=depth or 0, movetime=milliseconds)
    if save not in (None, "-"):
        check_file(save)  # fail now rather than after the game
    setting = terminal.Setting(players, limits, hash_mb, threads, level)
    session = terminal.Terminal(game, setting, open_console(), terminal.read_line)
    result = session.play()
    if save is not None:
        write_file(save, terminal.pgn(game, result, players))
    if session.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
