"""Runs ``oddfish match``: makes the plan that the command line describes, and plays the match."""

from __future__ import annotations

import contextlib
import logging
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oddfish.engine.experiments.match.control import DEFAULT_MARGIN, Control, ControlError
from oddfish.engine.experiments.match.openings import Openings
from oddfish.engine.experiments.match.plan import (
    Adjudication,
    EngineSpec,
    MatchError,
    OpeningSource,
    Plan,
    read_engines,
    set_option,
)
from oddfish.engine.experiments.match.pool import GamePool, LocalPool
from oddfish.engine.experiments.match.ratings import RatingError
from oddfish.engine.experiments.match.records import Journal, PgnFile
from oddfish.engine.experiments.match.report import Watch, tables
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.files import place_of
from oddfish.engine.printable import printable
from oddfish.engine.spelling import did_you_mean
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    check_file,
    interrupted,
    open_cluster,
    open_console,
    reported,
    write_file,
)
from oddfish.protocols.commands.match_files import LogFile, Named, refuse_dash, refuse_same_files
from oddfish.protocols.commands.options import is_given, open_game
from oddfish.protocols.commands.parameters import read_options

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.protocols.commands.match_options import LimitOptions, MatchOptions, OpeningOptions

#: Seconds of silence after which an engine counts as hung, with and without time limits.
_PATIENCE, _PATIENCE_UNTIMED = 10.0, 600.0
#: Seconds before progress is shown.
_SILENT = 0.5
#: Options that --resume allows because they are not part of the plan.
_WITH_RESUME = {"resume", "concurrency", "cluster", "games", "pgn", "html", "log", "quiet", "yes"}


def run(ctx: click.Context, engines: tuple[str, ...], given: MatchOptions) -> None:
    """Play the match that the options describe."""
    with reported(MatchError, ControlError, RatingError):
        _run(ctx, engines, given)


def _run(ctx: click.Context, engines: tuple[str, ...], given: MatchOptions) -> None:
    if given.cluster and given.record.log:
        raise MatchError("--log cannot be used with --cluster: the output of the engines stays on the workers")
    _check_names(given)
    if given.record.resume is None:
        _play(make_plan(engines, given), given, None)
        return
    _refuse_with_resume(ctx)
    with contextlib.closing(Journal(given.record.resume)) as journal:
        plan = journal.plan
        if is_given(ctx, "games") and given.games != plan.games:
            if plan.format == "knockout":
                raise MatchError("--games cannot be changed with --resume in a knockout")
            plan = replace(plan, games=given.games)
        plan.check()
        if not given.record.yes:
            _ask(journal, plan)
        _play(plan, given, journal)


def _check_names(given: MatchOptions, journal: Journal | None = None) -> None:
    """Check that a new match, or the one that a journal continues, overwrites none of its own files.

    Raises:
        Failure: it would, or an option that needs a file names standard output.
    """
    files = given.record
    output = [Named("--json", files.json_file), Named("--pgn", files.pgn), Named("--log", files.log)]
    refuse_dash(*output)
    openings = [Named("--openings", given.opening.openings)]
    if journal is not None:
        openings = [Named("the recorded --openings", journal.plan.openings.file)]
        output.append(Named("the recorded --pgn", "" if files.pgn else journal.pgn))
    html = Named("--html", "" if files.html == "-" else files.html)
    refuse_same_files([Named("--resume", files.resume), *openings], [*output, html])


def _play(plan: Plan, given: MatchOptions, journal: Journal | None) -> None:
    """Play a new match, or continue that of a journal."""
    if journal is not None:
        _check_names(given, journal)
        if given.record.html or given.record.pgn or journal.pgn:
            journal.check_games()
    standings = Standings(plan, journal.records if journal is not None else ())
    console, quiet = open_console(plain_width=160), given.record.quiet
    with contextlib.ExitStack() as stack:
        stack.enter_context(logged(given.record.log))
        pool: GamePool
        if given.cluster:
            cluster = stack.enter_context(open_cluster(given.cluster))
            from oddfish.engine.experiments.match.remote import ClusterPool

            pool = ClusterPool(plan, cluster, given.concurrency)
        else:
            pool = LocalPool(plan, given.concurrency or 1)
        if given.record.html and given.record.html != "-":
            check_file(given.record.html)
        openings = _read_openings(plan)
        runner = Runner(plan, standings, pool, openings=openings)
        if openings.alike and plan.games > 2:
            click.echo(
                "oddfish: every pair starts from the same position; use --random-plies or --openings to vary it",
                err=True,
            )
        runner.journal, runner.pgn = _files(plan, standings, journal, given)
        if not quiet:
            console.print(heading(plan), soft_wrap=True, markup=False)
        with Watch(plan, standings, console, quiet) as watch:
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
    _print_final(console, standings, openings, given.record.html)
    if not finished:
        raise interrupted(f" after {len(standings.records)} of {standings.total} games{_hint(runner.journal)}")


