"""``oddfish tablebase``."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from oddfish.engine import ranges
from oddfish.engine.endings import Ending, Endings, Tables
from oddfish.engine.files import place_of
from oddfish.engine.game import Game
from oddfish.engine.tablebase import add_solved, default_folder, load, plan, write
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, interrupted, progress
from oddfish.protocols.commands.options import VariantOptions, open_game, options
from oddfish.protocols.commands.parameters import VariantName, Whole

_RESULTS = {1: "lost", 2: "drawn", 3: "won"}


@click.command(
    short_help="Solve, list and probe endings with few pieces.",
    help="""
    Solve endings with few pieces, list the solved ones, or look up a position.

    The tables go to $ODDFISH_TABLES or, by default, to the folder oddfish in your data folder. Searches then use them.
    Three pieces take seconds. Four take minutes in Banqi and Fanorona Chess, and up to an hour in the Half Chess
    family, where you can solve single endings (--ending KR-KN). Oddfish already has the three-piece endings of Chess,
    Half Chess and Fanorona Chess.

    In Banqi all pieces are face up, and the tables depend on the options that change captures (CannonDirect,
    MultiCapture, ChariotRides). In the augmented games both players need the same army (-o WhiteArmy=CODE
    -o BlackArmy=CODE).
    """,
)
@click.argument("variant", type=VariantName())
@click.option(
    "--pieces", type=Whole(ranges.Whole()), metavar="N", help="solve all endings with up to N pieces, at most 4"
)
@click.option(
    "--ending",
    "wanted",
    multiple=True,
    metavar="A-B",
    help="solve the ending of pieces A against pieces B, such as KR-KN, and all that it can turn into (repeatable)",
)
@click.option("--list", "listing", is_flag=True, help="list the solved endings")
@click.option("--fen", metavar="FEN", help="look up a position and its moves")
@click.option("--folder", metavar="DIR", help="use DIR instead; searches do not look there")
@options(VariantOptions, "rules")
def tablebase(
    variant: Variant,
    pieces: int | None,
    wanted: tuple[str, ...],
    listing: bool,
    fen: str | None,
    folder: str | None,
    rules: VariantOptions,
) -> None:
    if sum((pieces is not None, bool(wanted), listing, fen is not None)) != 1:
        raise Failure("expected one of --pieces, --ending, --list and --fen")
    if fen is not None:
        if folder:
            raise Failure("--folder cannot be used with --fen")
        for line in looked_up(open_game(variant, rules.options, fen)):
            click.echo(line)
        return
    endings = variant.endings(open_game(variant, rules.options).options)
    if endings is None and {"WhiteArmy", "BlackArmy"} <= {option.name for option in variant.options}:
        raise Failure(
            f"tablebases of {variant.name} need two equal armies by name: -o WhiteArmy=CODE -o BlackArmy=CODE"
        )
    if endings is None:
        known = ", ".join(name for name, one in REGISTRY.items() if one.endings(one.defaults()) is not None)
        raise Failure(f"variant {variant.name} has no tablebases: expected one of {known}")
    if pieces is not None and not endings.fewest <= pieces <= endings.most:
        raise Failure(f"--pieces {pieces} is outside {endings.fewest}..{endings.most}")
    place = place_of(folder) if folder else default_folder()
    if listing:
        for line in listed(endings, place if folder else None):
            click.echo(line)
        return
    chosen = [parsed(endings, text) for text in wanted]
    click.echo(f"{variant.name} ({endings.signature}), into {place}")
    try:
        lines = solve(endings, pieces, place) if pieces is not None else solve_some(endings, chosen, place)
        for line in lines:
            click.echo(line)
    except OSError as error:
        raise Failure(f"cannot write to {place}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        raise interrupted() from None


def parsed(endings: Endings, text: str) -> Ending:
    """The ending that a text such as ``KR-KN`` names.

    Raises:
        Failure: there is no such ending.
    """
    sides = ["".join(sorted(side, key=endings.letters.find)) for side in text.upper().split("-")]
    if len(sides) == 2:
        ending = endings.in_order((sides[0], sides[1]))
        number = len(sides[0] + sides[1])
        if endings.fewest <= number <= endings.most and ending in endings.listed(number):
            return ending
    raise Failure(f"no ending '{text}': expected {endings.fewest} to {endings.most} of {endings.letters}, as in KR-K")


def solve(endings: Endings, pieces: int, folder: Path) -> Iterator[str]:
    """Solve and write the endings with up to ``pieces`` pieces; yield lines of progress."""
    tables = endings.empty()
    for number in range(endings.fewest, pieces + 1):
        yield from _write(endings, tables, number, folder, endings.listed(number))


def solve_some(endings: Endings, wanted: Iterable[Ending], folder: Path) -> Iterator[str]:
    """Solve these endings and all that they can turn into, unless they are on disk; yield lines of progress."""
    tables = endings.empty()
    needed = endings.with_following(wanted)
    for number in range(endings.fewest, max(sum(map(len, ending)) for ending in needed) + 1):
        held = add_solved(endings, tables, number, folder)
        missing = [ending for ending in needed if sum(map(len, ending)) == number and ending not in held]
        if missing:
            yield from _write(endings, tables, number, folder, [*held, *missing])


def _write(endings: Endings, tables: Tables, pieces: int, folder: Path, wanted: list[Ending]) -> Iterator[str]:
    planned = plan(endings, pieces, folder, wanted)
    yield f"{pieces} pieces: {planned.tables} tables, {planned.bytes / 1e6:.3g} MB in memory"
    begun = time.perf_counter()
    with progress(len(planned.endings), f"{pieces} pieces") as advance:
        write(endings, tables, planned, advance)
    yield f"  {planned.path.name} written in {time.perf_counter() - begun:.1f} s"


def listed(endings: Endings, folder: Path | None) -> Iterator[str]:
    """The endings on disk: their tables, how many positions are won, drawn and lost, and the longest win."""
    tables = load(endings, folder)
    if tables is None:
        yield "no solved endings"
        return
    for mine, theirs in tables.endings:
        table = tables.endings.get((mine, theirs))
        if table is None:  # damaged: reading it has logged a warning
            continue
        content = bytes(table)
        counts = [content.count(value) for value in range(255)]
        won, lost = sum(counts[2::2]), sum(counts[1::2])
        longest = max((value for value in range(2, 254, 2) if counts[value]), default=1)
        text = f"{mine}-{theirs}: {won} won, {counts[0]} drawn, {lost} lost"
        yield text + (f"; longest win {longest - 1} plies" if won else "")


def looked_up(game: Game) -> Iterator[str]:
    """What the tables say about a position and each of its moves."""
    found = game.position.probe()
    if found is None:
        raise Failure("the position is in no table")
    yield _in_words(*found)
    for move in game.legal_moves():
        after = game.position.make(move)
        result, _ = after.outcome()
        known = (result, 0) if result else after.probe()
        says = "unknown" if known is None else _in_words(4 - known[0], known[1] + 1)
        yield f"  {game.position.text(move)}: {says}"


def _in_words(result: int, plies: int) -> str:
    return _RESULTS[result] if result == 2 else f"{_RESULTS[result]} in {plies} plies"
