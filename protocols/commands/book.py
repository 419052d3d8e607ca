"""``oddfish book VARIANT``, ``book show`` and ``book merge``."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from oddfish.engine import ranges
from oddfish.engine.book import Book, BookError, BookMove, Header, Records, load_book, merge, write_book
from oddfish.engine.experiments.book_builder import Build, Builder, outline
from oddfish.engine.files import FileError, is_same_file, locked, place_of
from oddfish.engine.game import Game, MoveError
from oddfish.engine.printable import printable
from oddfish.engine.spelling import similar
from oddfish.engine.variants import REGISTRY, get_variant, suggestion
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    Failure,
    check_file,
    handled_signals,
    interrupted,
    open_console,
    progress,
    reported,
)
from oddfish.protocols.commands.match_files import Named, refuse_dash, refuse_repeated
from oddfish.protocols.commands.options import (
    VariantOptions,
    concurrency_option,
    one_fen,
    open_game,
    option,
    options,
    whole_option,
)
from oddfish.protocols.commands.parameters import VariantName

_BUILD = "build"


class _Books(click.Group):
    """Reads ``oddfish book VARIANT`` as ``oddfish book build VARIANT``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in self.get_help_option_names(ctx):
            verbs = similar(args[0], self.commands)
            if verbs and args[0] not in REGISTRY and not suggestion(args[0]):
                raise click.UsageError(f"No such command '{args[0]}'. Did you mean {' or '.join(verbs)}?", ctx)
            args = [_BUILD, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with reported(BookError):
            return super().invoke(ctx)


@click.group(
    cls=_Books,
    invoke_without_command=False,
    help="""
    Build, show and merge opening books.

    `oddfish book VARIANT` builds a book by self-play. The engine plays from a book when you set its options BookFile
    and OwnBook.
    """,
)
def book() -> None:
    pass


@dataclass(frozen=True, kw_only=True)
class BuildOptions:
    """A book to build."""

    rules: VariantOptions = field(default_factory=VariantOptions)
    games: int = whole_option("--games", "-n", default=Build.games, help="games to play")
    plies: int = whole_option("--plies", most=200, default=Build.plies, help="plies of each game that go into the book")
    nodes: int = whole_option(
        "--nodes",
        most=ranges.LARGEST,
        default=Build.nodes,
        help="nodes per move in these plies; later moves get a quarter",
    )
    lines: int = whole_option("--lines", most=256, default=Build.lines, help="choose each move among the N best")
    margin: int = whole_option(
        "--margin",
        least=0,
        most=1000,
        default=Build.margin,
        metavar="CP",
        help="choose no move that is more than CP centipawns worse than the best",
    )
    min_games: int = whole_option("--min-games", default=Build.min_games, help="drop moves played less often")
    starts: int | None = whole_option(
        "--starts",
        most=100_000,
        help="start positions to draw if armies are random  [default: one per 100 games]",
    )
    seed: int = whole_option("--seed", least=0, most=ranges.LARGEST, default=Build.seed, help="seed for random choices")
    out: str | None = option(
        "--out", metavar="FILE", help="file to write the book to  [default: VARIANT.book, or the --extend file]"
    )
    extend: str | None = option("--extend", metavar="FILE", help="add games to this book")
    concurrency: int = concurrency_option()

    def build(self, variant: Variant) -> Build:
        """The parameters of the builder."""
        rules: Mapping[str, Any] = {}
        if self.rules.options:
            rules = open_game(variant, self.rules.options, seed=0).options
        return Build(
            variant,
            rules,
            games=self.games,
            plies=self.plies,
            nodes=self.nodes,
            seed=self.seed,
            lines=self.lines,
            margin=self.margin,
            min_games=self.min_games,
            starts=self.starts or 0,
        )


@book.command(
    _BUILD,
    help="""
    Build a book of VARIANT by self-play.

    Each game opens with moves drawn from the best that a search finds, better moves more often; the engine then plays
    it to the end. The book keeps the moves that were played often enough and did about as well as the best. The same
    seed gives the same book. If you press Ctrl-C, the book gets the games played so far.
    """,
)
@click.argument("variant", type=VariantName())
@options(BuildOptions)
def build(variant: Variant, given: BuildOptions) -> None:
    extended = () if given.extend is None else (given.extend,)
    path = next(iter(extended), f"{variant.name}.book") if given.out is None else given.out
    Builder(given.build(variant), *map(load_book, extended))  # report what is wrong with them first
    with _reserved(path):
        _build(variant, given, extended, path)


def _build(variant: Variant, given: BuildOptions, extended: Sequence[str], path: str) -> None:
    """Build the book; no other process writes it meanwhile."""
    builder = Builder(given.build(variant), *map(load_book, extended))
    if place_of(path).exists() and not _is_one_of(path, extended):
        raise Failure(f"{path} already exists: use --extend {path} to add to it, or --out to write another file")
    before = builder.games
    # A signal stops the games instead of the program, which might be counting one.
    with handled_signals(lambda *_: builder.stop()), progress(given.games, f"{variant.name}, games") as advance:
        finished = builder.run(given.concurrency, advance)
    played = builder.games - before
    if played:
        _write(path, builder.header(), builder.records())
    if not finished:
        written = "they are in the book" if played else "nothing was written"
        raise interrupted(f" after {played} of {given.games} games; {written}")


@book.command(
    help="""
    Show a book's moves for a position.

    Give the position as a FEN or as moves from the start position, which is the default. If the book has several start
    positions, for example with different armies, choose one with --option.
    """,
)
@click.argument("file")
@click.argument("position", nargs=-1, metavar="[FEN | MOVES]")
@click.option("--fen", metavar="FEN", help="the position  [default: the start position]")
@options(VariantOptions, "rules")
def show(file: str, position: tuple[str, ...], fen: str | None, rules: VariantOptions) -> None:
    from rich.table import Table

    if fen is not None or (position and position[0].count("/") > 2):  # a turn of two drop moves has only two
        fen, position = one_fen(position, fen), ()
    shown = load_book(file)
    game = _game(shown, fen, position, rules.options)
    console = open_console(plain_width=120)
    if fen is None and not position:
        for name, value in outline(shown.header):
            console.print(printable(f"{name}: {value}"), markup=False)
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


def _game(shown: Book, fen: str | None, moves: Sequence[str], texts: tuple[str, ...]) -> Game:
    """The game at the position that the command line describes."""
    header = shown.header
    if fen is None and not texts:
        game = header.start()
    else:
        variant = get_variant(header.variant)
        rules = tuple(f"{name}={value}" for name, value in header.options.items())
        game = open_game(variant, (*rules, *texts), fen, seed=0)
        shown.check(variant, game.options)
    game.deal = None
    with reported(MoveError):
        for move in moves:
            game.push_move(game.parse_complete(move))
    return game


def chances(moves: Sequence[BookMove]) -> Iterator[float]:
    """The probability of choosing each of a position's moves."""
    total = sum(one.record.weight for one in moves)
    return (one.record.weight / total for one in moves)


@book.command(
    "merge",
    short_help="Merge books of one variant.",
    help="""
    Merge books of one variant, for example books for different armies or from different machines.
    """,
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", required=True, metavar="FILE", help="file to write the merged book to")
def merge_files(files: tuple[str, ...], out: str) -> None:
    refuse_repeated(files)
    with _reserved(out):
        if place_of(out).exists() and not _is_one_of(out, files):
            raise Failure(f"{out} already exists: choose another file")
        header, records = merge([load_book(file) for file in files])
        _write(out, header, records)


@contextlib.contextmanager
def _reserved(path: str) -> Iterator[None]:
    """Keep other processes from writing a book within the context.

    Raises:
        Failure: another one is writing it, or the path cannot be written.
    """
    refuse_dash(Named("--out", path))
    check_file(path)  # fail now rather than after the games
    with contextlib.ExitStack() as stack:
        try:
            held = stack.enter_context(locked(path))
        except FileError as error:
            raise Failure(f"cannot write {error}") from None
        if not held:
            raise Failure(f"{path}: another command is writing this book")
        yield


def _is_one_of(path: str, files: Sequence[str]) -> bool:
    return any(is_same_file(place_of(path), place_of(file)) for file in files)


def _write(path: str, header: Header, records: Records) -> None:
    try:
        write_book(path, header, records)
        size = place_of(path).stat().st_size
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from None
    positions = len({key for key, _ in records})
    click.echo(f"{path}: {len(records)} moves in {positions} positions, {header.made['games']} games, {size} bytes")
