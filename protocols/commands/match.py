"""``oddfish match``."""

from __future__ import annotations

import contextlib
import logging
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from oddfish.engine.match.control import DEFAULT_MARGIN, Control, ControlError, read_tc
from oddfish.engine.match.plan import (
    Adjudication,
    EngineSpec,
    MatchError,
    OpeningSource,
    Plan,
    read_engine,
)
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    INTERRUPTED,
    Parsed,
    VariantName,
    open_cluster,
    open_console,
    open_game,
    read_options,
    read_sprt,
    reported,
)

#: Seconds without an answer after which an engine counts as hung, with a clock and without.
_PATIENCE, _PATIENCE_UNTIMED = 10.0, 600.0
#: Options that do not belong to the plan, and may therefore go with --resume.
_WITH_RESUME = {"resume", "concurrency", "cluster", "games", "pgn", "log", "quiet"}


def _numbers(form: str) -> Callable[[str], tuple[int, ...]]:
    """A reader of whole numbers between colons."""

    def read(text: str) -> tuple[int, ...]:
        parts = text.split(":")
        if len(parts) != form.count(":") + 1 or not all(part.strip().isdecimal() for part in parts):
            raise ValueError(f"'{text}', expected {form} in whole numbers")
        return tuple(map(int, parts))

    return read


@click.command()
@click.argument("engines", nargs=-1, metavar="A B ...")
@click.option("--engine", "more", multiple=True, metavar="SPEC", help="another engine: KEY=VALUE words, see below")
@click.option("--variant", "-v", type=VariantName(), metavar="NAME", help="the game")
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="[A:]NAME=VALUE",
    help="an option of the variant or, after an engine's name or letter, of that engine (repeatable)",
)
@click.option("--games", "-n", type=click.IntRange(2), default=100, show_default=True, help="games of each pairing")
@click.option(
    "--concurrency",
    "-c",
    type=click.IntRange(1, 1024),
    help="games at a time  [default: 1; on a cluster as many as its workers have threads]",
)
@click.option("--cluster", metavar="ADDRESS", help="play on the workers of the Dask scheduler at tcp://HOST:PORT")
@click.option("--tc", type=Parsed("tc", read_tc), metavar="[MOVES/]BASE[+INC]", help="seconds  [default: 10+0.1]")
@click.option("--st", type=click.FloatRange(0.001), metavar="SECONDS", help="time for each move")
@click.option("--depth", type=click.IntRange(1), help="plies for each move")
@click.option("--nodes", type=click.IntRange(1), help="positions for each move")
@click.option(
    "--margin",
    type=click.IntRange(0),
    default=DEFAULT_MARGIN,
    show_default=True,
    metavar="MS",
    help="how late an answer may be",
)
@click.option(
    "--hang",
    type=click.FloatRange(0.1),
    metavar="SECONDS",
    help="an engine that says nothing for so long, beyond its time, is hung  [default: 10; 600 without time limits]",
)
@click.option("--openings", metavar="FILE", help="where games begin: FEN or EPD lines, PGN, or a book")
@click.option("--order", type=click.Choice(["sequential", "random"]), default="sequential", help="of these openings")
@click.option("--opening-plies", type=click.IntRange(1), help="so many of each opening's plies")
@click.option("--random-plies", type=click.IntRange(0), default=0, help="random moves before the engines begin")
@click.option(
    "--balance", type=click.IntRange(1), metavar="CP", help="random moves whose end a short search scores within CP"
)
@click.option(
    "--resign",
    type=Parsed("resign", _numbers("MOVES:SCORE")),
    metavar="MOVES:SCORE",
    help="an engine has lost when it sees itself SCORE centipawns behind in MOVES moves running",
)
@click.option(
    "--draw",
    type=Parsed("draw", _numbers("NUMBER:MOVES:SCORE")),
    metavar="NUMBER:MOVES:SCORE",
    help="from move NUMBER on, drawn when both see no more than SCORE in MOVES moves running",
)
@click.option("--max-moves", type=click.IntRange(1), metavar="N", help="drawn after N moves of each side")
@click.option(
    "--sprt",
    type=Parsed("sprt", read_sprt),
    metavar="ELO0,ELO1[,ALPHA,BETA[,MODEL]]",
    help="end when the test of A's advantage is decided; MODEL normalized (the default) or logistic",
)
@click.option("--seed", type=click.IntRange(0), help="of armies, deals and openings  [default: drawn and shown]")
@click.option("--json", "json_file", metavar="FILE", help="write a JSON line for each finished game")
@click.option("--pgn", metavar="FILE", help="write finished games as PGN")
@click.option("--resume", metavar="FILE", help="go on with the match that --json FILE has recorded")
@click.option("--log", metavar="FILE", help="write down all that is said to engines and by them")
@click.option("--quiet", "-q", is_flag=True, help="only the final table")
@click.pass_context
def match(ctx: click.Context, **given: Any) -> None:
    """Play a match of engines: games in pairs from the same start with sides swapped.

    A and B are command lines of UCI or CECP engines that know the variant; the word oddfish is this program. More than
    two play everybody against everybody.

    An engine may also be given as words KEY=VALUE, of which cmd is needed: name, cmd, proto (uci, cecp, auto), dir,
    variant (its own name for it), restart=on (a new process for each game), option.NAME, and limits of its own: tc,
    st, depth, nodes, margin.

    \b
    oddfish match oddfish /opt/old/oddfish -v half-chess --tc 10+0.1 -c 2
    oddfish match oddfish "name=half cmd=oddfish nodes=5000" -v banqi --nodes 10000
    oddfish match oddfish ./new -v halfgi --sprt 0,5 --random-plies 6 --json m.jsonl
    oddfish match --resume m.jsonl --cluster tcp://192.168.1.2:8786
    """
    with reported(MatchError, ControlError):
        _match(ctx, given)


