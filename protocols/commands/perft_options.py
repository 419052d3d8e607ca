"""The options of ``oddfish perft``."""

from __future__ import annotations

from dataclasses import dataclass, field

import click

from oddfish.engine.ranges import LARGEST, PATIENCE
from oddfish.protocols.commands.options import PositionOptions, number_option, option, whole_option
from oddfish.protocols.commands.perft_suite import SuiteFile


@dataclass(frozen=True, kw_only=True)
class AgainstOptions:
    """The other move generator of a comparison."""

    against: str | None = option(
        "--against",
        metavar="ENGINE",
        help="find the first difference from another move generator: a command line, or KEY=VALUE words as for "
        "`oddfish match`",
    )
    protocol: str = option(
        "--protocol",
        type=click.Choice(("auto", "uci", "cecp", "script")),
        default="auto",
        show_default=True,
        help="protocol of the other generator; a script takes depth, FEN and moves as arguments and prints 'move: "
        "count' lines",
    )
    patience: float = number_option(
        "--patience",
        accepted=PATIENCE,
        default=600,
        metavar="SECONDS",
        help="how long the other generator may be silent",
    )


@dataclass(frozen=True, kw_only=True)
class PerftOptions:
    """What to count and how."""

    divide: bool = option("--divide", is_flag=True, help="also print the count of each root move")
    details: bool = option(
        "--details", is_flag=True, help="count captures, checks and other kinds of moves at each depth up to DEPTH"
    )
    suites: tuple[str, ...] = option(
        "--suite",
        type=SuiteFile(),
        multiple=True,
        metavar="FILE",
        help="check the counts of an EPD suite instead (repeatable); 'builtin' means Oddfish's own suites",
    )
    other: AgainstOptions = field(default_factory=AgainstOptions)
    max_nodes: int | None = whole_option(
        "--max-nodes", most=LARGEST, help="with --suite: skip counts of more than N nodes"
    )
    as_json: bool = option("--json", is_flag=True, help="print one JSON object")
    threads: int | None = whole_option(
        "--threads", most=1024, help="threads to use  [default: 1; with --cluster, all threads of its workers]"
    )
    hash_mb: int = whole_option("--hash", least=0, most=1 << 20, default=0, metavar="MB", help="size of the hash table")
    lists: bool = option(
        "--lists", is_flag=True, help="generate the moves of the last ply instead of only counting them"
    )
    cluster: str | None = option(
        "--cluster", metavar="ADDRESS", help="count on the workers of the Dask scheduler at tcp://HOST:PORT"
    )
    position: PositionOptions = field(default_factory=PositionOptions)
