"""The options of ``oddfish match``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from oddfish.engine.ranges import CENTIPAWNS, LARGEST, MARGIN, MOVE_TIME, PATIENCE, PLIES
from oddfish.engine.rematch import FIRST
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.options import SPRT, number_option, option, whole_option
from oddfish.protocols.commands.parameters import Parsed, VariantName

if TYPE_CHECKING:
    from oddfish.engine.experiments.match.statistics import Sprt


def _time_control(text: str) -> dict[str, Any]:
    from oddfish.engine.experiments.match.control import read_tc

    return read_tc(text)


def _numbers(form: str) -> Callable[[str], tuple[int, ...]]:
    """A parser of the whole numbers of ``--resign`` or ``--draw``, separated by colons."""

    def parse(text: str) -> tuple[int, ...]:
        from oddfish.engine.experiments.match.plan import DRAW, RESIGN

        accepted, parts = {RESIGN_FORM: RESIGN, DRAW_FORM: DRAW}[form], text.split(":")
        if len(parts) != len(accepted):
            raise ValueError(f"'{text:.80}': expected {form} in whole numbers")
        try:
            return tuple(one.read(part) for one, part in zip(accepted, parts))
        except ValueError as error:
            raise ValueError(f"'{text:.80}': expected {form} in whole numbers: {error}") from None

    return parse


RESIGN_FORM, DRAW_FORM = "MOVES:SCORE", "NUMBER:MOVES:SCORE"


@dataclass(frozen=True, kw_only=True)
class EngineOptions:
    """The game, and engines in addition to the arguments."""

    more: tuple[str, ...] = option(
        "--engine", multiple=True, metavar="SPEC", help="add an engine, described by KEY=VALUE words (see above)"
    )
    variant: Variant | None = option("--variant", "-v", type=VariantName(), metavar="NAME", help="variant to play")
    options: tuple[str, ...] = option(
        "--option",
        "-o",
        multiple=True,
        metavar="[A:]NAME=VALUE",
        help="set an option of the variant or, after an engine's name or letter, of that engine (repeatable)",
    )


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """The limits of the engines' searches."""

    tc: dict[str, Any] | None = option(
        "--tc",
        type=Parsed("tc", _time_control),
        metavar="[MOVES/]BASE[+INC]",
        help="time control in seconds  [default: 10+0.1]",
    )
    st: float | None = number_option("--st", accepted=MOVE_TIME, metavar="SECONDS", help="time per move")
    depth: int | None = whole_option("--depth", most=PLIES.high, help="search depth per move")
    nodes: int | None = whole_option("--nodes", most=LARGEST, help="nodes per move")
    margin: int | None = whole_option(
        "--margin",
        least=0,
        most=MARGIN.high,
        metavar="MS",
        help="how far an engine may exceed its time  [default: 100]",
    )
    hang: float | None = number_option(
        "--hang",
        accepted=PATIENCE,
        metavar="SECONDS",
        help="how long an engine may be silent beyond its time before it counts as hung  "
        "[default: 10; 600 without time limits]",
    )


@dataclass(frozen=True, kw_only=True)
class OpeningOptions:
    """How games start."""

    openings: str | None = option(
        "--openings", metavar="FILE", help="start positions: FEN or EPD lines, PGN, or a book"
    )
    order: str = option(
        "--order",
        type=click.Choice(["sequential", "random"]),
        default="sequential",
        show_default=True,
        help="order of the openings",
    )
    opening_plies: int | None = whole_option("--opening-plies", help="play only the first N plies of each opening")
    random_plies: int = whole_option("--random-plies", least=0, default=0, help="start each game with N random moves")
    first: str = option(
        "--first",
        type=click.Choice(FIRST),
        default="alternate",
        show_default=True,
        help="who plays first: swap sides from game to game, or let the last game's loser or winner begin",
    )
    balance: int | None = whole_option(
        "--balance",
        most=CENTIPAWNS.high,
        metavar="CP",
        help="with --random-plies: keep only openings that a short search scores within CP centipawns of 0",
    )


@dataclass(frozen=True, kw_only=True)
class EndOptions:
    """What ends games or the match early."""

    resign: tuple[int, int] | None = option(
        "--resign",
        type=Parsed("resign", _numbers(RESIGN_FORM)),
        metavar=RESIGN_FORM,
        help="an engine loses after its own score has been SCORE centipawns behind for MOVES moves in a row",
    )
    draw: tuple[int, int, int] | None = option(
        "--draw",
        type=Parsed("draw", _numbers(DRAW_FORM)),
        metavar=DRAW_FORM,
        help="from move NUMBER on, draw after both scores have been within SCORE of 0 for MOVES moves in a row",
    )
    max_moves: int | None = whole_option("--max-moves", help="draw after N moves by each side")
    sprt: Sprt | None = option(
        "--sprt",
        **SPRT,
        help="stop when this test decides between A and B; MODEL is normalized (the default) or logistic",
    )


@dataclass(frozen=True, kw_only=True)
class RecordOptions:
    """Which files to write, and which match to continue."""

    json_file: str | None = option("--json", metavar="FILE", help="record each finished game as a line of JSON")
    pgn: str | None = option("--pgn", metavar="FILE", help="write finished games as PGN")
    html: str | None = option("--html", metavar="FILE", help="at the end, write standings and games as a web page")
    resume: str | None = option("--resume", metavar="FILE", help="continue a match recorded with --json FILE")
    yes: bool = option("--yes", is_flag=True, help="with --resume: start the recorded engines without asking")
    log: str | None = option("--log", metavar="FILE", help="log all communication with the engines")
    quiet: bool = option("--quiet", "-q", is_flag=True, help="print only the final table")


@dataclass(frozen=True, kw_only=True)
class MatchOptions:
    """A match."""

    engine: EngineOptions = field(default_factory=EngineOptions)
    games: int = whole_option("--games", "-n", least=2, default=100, help="games per pairing")
    format: str = option(
        "--format",
        type=click.Choice(["round-robin", "gauntlet", "knockout"]),
        default="round-robin",
        show_default=True,
        help="who plays whom: everyone plays everyone, A plays all others, or winners meet until one is left",
    )
    concurrency: int | None = whole_option(
        "--concurrency",
        "-c",
        most=1024,
        help="games to play in parallel  [default: 1; with --cluster, one per thread of its workers]",
    )
    cluster: str | None = option(
        "--cluster", metavar="ADDRESS", help="play on the workers of the Dask scheduler at tcp://HOST:PORT"
    )
    limit: LimitOptions = field(default_factory=LimitOptions)
    opening: OpeningOptions = field(default_factory=OpeningOptions)
    end: EndOptions = field(default_factory=EndOptions)
    seed: int | None = whole_option(
        "--seed",
        least=0,
        most=LARGEST,
        help="seed for armies, deals and openings  [default: random; the match prints it]",
    )
    record: RecordOptions = field(default_factory=RecordOptions)
