"""The command line: ``oddfish variants``, ``perft``, ``bench``, ``play``, ``show``, ``tablebase``; ``match`` and
``ratings`` are in ``match.command``, ``book`` is in ``book_command``.

What the user got wrong is told in one line on standard error, with exit status 2. rich is imported only by the
commands that draw with it: a GUI's engine process never loads it.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import click

from oddfish.cext.core.perft import MAX_DEPTH
from oddfish.cext.core.rules import FenError
from oddfish.engine import NAME
from oddfish.engine.game import Game
from oddfish.engine.options import OptionError
from oddfish.engine.variants import REGISTRY, UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.engine.weights import WeightsError

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.cluster import Cluster
    from oddfish.engine.tablebase import Endings

#: What input may be wrong with; the texts say it in full.
INPUT_ERRORS = (UnknownVariantError, OptionError, WeightsError, MemoryError)


#: Exit status after Ctrl-C, as shells have it.
INTERRUPTED = 130


class Failure(click.ClickException):
    """An error of the user's, told in one line."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(f"oddfish: {' '.join(self.format_message().split())}", file=file, err=file is None)


class Group(click.Group):
    """A group of commands that turns errors in the input into one line."""

    #: Commands in modules of their own, imported when they are used.
    elsewhere: ClassVar[dict[str, str]] = {
        "book": "oddfish.protocols.commands.book",
        "match": "oddfish.protocols.commands.match",
        "ratings": "oddfish.protocols.commands.match",
        "tune": "oddfish.protocols.commands.tune",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self.elsewhere})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.elsewhere:
            command: click.Command = getattr(importlib.import_module(self.elsewhere[cmd_name]), cmd_name)
            return command
        return super().get_command(ctx, cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except FenError as error:
            raise Failure(f"bad FEN: {error}") from None
        except INPUT_ERRORS as error:
            raise Failure(str(error) or "out of memory") from None


class VariantName(click.ParamType):
    """The name of a variant."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Variant:
        if isinstance(value, Variant):
            return value
        try:
            return get_variant(value)
        except UnknownVariantError as error:
            raise Failure(str(error)) from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        names = [name for name in REGISTRY if name.startswith(incomplete.lower())]
        return [click.shell_completion.CompletionItem(name) for name in names]


def read_options(texts: tuple[str, ...]) -> dict[str, str]:
    """The values of ``NAME=VALUE`` texts."""
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise OptionError(f"option '{text}', expected NAME=VALUE")
        values[name.strip()] = value.strip()
    return values


def open_game(variant: Variant, options: tuple[str, ...], fen: str | None = None, seed: int | None = None) -> Game:
    """A game from what the command line says."""
    values = read_options(options)
    if values and not variant.options:
        raise OptionError(f"variant {variant.name} has no options")
    return Game(variant, values, fen, seed)


def write_file(path: str, content: str | bytes, mode: str = "w") -> None:
    """Write (or append to) a file; ``-`` is standard output.

    Raises:
        Failure: it cannot be written.
    """
    if path == "-":
        click.echo(content, nl=False)
        return
    data = content.encode() if isinstance(content, str) else content
    try:
        with open(path, f"{mode}b") as file:
            file.write(data)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from None


def open_console(stderr: bool = False, plain_width: int | None = None) -> Console:
    """A console; ``plain_width`` is the width of a line where there is no terminal to have one."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False)
    if plain_width is not None and not console.is_terminal:
        console.width = plain_width
    return console


@contextlib.contextmanager
def needed(package: str, text: str) -> Iterator[None]:
    """Imports that need an extra's package; ``text`` says how to come by it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise Failure(text) from None


@contextlib.contextmanager
def open_cluster(address: str, at_once: int | None = None) -> Iterator[Cluster]:
    """A cluster for a command; what is wrong with it, there and within the context, is told in one line."""
    with needed("distributed", "--cluster needs Dask: pip install 'oddfish[cluster]'"):
        from oddfish.engine.cluster import Cluster, ClusterError

    try:
        with Cluster(address, at_once, lambda text: click.echo(f"oddfish: {text}", err=True)) as cluster:
            yield cluster
    except ClusterError as error:
        raise Failure(str(error)) from None


option_values = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="an option of the variant (repeatable)"
)
option_seed = click.option("--seed", type=int, help="draw random armies and the like from this seed")


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(NAME.split()[-1], prog_name="oddfish")
def cli() -> None:
    """Chess-variant engines for XBoard, WinBoard and UCI.

    Without a command, oddfish is an engine: it waits for a GUI's first line and speaks its protocol.
    """


# --- variants -----------------------------------------------------------------------------------------------


@cli.command()
@click.option("--rules", type=VariantName(), metavar="NAME", help="the rules of one variant in a paragraph")
def variants(rules: Variant | None) -> None:
    """List the variants, or tell the rules of one."""
    from rich.markdown import Markdown
    from rich.table import Table

    console = open_console(plain_width=160)
    if rules is not None:
        console.width = min(console.width, 100)
        console.print(f"[bold]{rules.title}[/bold] ({rules.name})\n")
        console.print(Markdown(rules.summary))
        if rules.options:
            console.print("\nOptions:")
        table = Table.grid(padding=(0, 2))
        for option in rules.options:
            table.add_row(f"  {option.name}", f"default {option.default}", Markdown(option.help))
        console.print(table)
        console.print(f"\nRule page: {rules.page}", style="dim")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Name", no_wrap=True, min_width=max(map(len, REGISTRY)))
    table.add_column("Title")
    table.add_column("Board", no_wrap=True, min_width=5)
    table.add_column("Summary")
    table.add_column("Options", min_width=14)
    for variant in REGISTRY.values():
        table.add_row(
            variant.name,
            variant.title,
            f"{variant.files}x{variant.ranks}",
            headline(variant.summary),
            ", ".join(option.name for option in variant.options) or "-",
        )
    console.print(table)


def headline(summary: str) -> str:
    """What a summary says up to its first full stop or colon."""
    return re.split(r"(?<=[a-z)\d])[.:;] ", summary, maxsplit=1)[0].rstrip(".")


# --- perft --------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("variant", type=VariantName())
@click.argument("depth", type=click.IntRange(0, MAX_DEPTH))
@click.option("--fen", help="the position; the start position if left out")
@click.option("--divide", is_flag=True, help="print the leaves below each move")
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    help="counting at a time  [default: 1; on a cluster as many as its workers have]",
)
@click.option(
    "--hash", "hash_mb", type=click.IntRange(0, 1 << 20), default=0, metavar="MB", help="hash table, 0 is none"
)
@click.option("--lists", is_flag=True, help="generate the last ply's moves instead of counting them")
@click.option("--cluster", metavar="ADDRESS", help="count on the workers of the Dask scheduler at tcp://HOST:PORT")
@option_values
@option_seed
def perft(
    variant: Variant,
    depth: int,
    fen: str | None,
    divide: bool,
    threads: int | None,
    hash_mb: int,
    lists: bool,
    cluster: str | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Count the leaves of the legal-move tree."""
    from oddfish.engine.perft import Perft

    game = open_game(variant, options, fen, seed)
    lines = []
    try:
        with contextlib.ExitStack() as stack:
            if cluster is not None:
                workers = stack.enter_context(open_cluster(cluster, threads))
                from oddfish.engine.cluster_perft import ClusterPerft

                start = time.perf_counter()
                counting: Perft = ClusterPerft(game, depth, workers, hash_mb=hash_mb, lists=lists)
            else:
                start = time.perf_counter()
                counting = Perft(game.position, depth, threads=threads or 1, hash_mb=hash_mb, lists=lists)
            advance = stack.enter_context(progress(counting.parts, f"perft {depth}"))
            lines += [f"{text}: {number}" for text, number in counting.moves(advance)]
            seconds = time.perf_counter() - start
    except KeyboardInterrupt:
        click.echo(f"oddfish: interrupted after {len(lines)} of {game.position.count()} moves", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    if divide and depth:
        click.echo("\n".join([*lines, ""]))
    click.echo(f"{seconds:.3f} s, {counting.nodes / max(seconds, 1e-9):,.0f} nodes/s", err=True)
    click.echo("\n".join(counting.report()))


@contextlib.contextmanager
def progress(total: int, what: str) -> Iterator[Any]:
    """A progress bar on standard error if that is a terminal; gives the function that advances it by one."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=open_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


# --- bench --------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("variants", type=VariantName(), nargs=-1, metavar="[VARIANT]...")
@click.option("--depth", type=click.IntRange(1, 100), help="search depth; the signature's own if left out")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 20), metavar="MB", help="hash table")
def bench(variants: tuple[Variant, ...], depth: int | None, hash_mb: int | None) -> None:
    """Search fixed positions to a fixed depth: node counts (the signature) and speed.

    One thread, the hash cleared before each position: the counts are the same on every machine.
    """
    from oddfish.engine import bench as benches

    chosen = variants or tuple(REGISTRY.values())
    depth, hash_mb = depth or benches.DEPTH, hash_mb or benches.HASH_MB
    total = benches.Count(0, 0)
    width = max(len(variant.name) for variant in chosen)
    try:
        with progress(sum(len(benches.positions(variant.name)) for variant in chosen), f"depth {depth}") as advance:
            for variant in chosen:
                count = benches.Count(0, 0)
                for one in benches.bench(variant.name, depth, hash_mb):
                    count += one
                    advance()
                click.echo(f"{variant.name:<{width}}  {count.nodes:>12} nodes  {count.nps:>10} nodes/s")
                total += count
    except KeyboardInterrupt:
        click.echo("oddfish: interrupted", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    click.echo(f"{'total':<{width}}  {total.nodes:>12} nodes  {total.nps:>10} nodes/s")
    click.echo(f"Signature: {total.nodes} (depth {depth}, hash {hash_mb} MB, 1 thread)")


# --- play ---------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("variant", type=VariantName())
@click.option("--white", type=click.Choice(["human", "engine"]), help="who plays White  [default: human]")
@click.option("--black", type=click.Choice(["human", "engine"]), help="who plays Black  [default: engine]")
@click.option("--self", "alone", is_flag=True, help="the engine plays itself")
@click.option("--time", "seconds", type=click.FloatRange(0.01, 86400), help="seconds a move  [default: 0.5]")
@click.option("--depth", type=click.IntRange(1, 100), help="search to this depth instead of for a time")
@click.option("--fen", help="the position to start from")
@click.option("--save", metavar="FILE", help="write the game as PGN (- for standard output)")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 20), default=64, show_default=True, metavar="MB")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True)
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
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Play in the terminal, against the engine or (--self) watching it play itself."""
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
        write_file(save, "", mode="a")  # better refused now than after the game
    setting = terminal.Setting(players, limits, hash_mb, threads)
    session = terminal.Terminal(game, setting, open_console(), terminal.read_line)
    result = session.play()
    if save is not None:
        write_file(save, terminal.pgn(game, result, players))
    if session.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


# --- show ---------------------------------------------------------------------------------------------------


def png(drawn: str, width: int | None = None) -> bytes:
    """The PNG of an SVG document, as wide as that says or as asked for.

    Raises:
        Failure: the library is not installed.
    """
    with needed("resvg_py", "a PNG needs resvg: pip install 'oddfish[png]'"):
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width))


