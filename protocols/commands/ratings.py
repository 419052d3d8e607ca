"""``oddfish ratings``."""

from __future__ import annotations

import click

from oddfish.engine import ranges
from oddfish.protocols.commands.common import Failure, open_console, reported, write_file
from oddfish.protocols.commands.match_files import Named, refuse_repeated, refuse_same_files
from oddfish.protocols.commands.parameters import Number, Parsed

#: Characters to show of a name, and of an error, which may list names.
_LONGEST_NAME, _LONGEST_ERROR = 200, 2000


def read_anchor(text: str) -> tuple[str, float]:
    """Parse ``NAME=ELO``.

    Raises:
        ValueError: it is malformed, or the rating is out of range.
    """
    name, equals, value = text.rpartition("=")
    if not equals or not name:
        raise ValueError(f"'{text:.80}': expected NAME=ELO")
    try:
        return name, ranges.ELO.read(value)
    except ValueError as error:
        raise ValueError(f"'{text:.80}': expected NAME=ELO: {error}") from None


@click.command(
    short_help="Compute a rating list from match records.",
    help="""
    Compute a rating list from match records (JSON lines or PGN).

    The ratings fit the Bradley-Terry model by maximum likelihood; a draw counts as half a win. The advantage of
    playing first is fitted along with them. Errors are 95 % intervals from the information matrix.
    """,
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--anchor",
    type=Parsed("anchor", read_anchor),
    metavar="NAME=ELO",
    help="fix a player's rating  [default: ratings average 0]",
)
@click.option(
    "--prior",
    type=Number(ranges.Number(0, 1_000_000)),
    default=0.0,
    show_default=True,
    metavar="GAMES",
    help="draws to add to each pairing",
)
@click.option("--advantage/--no-advantage", default=True, show_default=True, help="fit the advantage of playing first")
@click.option(
    "--csv", "csv_file", metavar="FILE", help="also write the list as CSV; - for standard output, without the table"
)
def ratings(
    files: tuple[str, ...], anchor: tuple[str, float] | None, prior: float, advantage: bool, csv_file: str | None
) -> None:
    from oddfish.engine.experiments.match.plan import MatchError
    from oddfish.engine.experiments.match.ratings import RatingError, fit
    from oddfish.engine.experiments.match.records import read_results
    from oddfish.engine.experiments.match.report import rating_csv, rating_list
    from oddfish.engine.printable import printable

    written = Named("--csv", "" if csv_file == "-" else csv_file)
    refuse_same_files([Named("FILE", file) for file in files], [written])
    refuse_repeated(files)
    with reported(MatchError):
        results = [result for file in files for result in read_results(file)]
        if not results:
            raise Failure("these files contain no finished game")
        try:
            found = fit(results, prior, anchor, advantage=advantage)
        except RatingError as error:
            raise Failure(printable(str(error), _LONGEST_ERROR)) from None
    # Names in PGN may contain anything, even escape sequences.
    shown = [rating._replace(name=printable(rating.name, _LONGEST_NAME)) for rating in found.ratings]
    if csv_file is not None:
        write_file(csv_file, rating_csv(shown if csv_file == "-" else found.ratings))
    if csv_file != "-":
        open_console(plain_width=120).print(rating_list(found._replace(ratings=shown)))
