"""``oddfish ratings``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.common import Failure, open_console, reported
from oddfish.protocols.commands.parameters import Number


@click.command(short_help="Compute a rating list from match records.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--anchor", metavar="NAME=ELO", help="fix a player's rating  [default: ratings average 0]")
@click.option(
    "--prior",
    type=Number(0),
    default=0.0,
    show_default=True,
    metavar="GAMES",
    help="draws to add to each pairing",
)
def ratings(files: tuple[str, ...], anchor: str | None, prior: float) -> None:
    """Compute a rating list from match records (JSON lines or PGN).

    The ratings fit the Bradley-Terry model by maximum likelihood; a draw counts as half a win. Errors are 95 %
    intervals from the information matrix.
    """
    from oddfish.engine.experiments.match.plan import MatchError
    from oddfish.engine.experiments.match.ratings import RatingError, rate
    from oddfish.engine.experiments.match.records import read_results
    from oddfish.engine.experiments.match.report import rating_list

    with reported(MatchError, RatingError):
        results = [result for file in files for result in read_results(file)]
        if not results:
            raise Failure("these files contain no finished game")
        fixed = None if anchor is None else _read_anchor(anchor)
        open_console(plain_width=120).print(rating_list(rate(results, prior, fixed)))


def _read_anchor(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        if not equals or not name:
            raise ValueError
        return name, float(value)
    except ValueError:
        raise Failure(f"--anchor '{text}': expected NAME=ELO") from None
