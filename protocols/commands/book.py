"""The commands ``oddfish book VARIANT``, ``book show`` and ``book merge``."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from oddfish.engine.book import Book, BookError, BookMove, Header, Records, load_book, merge, write_book
from oddfish.engine.book_builder import Build, Builder, outline
from oddfish.engine.game import Game, MoveError
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    INTERRUPTED,
    Failure,
    VariantName,
    open_console,
    open_game,
    option_values,
    progress,
)

_BUILD = "build"


class _Books(click.Group):
    """``oddfish book VARIANT`` builds; what else can be done with books has a name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in self.get_help_option_names(ctx):
            args = [_BUILD, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BookError as error:
            raise Failure(str(error)) from None


@click.group(cls=_Books, invoke_without_command=False)
def book() -> None:
    """Build an opening book by self-play (oddfish book VARIANT), show what is in one, merge several.

    Engines use a book by their options BookFile and OwnBook.
    """


@book.command(_BUILD)
@click.argument("variant", type=VariantName())
@option_values
@click.option("--games", "-n", type=click.IntRange(1), default=Build.games, show_default=True, help="games to play")
@click.option(
    "--plies", type=click.IntRange(1, 200), default=Build.plies, show_default=True, help="of each game in the book"
)
@click.option(
    "--nodes", type=click.IntRange(1), default=Build.nodes, show_default=True,
    help="positions searched for each of them; a game is played out with a quarter",
)  # fmt: skip
@click.option(
    "--lines", type=click.IntRange(1, 256), default=Build.lines, show_default=True,
    help="best moves among which openings choose",
)  # fmt: skip
@click.option(
    "--margin", type=click.IntRange(0, 1000), default=Build.margin, show_default=True, metavar="CP",
    help="how much worse than the best a move may be",
)  # fmt: skip
@click.option(
    "--min-games", type=click.IntRange(1), default=Build.min_games, show_default=True,
    help="moves made less often are left out",
)  # fmt: skip
@click.option(
    "--starts", type=click.IntRange(1),
    help="how many starts to draw, where options leave one to chance (armies)  [default: one for 100 games]",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=Build.seed, show_default=True, help="of all that is drawn")
@click.option("--out", metavar="FILE", help="the book  [default: VARIANT.book, or the one extended]")
@click.option("--extend", metavar="FILE", help="go on with this book")
@click.option("--concurrency", "-c", type=click.IntRange(1, 1024), default=1, show_default=True, help="games at a time")
def build(
    variant: Variant,
    options: tuple[str, ...],
    out: str | None,
    extend: str | None,
    concurrency: int,
    starts: int | None,
    **given: int,
) -> None:
    """Build a book of VARIANT from games of the engine against itself.

    The first moves of a game are drawn among the best ones a search finds, the better the likelier; the rest is played
    out. Moves are kept that were made often enough and did about as well as the best. The same seed gives the same
    book. Ctrl-C writes what has been played.
    """
    rules = open_game(variant, options, seed=0).options if options else {}
    builder = Builder(Build(variant, rules, starts=starts or 0, **given), load_book(extend) if extend else None)
    path = out or extend or f"{variant.name}.book"
    _check_writable(path)
    if Path(path).expanduser().exists() and path != extend:
        raise Failure(f"{path} exists; --extend {path} goes on with it, --out names another file")
    before = builder.games
    with _stopping(builder), progress(given["games"], f"{variant.name}, games") as advance:
        finished = builder.run(concurrency, advance)
    played = builder.games - before
    if played:
        _write(path, builder.header(), builder.records())
    if not finished:
        written = "the book holds them" if played else "nothing is written"
        click.echo(f"oddfish: interrupted after {played} of {given['games']} games; {written}", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


@book.command()
@click.argument("file")
@click.argument("position", nargs=-1, metavar="[FEN | MOVES]")
@option_values
def show(file: str, position: tuple[str, ...], options: tuple[str, ...]) -> None:
    """Tell what a book knows of a position: that of a FEN, or after moves from the start, or the start itself.

    Options choose a start the book has several of (armies).
    """
    from rich.table import Table

    shown = load_book(file)
    game = _game(shown, position, options)
    console = open_console(plain_width=120)
    if not position:
        for name, value in outline(shown.header):
            console.print(f"{name}: {value}", markup=False)
        console.print(f"{len(shown)} moves in {shown.size} positions")
    console.print(game.fen(), markup=False, soft_wrap=True)
    moves = shown.moves(game.position)
    if not moves:
        console.print("not in the book")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Move", no_wrap=True)
    for name in ("Chosen", "Games", "+", "=", "-", "Points", "Score"):
        table.add_column(name, justify="right")
    for one, chance in zip(moves, chances(moves)):
        record = one.record
        table.add_row(
            one.text, f"{chance:.0%}", str(record.games), str(record.wins), str(record.draws), str(record.losses),
            f"{record.share:.0%}", f"{record.score / 100:+.2f}",
        )  # fmt: skip
    console.print(table)


def _game(shown: Book, position: Sequence[str], options: tuple[str, ...]) -> Game:
    """The game at the position that the command line names."""
    header = shown.header
    variant = get_variant(header.variant)
    is_fen = bool(position) and position[0].count("/") > 2  # a turn of two drop moves has two
    fen = " ".join(position) if is_fen else None
    if fen is None and not options:
        game = header.start()
    else:
        game = open_game(variant, options, fen, seed=0)
        game = Game(variant, {**game.options, **header.options}, fen, seed=0)
    game.deal = None
    try:
        for move in position if fen is None else ():
            game.push_move(game.parse_complete(move))
    except MoveError as error:
        raise Failure(str(error)) from None
    return game


def chances(moves: Sequence[BookMove]) -> Iterator[float]:
    """How likely each of a position's moves is chosen."""
    total = sum(one.record.weight for one in moves)
    return (one.record.weight / total for one in moves)


@book.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", required=True, metavar="FILE", help="the sum of them all")
def merge_files(files: tuple[str, ...], out: str) -> None:
    """Add books of one game up, such as those of several armies or machines."""
    if Path(out).expanduser().exists() and out not in files:
        raise Failure(f"{out} exists: choose another file")
    header, records = merge([load_book(file) for file in files])
    _write(out, header, records)


def _write(path: str, header: Header, records: Records) -> None:
    try:
        write_book(path, header, records)
        size = Path(path).expanduser().stat().st_size
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from None
    positions = len({key for key, _ in records})
    click.echo(f"{path}: {len(records)} moves in {positions} positions, {header.made['games']} games, {size} bytes")


@contextlib.contextmanager
def _stopping(builder: Builder) -> Iterator[None]:
    """Ctrl-C ends the games, not the program: not in the middle of counting one."""
    before = signal.signal(signal.SIGINT, lambda *_: builder.stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _check_writable(path: str) -> None:
    """Better refused now than after the games."""
    place = Path(path).expanduser()
    existed = place.exists()
    try:
        with place.open("ab"):
            pass
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from None
    if not existed:
        with contextlib.suppress(OSError):
            place.unlink()