@cli.command()
@click.argument("variant", type=VariantName())
@click.argument("fen", nargs=-1)
@click.option("--svg", "svg_file", metavar="FILE", help="write a picture instead (- for standard output)")
@click.option("--png", "png_file", metavar="FILE", help="likewise, in pixels (pip install 'oddfish[png]')")
@click.option("--width", type=click.IntRange(16, 10000), help="pixels of the PNG; its height follows")
@option_values
@option_seed
def show(
    variant: Variant,
    fen: tuple[str, ...],
    svg_file: str | None,
    png_file: str | None,
    width: int | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Draw a position (FEN with or without quotes), or the start position."""
    game = open_game(variant, options, " ".join(fen) or None, seed)
    if svg_file is not None or png_file is not None:
        from oddfish.protocols.pictures.svg import svg

        drawn = svg(variant, game.position)
        if svg_file is not None:
            write_file(svg_file, drawn)
        if png_file is not None:
            write_file(png_file, png(drawn, width))
        return
    from oddfish.protocols.terminal import SIDES, board, legend

    console = open_console()
    console.print(board(game, console))
    console.print()
    console.print(game.fen(), markup=False, soft_wrap=True)
    result = game.result()
    state = f"{result.text} {result.reason}" if result else f"{SIDES[game.turn]} to move"
    console.print(f"{state}{', in check' if game.position.check else ''}, {game.position.count()} legal moves")
    console.print(legend(game))


# --- tablebase ----------------------------------------------------------------------------------------------


@cli.command()
@click.argument("variant", type=VariantName())
@click.option("--pieces", type=int, required=True, metavar="N", help="solve endings of up to so many men: 2, 3 or 4")
@click.option("--folder", metavar="F", help="write there instead of the folder that searches look in")
@option_values
def tablebase(variant: Variant, pieces: int, folder: str | None, options: tuple[str, ...]) -> None:
    """Solve the endings of few men, none face down, into files that searches look positions up in.

    The folder is $ODDFISH_TABLES, or oddfish in the user's data folder. Three men take seconds, four some minutes and
    450 MB. Options that change what a man may take (CannonDirect, MultiCapture, ChariotRides) have files of their own.
    """
    from oddfish.engine import tablebase as bases

    endings = variant.endings(open_game(variant, options).options)
    if endings is None:
        known = ", ".join(name for name, one in REGISTRY.items() if one.endings(one.defaults()) is not None)
        raise Failure(f"variant {variant.name} has no tables; those that have are {known}")
    if not endings.fewest <= pieces <= endings.most:
        raise Failure(f"--pieces {pieces} is outside {endings.fewest}..{endings.most}")
    place = Path(folder).expanduser() if folder else bases.default_folder()
    click.echo(f"{variant.name} ({endings.signature}), into {place}")
    try:
        for line in solve(endings, pieces, place):
            click.echo(line)
    except OSError as error:
        raise Failure(f"cannot write to {place}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        click.echo("oddfish: interrupted", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def solve(endings: Endings, pieces: int, folder: Path) -> Iterator[str]:
    """Solve and write the endings of up to so many men; what to tell of each number of them, before and after."""
    from oddfish.engine import tablebase as bases

    tables = endings.empty()
    for men in range(endings.fewest, pieces + 1):
        plan = bases.plan(endings, men, folder)
        yield f"{men} men: {plan.tables} tables, {plan.bytes / 1e6:.3g} MB"
        begun = time.perf_counter()
        with progress(len(endings.listed(men)), f"{men} men") as advance:
            bases.write(endings, tables, plan, advance)
        yield f"  {plan.path.name} written in {time.perf_counter() - begun:.1f} s"


if __name__ == "__main__":
    cli()
