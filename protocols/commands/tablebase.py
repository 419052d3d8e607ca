"""``oddfish tablebase``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from oddfish.engine import ranges
from oddfish.engine.endings import Endings
from oddfish.engine.files import place_of
from oddfish.engine.tablebase import default_folder, plan, write
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, interrupted, progress
from oddfish.protocols.commands.options import VariantOptions, open_game, options
from oddfish.protocols.commands.parameters import VariantName, Whole


@click.command(
    short_help="Solve endings with few pieces.",
    help="""
    Solve endings with few pieces, all of them face up.

    The tables go to $ODDFISH_TABLES or, by default, to the folder oddfish in your data folder. Searches then use them.
    Three pieces take seconds, four take some minutes and 450 MB. The tables depend on the options that change captures
    (CannonDirect, MultiCapture, ChariotRides).
    """,
)
@click.argument("variant", type=VariantName())
@click.option(
    "--pieces",
    type=Whole(ranges.Whole()),
    required=True,
    metavar="N",
    help="solve endings with up to N pieces: 2, 3 or 4",
)
@click.option("--folder", metavar="DIR", help="write the tables to DIR, where searches do not look")
@options(VariantOptions, "rules")
def tablebase(variant: Variant, pieces: int, folder: str | None, rules: VariantOptions) -> None:
    endings = variant.endings(open_game(variant, rules.options).options)
    if endings is None:
        known = ", ".join(name for name, one in REGISTRY.items() if one.endings(one.defaults()) is not None)
        raise Failure(f"variant {variant.name} has no tablebases: expected one of {known}")
    if not endings.fewest <= pieces <= endings.most:
        raise Failure(f"--pieces {pieces} is outside {endings.fewest}..{endings.most}")
    place = place_of(folder) if folder else default_folder()
    click.echo(f"{variant.name} ({endings.signature}), into {place}")
    try:
        for line in solve(endings, pieces, place):
            click.echo(line)
    except OSError as error:
        raise Failure(f"cannot write to {place}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        raise interrupted() from None


def solve(endings: Endings, pieces: int, folder: Path) -> Iterator[str]:
    """Solve and write the endings with up to ``pieces`` pieces; yield lines of progress."""
    tables = endings.empty()
    for number in range(endings.fewest, pieces + 1):
        planned = plan(endings, number, folder)
        yield f"{number} pieces: {planned.tables} tables, {planned.bytes / 1e6:.3g} MB"
        begun = time.perf_counter()
        with progress(len(endings.listed(number)), f"{number} pieces") as advance:
            write(endings, tables, planned, advance)
        yield f"  {planned.path.name} written in {time.perf_counter() - begun:.1f} s"
