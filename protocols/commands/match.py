"""``oddfish match``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from oddfish.protocols.commands.common import Number, Parsed, VariantName, Whole, read_sprt


def _time_control(text: str) -> dict[str, Any]:
    from oddfish.engine.experiments.match.control import read_tc

    return read_tc(text)


def _numbers(form: str) -> Callable[[str], tuple[int, ...]]:
    """A parser of whole numbers separated by colons."""

    def parse(text: str) -> tuple[int, ...]:
        parts = text.split(":")
        if len(parts) != form.count(":") + 1 or not all(part.strip().isdecimal() for part in parts):
            raise ValueError(f"'{text}': expected {form} in whole numbers")
        return tuple(map(int, parts))

    return parse


@click.command()
@click.argument("engines", nargs=-1, metavar="A B ...")
@click.option("--engine", "more", multiple=True, metavar="SPEC", help="add an engine: KEY=VALUE words, see above")
@click.option("--variant", "-v", type=VariantName(), metavar="NAME", help="the game to play")
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="[A:]NAME=VALUE",
    help="set an option of the variant or, after an engine's name or letter, of that engine (repeatable)",
)
@click.option("--games", "-n", type=Whole(2), metavar="N", default=100, show_default=True, help="games per pairing")
@click.option(
    "--concurrency",
    "-c",
    type=Whole(1, 1024),
    metavar="N",
    help="games to play at once  [default: 1; with --cluster, one per thread of its workers]",
)
@click.option("--cluster", metavar="ADDRESS", help="play on the workers of the Dask scheduler at tcp://HOST:PORT")
@click.option(
    "--tc",
    type=Parsed("tc", _time_control),
    metavar="[MOVES/]BASE[+INC]",
    help="time control in seconds  [default: 10+0.1]",
)
@click.option("--st", type=Number(0.001), metavar="SECONDS", help="time per move")
@click.option("--depth", type=Whole(1), metavar="N", help="search depth per move")
@click.option("--nodes", type=Whole(1), metavar="N", help="nodes per move")
@click.option(
    "--margin",
    type=Whole(0),
    metavar="MS",
    help="how far an engine may overstep its time  [default: 100]",
)
@click.option(
    "--hang",
    type=Number(0.1),
    metavar="SECONDS",
    help="silence, beyond its time, after which an engine counts as hung  [default: 10; 600 without time limits]",
)
@click.option("--openings", metavar="FILE", help="start positions: FEN or EPD lines, PGN, or a book")
@click.option(
    "--order",
    type=click.Choice(["sequential", "random"]),
    default="sequential",
    show_default=True,
    help="order in which openings are used",
)
@click.option("--opening-plies", type=Whole(1), metavar="N", help="play only the first N plies of each opening")
@click.option(
    "--random-plies",
    type=Whole(0),
    default=0,
    show_default=True,
    metavar="N",
    help="start with N random moves",
)
@click.option(
    "--balance",
    type=Whole(1),
    metavar="CP",
    help="with --random-plies: only openings that a short search scores within CP centipawns of even",
)
@click.option(
    "--resign",
    type=Parsed("resign", _numbers("MOVES:SCORE")),
    metavar="MOVES:SCORE",
    help="an engine loses once it has been SCORE centipawns behind, by its own reckoning, for MOVES moves in a row",
)
@click.option(
    "--draw",
    type=Parsed("draw", _numbers("NUMBER:MOVES:SCORE")),
    metavar="NUMBER:MOVES:SCORE",
    help="from move NUMBER on, draw once both scores have been within SCORE of 0 for MOVES moves in a row",
)
@click.option("--max-moves", type=Whole(1), metavar="N", help="draw after N moves of each side")
@click.option(
    "--sprt",
    type=Parsed("sprt", read_sprt),
    metavar="ELO0,ELO1[,ALPHA,BETA[,MODEL]]",
    help="stop when the test of A against B is decided; MODEL is normalized (the default) or logistic",
)
@click.option(
    "--seed",
    type=Whole(0),
    metavar="N",
    help="seed for armies, deals and openings  [default: drawn and shown]",
)
@click.option("--json", "json_file", metavar="FILE", help="write each finished game as a line of JSON")
@click.option("--pgn", metavar="FILE", help="write finished games as PGN")
@click.option("--resume", metavar="FILE", help="continue a match recorded with --json FILE")
@click.option("--yes", is_flag=True, help="with --resume: start the recorded engines without asking")
@click.option("--log", metavar="FILE", help="log everything said to and by the engines")
@click.option("--quiet", "-q", is_flag=True, help="print only the final table")
@click.pass_context
def match(ctx: click.Context, **given: Any) -> None:
    """Play a match between engines.

    Games come in pairs: the same start with sides swapped. A and B are the command lines of UCI or CECP engines that
    know the variant; the word oddfish stands for this program. More than two engines play a round robin.

    An engine can also be described by KEY=VALUE words in quotes. cmd is required; the other keys are name, proto (uci,
    cecp or auto), dir, variant (the engine's own name for it), restart=on (a new process for each game), level=N (the
    playing level, 0 to 20 of oddfish), option.NAME, and limits for this engine alone: tc, st, depth, nodes, margin.

    \b
    oddfish match oddfish /opt/old/oddfish -v half-chess --tc 10+0.1 -c 2
    oddfish match oddfish "name=half cmd=oddfish nodes=5000" -v banqi --nodes 10000
    oddfish match "cmd=oddfish level=3" "cmd=oddfish level=5" -v halfgi --st 0.1
    oddfish match oddfish ./new -v halfgi --sprt 0,5 --random-plies 6 --json m.jsonl
    oddfish match --resume m.jsonl --cluster tcp://192.168.1.2:8786
    """
    from oddfish.protocols.commands.match_run import run

    run(ctx, given)
