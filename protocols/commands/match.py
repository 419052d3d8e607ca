"""``oddfish match``."""

from __future__ import annotations

import click

from oddfish.protocols.commands.match_options import MatchOptions
from oddfish.protocols.commands.options import options


@click.command(
    help="""
    Play a match between engines.

    The engines play pairs of games: both games of a pair start from the same position, with sides swapped. A and B are
    command lines of UCI or CECP engines that know the variant; the word oddfish means this program. More than two
    engines play a tournament (--format).

    You can also describe an engine by KEY=VALUE words in quotes. cmd is required; the other keys are name, proto (uci,
    cecp or auto), dir, variant (the engine's own name for the variant), restart=on (start a new process for each game),
    level=N (oddfish's playing level, 0 to 20), option.NAME, and limits for this engine alone: tc, st, depth, nodes,
    margin.

    \b
    oddfish match oddfish /opt/old/oddfish -v half-chess --tc 10+0.1 -c 2
    oddfish match oddfish "name=half cmd=oddfish nodes=5000" -v banqi --nodes 10000
    oddfish match "cmd=oddfish level=3" "cmd=oddfish level=5" -v halfgi --st 0.1
    oddfish match oddfish ./new -v halfgi --sprt 0,5 --random-plies 6 --json m.jsonl
    oddfish match oddfish ./a ./b ./c -v fanorona-chess --format knockout -n 6
    oddfish match --resume m.jsonl --cluster tcp://192.168.1.2:8786
    """,
)
@click.argument("engines", nargs=-1, metavar="A B ...")
@options(MatchOptions)
@click.pass_context
def match(ctx: click.Context, engines: tuple[str, ...], given: MatchOptions) -> None:
    from oddfish.protocols.commands.match_run import run

    run(ctx, engines, given)
