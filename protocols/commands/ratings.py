"""``oddfish ratings``."""

from __future__ import annotations

import click

from oddfish.engine.match.plan import MatchError
from oddfish.engine.match.ratings import RatingError, rate
from oddfish.protocols.commands.common import Failure, open_console, reported


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--anchor", metavar="NAME=ELO", help="whose rating is to be what; else the mean is 0")
@click.option(
    "--prior", type=click.FloatRange(0), default=0.0, metavar="GAMES", help="drawn games added to each pairing"
)
def ratings(files: tuple[str, ...], anchor: str | None, prior: float) -> None:
    """Compute a rating list from matches' JSON lines or PGN.

    Bradley-Terry by maximum likelihood, a draw being half a win; errors are 95 %, from the information matrix.
    """
    with reported(MatchError, RatingError):
        from oddfish.engine.match.records import read_results
        from oddfish.engine.match.report import rating_list

        results = [result for file in files for result in read_results(file)]
        if not results:
            raise Failure("no finished game in these files")
        open_console(plain_width=120).print(rating_list(rate(results, prior, _read_anchor(anchor))))


def _read_anchor(text: str | None) -> tuple[str, float] | None:
    if text is None:
        return None
    name, equals, value = text.rpartition("=")
    try:
        if not equals or not name:
            raise ValueError
        return name, float(value)
    except ValueError:
        raise RatingError(f"--anchor '{text}': expected NAME=ELO") from None