def _print_final(console: Console, standings: Standings, openings: Openings, html: str | None) -> None:
    """Print the final tables and what they leave out, and write the web page."""
    final = standings.final()
    if html:
        from oddfish.protocols.report.page import page

        write_file(html, page(final))
    console.print(tables(final))
    beyond = len(standings.records) - len(final.records)
    if beyond:
        console.print(
            f"{beyond} games that were still running when the test decided are recorded but not counted", style="dim"
        )
    if openings.skipped:
        console.print(f"openings: skipped {openings.skipped} of {openings.checked} because the game was already over")


def _read_openings(plan: Plan) -> Openings:
    """The openings of a match, with progress in a terminal if their file takes long to read.

    Raises:
        MatchError: the file is unreadable or invalid.
    """
    begin, shown = time.monotonic(), False

    def progress(share: float) -> None:
        nonlocal shown
        if sys.stderr.isatty() and time.monotonic() - begin > _SILENT:
            click.echo(f"\rreading the openings: {share:4.0%}", err=True, nl=False)
            shown = True

    try:
        openings = Openings(plan, progress)
    finally:
        if shown:
            click.echo(f"\r{'':40}\r", err=True, nl=False)
    if openings.skipped:
        click.echo(
            f"oddfish: {plan.openings.file}: {openings.skipped} of the first {openings.checked} openings are already "
            "over and are skipped",
            err=True,
        )
    return openings


def _ask(journal: Journal, plan: Plan) -> None:
    """Show what a record would start and write, and ask for permission, because it may come from someone else.

    Raises:
        MatchError: the answer is no, or standard input is not a terminal.
    """
    click.echo(f"{journal.path} continues {printable(heading(plan), 500)}", err=True)
    for engine in plan.engines:
        folder = f" in {engine.dir}" if engine.dir else ""
        click.echo(f"  {printable(engine.name)}: {printable(engine.cmd, 2000)}{printable(folder, 2000)}", err=True)
    if journal.pgn:
        click.echo(f"  it writes games to {printable(journal.pgn, 2000)}", err=True)
    if not sys.stdin.isatty():
        raise MatchError("--resume starts the engines above: to allow it without a question, add --yes")
    if not click.confirm("Start them?", err=True):
        raise MatchError("nothing was started")


def _hint(journal: Journal | None) -> str:
    """How to continue an interrupted match that has a record."""
    return f"; to continue: oddfish match --resume {journal.path}" if journal is not None else ""


def _refuse_with_resume(ctx: click.Context) -> None:
    """Check that no option contradicts the recorded plan."""
    for name in ctx.params:
        if name not in _WITH_RESUME and is_given(ctx, name):
            option = next(param for param in ctx.command.params if param.name == name)
            raise MatchError(f"{option.opts[0]} cannot be used with --resume: the record determines the match")


def _files(
    plan: Plan, standings: Standings, journal: Journal | None, given: MatchOptions
) -> tuple[Journal | None, PgnFile | None]:
    """The journal and the PGN file to write, or None."""
    path = given.record.pgn or (journal.pgn if journal is not None else "")
    absolute = str(place_of(path).absolute()) if path else ""
    to_write = given.record.json_file if journal is None else None
    new = Journal(to_write, plan, absolute) if to_write else None
    try:
        pgn = PgnFile(absolute, plan, standings.records.values()) if path else None
    except MatchError:
        if new is not None:
            new.close()
            new.path.unlink()
        raise
    return journal or new, pgn


def heading(plan: Plan) -> str:
    """One line about the match."""
    names = " - ".join(engine.name for engine in plan.engines)
    return f"{plan.variant}: {names}, {plan.total} games, {plan.control}, seed {plan.seed}"


def make_plan(words: tuple[str, ...], given: MatchOptions) -> Plan:
    """The plan that the command line describes.

    Args:
        words: the engines from the arguments.

    Raises:
        MatchError, ControlError: the options contradict each other.
    """
    variant = given.engine.variant
    if variant is None:
        raise MatchError("--variant NAME is required")
    engines = name_engines([with_absolute_dir(engine) for engine in read_engines((*words, *given.engine.more))])
    rules, engines = share_options(given.engine.options, engines)
    control, end = _control(given.limit), given.end
    plan = Plan(
        variant=variant.name,
        engines=engines,
        control=control,
        options=_rule_values(variant, rules),
        games=given.games,
        seed=given.seed if given.seed is not None else random.SystemRandom().getrandbits(31),
        openings=_openings(given.opening),
        adjudication=Adjudication(end.resign, end.draw, end.max_moves or 0),
        sprt=end.sprt,
        patience=given.limit.hang or (_PATIENCE if control.timed else _PATIENCE_UNTIMED),
        first=given.opening.first,
        format=given.format,
    )
    plan.check()
    return plan