def _match(ctx: click.Context, given: dict[str, Any]) -> None:
    from oddfish.engine.match.pool import GamePool, LocalPool
    from oddfish.engine.match.records import Journal
    from oddfish.engine.match.report import Watch, tables
    from oddfish.engine.match.runner import Runner
    from oddfish.engine.match.standings import Standings

    if given["cluster"] and given["log"]:
        raise MatchError("--log does not go with --cluster: what engines say stays on the workers")
    journal: Journal | None = None
    if given["resume"] is not None:
        _refuse_with_resume(ctx)
        journal = Journal(given["resume"])
        plan = journal.plan
        if ctx.get_parameter_source("games") is not ParameterSource.DEFAULT:
            plan = replace(plan, games=given["games"])
        plan.check()
    else:
        plan = make_plan(given)
    standings = Standings(plan, journal.records if journal is not None else ())
    console = open_console(plain_width=160)
    with contextlib.ExitStack() as stack:
        stack.enter_context(logged(given["log"]))
        pool: GamePool
        if given["cluster"]:
            cluster = stack.enter_context(open_cluster(given["cluster"]))
            from oddfish.engine.match.remote import ClusterPool

            pool = ClusterPool(plan, cluster, given["concurrency"])
        else:
            pool = LocalPool(plan, given["concurrency"] or 1)
        runner = Runner(plan, standings, pool)
        if runner.openings.alike and plan.games > 2:
            click.echo("oddfish: all pairs begin alike; --random-plies or --openings would vary them", err=True)
        runner.journal, runner.pgn = _files(plan, standings, journal, given)
        if not given["quiet"]:
            console.print(heading(plan), soft_wrap=True, markup=False)
        with Watch(plan, standings, console, given["quiet"]) as watch:
            runner.spectator = watch
            try:
                finished = runner.run()
            except KeyboardInterrupt:
                finished = False
            except MatchError as error:
                raise MatchError(f"{error}{_hint(runner.journal) if standings.records else ''}") from None
            finally:
                if runner.journal is not None:
                    runner.journal.close()
    final = standings.final()
    console.print(tables(final))
    beyond = len(standings.records) - len(final.records)
    if beyond:
        console.print(f"{beyond} games begun before the test was decided are recorded but not counted", style="dim")
    if not finished:
        hint = _hint(runner.journal)
        click.echo(f"oddfish: interrupted after {len(standings.records)} of {plan.total} games{hint}", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


def _hint(journal: Any) -> str:
    """How a match that has been ended goes on, if it is written down."""
    return f"; oddfish match --resume {journal.path} goes on" if journal is not None else ""


def _refuse_with_resume(ctx: click.Context) -> None:
    """Everything else is the recorded plan's."""
    for name in ctx.params:
        if name not in _WITH_RESUME and ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            option = next(param for param in ctx.command.params if param.name == name)
            raise MatchError(f"{option.opts[0]} does not go with --resume: the match is the one recorded")


def _files(plan: Plan, standings: Any, journal: Any, given: dict[str, Any]) -> tuple[Any, Any]:
    """The journal and the PGN file that are to be written, or None."""
    from oddfish.engine.match.records import Journal, PgnFile

    path = given["pgn"] or (journal.pgn if journal is not None else "")
    absolute = str(Path(path).expanduser().absolute()) if path else ""
    if journal is not None and given["pgn"] and absolute != journal.pgn and Path(absolute).exists():
        raise MatchError(f"{path} exists: choose another file")
    pgn = PgnFile(absolute, plan, standings.records.values()) if path else None
    if journal is None and given["json_file"]:
        journal = Journal(given["json_file"], plan, absolute)
    return journal, pgn


def heading(plan: Plan) -> str:
    """What is about to be played."""
    names = " - ".join(engine.name for engine in plan.engines)
    return f"{plan.variant}: {names}, {plan.total} games, {plan.control}, seed {plan.seed}"


def make_plan(given: dict[str, Any]) -> Plan:
    """The plan the command line describes.

    Raises:
        MatchError, ControlError: it describes none.
    """
    variant: Variant | None = given["variant"]
    if variant is None:
        raise MatchError("--variant NAME is needed: which game?")
    engines = name_engines([at_home(read_engine(text)) for text in (*given["engines"], *given["more"])])
    rules, engines = share_options(given["options"], engines)
    clock = given["tc"] or {}
    if not any(given[name] for name in ("tc", "st", "depth", "nodes")):
        clock = {"base": 10.0, "increment": 0.1}
    control = Control(
        **clock,
        move_time=given["st"] or 0.0,
        depth=given["depth"] or 0,
        nodes=given["nodes"] or 0,
        margin=given["margin"],
    )
    if given["balance"] and not given["random_plies"]:
        raise MatchError("--balance is of --random-plies")
    patience = given["hang"] or (_PATIENCE if control.timed else _PATIENCE_UNTIMED)
    plan = Plan(
        variant=variant.name,
        engines=engines,
        control=control,
        options=open_game(variant, tuple(f"{name}={value}" for name, value in rules.items()), seed=0).options
        if rules
        else {},
        games=given["games"],
        seed=given["seed"] if given["seed"] is not None else random.SystemRandom().getrandbits(31),
        openings=OpeningSource(
            file=str(Path(given["openings"]).expanduser().absolute()) if given["openings"] else "",
            order=given["order"],
            plies=given["opening_plies"] or 0,
            random_plies=given["random_plies"],
            balance=given["balance"] or 0,
        ),
        adjudication=Adjudication(given["resign"], given["draw"], given["max_moves"] or 0),
        sprt=given["sprt"],
        patience=patience,
    )
    plan.check()
    return plan


def name_engines(engines: list[EngineSpec]) -> tuple[EngineSpec, ...]:
    """Engines with names of their own: a second `oddfish` is `oddfish-2`."""
    named: list[EngineSpec] = []
    for engine in engines:
        taken = {other.name for other in named}
        name, number = engine.name, 1
        while name in taken:
            number += 1
            name = f"{engine.name}-{number}"
        named.append(replace(engine, name=name))
    return tuple(named)


def at_home(engine: EngineSpec) -> EngineSpec:
    """The engine with its folder named in full: the match may go on from another one, or be played elsewhere."""
    if engine.dir:
        return replace(engine, dir=str(Path(engine.dir).expanduser().absolute()))
    program = engine.command()[0]
    relative = os.path.dirname(program) and not os.path.isabs(program)
    return replace(engine, dir=str(Path.cwd())) if relative else engine


def share_options(
    texts: tuple[str, ...], engines: tuple[EngineSpec, ...]
) -> tuple[dict[str, str], tuple[EngineSpec, ...]]:
    """Split ``[ENGINE:]NAME=VALUE`` texts into the variant's options and the engines'.

    Raises:
        MatchError: an engine that does not play is named.
    """
    rules: list[str] = []
    own: dict[int, dict[str, str]] = {number: {} for number in range(len(engines))}
    letters = {chr(ord("A") + number): number for number in range(min(len(engines), 26))}
    names = {engine.name: number for number, engine in enumerate(engines)}
    for text in texts:
        head, colon, rest = text.partition(":")
        if not colon or "=" in head:
            rules.append(text)
            continue
        number = names.get(head, letters.get(head))
        if number is None:
            raise MatchError(f"--option {text}: no engine is called '{head}'; there are {', '.join(names)}")
        own[number].update(read_options((rest,)))
    return read_options(tuple(rules)), tuple(
        replace(engine, options={**engine.options, **own[number]}) for number, engine in enumerate(engines)
    )


@contextlib.contextmanager
def logged(path: str | None) -> Iterator[None]:
    """What python-chess and asyncio have to say goes into a file, or nowhere: never between the tables."""
    handler: logging.Handler = logging.NullHandler()
    if path:
        try:
            handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        except OSError as error:
            raise MatchError(f"{path}: {error.strerror or error}") from None
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    loggers = [logging.getLogger(name) for name in ("chess.engine", "asyncio")]
    before = [(logger, logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(logging.DEBUG if path else logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level, propagate in before:
            logger.removeHandler(handler)
            logger.setLevel(level)
            logger.propagate = propagate
        handler.close()