def _control(limit: LimitOptions) -> Control:
    """The engines' limits; the default is a clock."""
    clock = limit.tc or {}
    if not any((limit.tc, limit.st, limit.depth, limit.nodes)):
        clock = {"base": 10.0, "increment": 0.1}
    return Control(
        **clock,
        move_time=limit.st or 0.0,
        depth=limit.depth or 0,
        nodes=limit.nodes or 0,
        margin=DEFAULT_MARGIN if limit.margin is None else limit.margin,
    )


def _openings(opening: OpeningOptions) -> OpeningSource:
    """Where games start.

    Raises:
        MatchError: the options contradict each other.
    """
    if opening.balance and not opening.random_plies:
        raise MatchError("--balance needs --random-plies")
    return OpeningSource(
        file=str(place_of(opening.openings).absolute()) if opening.openings else "",
        order=opening.order,
        plies=opening.opening_plies or 0,
        random_plies=opening.random_plies,
        balance=opening.balance or 0,
    )


def _rule_values(variant: Variant, rules: dict[str, str]) -> dict[str, Any]:
    """The values of all options of the variant if any of them is set, else none."""
    if not rules:
        return {}
    return open_game(variant, tuple(f"{name}={value}" for name, value in rules.items()), seed=0).options


def name_engines(engines: list[EngineSpec]) -> tuple[EngineSpec, ...]:
    """Make the engines' names unique: a second `oddfish` becomes `oddfish-2`."""
    named: list[EngineSpec] = []
    for engine in engines:
        taken = {other.name for other in named}
        name, number = engine.name, 1
        while name in taken:
            number += 1
            name = f"{engine.name}-{number}"
        named.append(replace(engine, name=name))
    return tuple(named)


def with_absolute_dir(engine: EngineSpec) -> EngineSpec:
    """Make the engine's folder absolute, so that the match can continue from another folder or on another machine."""
    if engine.dir:
        return replace(engine, dir=str(place_of(engine.dir).absolute()))
    program = engine.command()[0]
    relative = os.path.dirname(program) and not os.path.isabs(program)
    return replace(engine, dir=str(Path.cwd())) if relative else engine


def share_options(
    texts: tuple[str, ...], engines: tuple[EngineSpec, ...]
) -> tuple[dict[str, str], tuple[EngineSpec, ...]]:
    """Split ``[ENGINE:]NAME=VALUE`` texts into the variant's options and the engines'.

    Raises:
        MatchError: a text names an unknown engine, or sets an option of an engine twice.
    """
    rules: list[str] = []
    options = [dict(engine.options) for engine in engines]
    letters = {chr(ord("A") + number): number for number in range(min(len(engines), 26))}
    names = {engine.name: number for number, engine in enumerate(engines)}
    for text in texts:
        head, colon, rest = text.partition(":")
        if not colon or "=" in head:
            rules.append(text)
            continue
        number = names.get(head, letters.get(head))
        if number is None:
            known = f"{did_you_mean(head, names)}expected one of {', '.join(names)}"
            raise MatchError(f"--option {text}: unknown engine '{head}': {known}")
        for name, value in read_options((rest,)).items():
            try:
                set_option(options[number], name, value)
            except MatchError as error:
                raise MatchError(f"--option {text}: {error}") from None
    return read_options(tuple(rules)), tuple(replace(engine, options=own) for engine, own in zip(engines, options))


class _Notices(logging.Handler):
    """Prints each warning once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        text = printable(record.getMessage(), 2000)
        if text not in self._seen:
            self._seen.add(text)
            click.echo(f"oddfish: {text}", err=True)


@contextlib.contextmanager
def logged(path: str | None) -> Iterator[None]:
    """Send the logs of engines and asyncio to a file or nowhere, but never into the tables. Warnings of this program go
    to standard error, each once."""
    handler: logging.Handler = logging.NullHandler()
    if path:
        try:
            handler = LogFile(path)
        except OSError as error:
            raise MatchError(f"{path}: {error.strerror or error}") from None
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    own, notices = logging.getLogger("oddfish"), _Notices()
    own.addHandler(notices)
    own.propagate = False
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
        own.removeHandler(notices)
        own.propagate = True
        handler.close()
