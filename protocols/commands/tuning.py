"""What ``oddfish tune`` and ``oddfish train`` share: output files, seeds, and the test."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddfish.engine.experiments.match.plan import Plan
from oddfish.engine.experiments.match.pool import GamePool
from oddfish.engine.experiments.match.records import Journal
from oddfish.engine.experiments.match.report import Watch, tables
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.tune.lines import TuneError
from oddfish.engine.experiments.tune.verify import verdict
from oddfish.engine.files import FileError, check_writable, is_same_file, place_of
from oddfish.engine.game import Game
from oddfish.protocols.commands.match_run import heading, logged
from oddfish.protocols.commands.parameters import read_options

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.protocols.commands.tune_options import TuneOptions


#: An option that names a file, and the file; None if the option is not given.
NamedFile = tuple[str, str | None]


def check_files(written: Iterable[NamedFile], read: Iterable[NamedFile]) -> None:
    """Check that no file that is written is also another of these files.

    Raises:
        TuneError: two options name the same file.
    """
    outputs, inputs = ([(name, path) for name, path in files if path is not None] for files in (written, read))
    for (name, path), (other, same) in (*combinations(outputs, 2), *product(outputs, inputs)):
        try:
            found = is_same_file(place_of(path), place_of(same))
        except FileError as error:
            raise TuneError(str(error)) from None
        if found:
            raise TuneError(f"{name} {path} and {other} {same} are the same file: choose another for one of them")


def check_kept(keeping: bool, max_games: int) -> None:
    """Check that a result is tested before it becomes the built-in one.

    Raises:
        TuneError: there would be no test.
    """
    if keeping and not max_games:
        raise TuneError("--keep needs the test that --max-games 0 skips")


def check_tuning(given: TuneOptions, variant: str) -> None:
    """Check that the options of ``oddfish tune`` fit together.

    Raises:
        TuneError: one file has two uses, or the result cannot be kept.
    """
    # The old weights must stay: the test plays against them, and a run that is continued starts from them.
    check_files(
        [("--data", given.data), ("--json", given.json_file), ("--out", given.out_of(variant))],
        [("--from", given.start), ("--prior", given.weights.prior)],
    )
    check_kept(given.keeping, given.max_games)


def chosen_out(given: str) -> Path:
    """The file for the result, checked now because hours of work precede its writing.

    Raises:
        TuneError: the file cannot be written.
    """
    out = place_of(given).absolute()
    if out.is_dir() or not out.parent.is_dir():
        raise TuneError(f"cannot write {out}")
    try:
        check_writable(out)
    except FileError as error:
        raise TuneError(str(error)) from None
    return out


def chosen_seed(given: int | None, recorded: int | None) -> int:
    """The given seed, else the seed of the recorded run, else a random one."""
    seed = recorded if given is None else given
    return random.SystemRandom().getrandbits(31) if seed is None else seed


def game_options(game: Game, texts: tuple[str, ...]) -> dict[str, Any]:
    """The values of the options that are set on the command line."""
    given = {name.lower() for name in read_options(texts)}
    return {name: value for name, value in game.options.items() if name.lower() in given}


def play_test(console: Console, plan: Plan, pool: GamePool, what: str, json_file: str | None) -> str:
    """Play new against old; return the verdict.

    Raises:
        KeyboardInterrupt: you stopped the match.
        TuneError: the file records another match.
    """
    plan.check()
    journal = journal_of(json_file, plan) if json_file else None
    standings = Standings(plan, journal.records if journal is not None else ())
    runner = Runner(plan, standings, pool, journal)
    console.print(heading(plan), soft_wrap=True, markup=False)
    try:
        with logged(None), Watch(plan, standings, console, quiet=not console.is_terminal) as watch:
            runner.spectator = watch
            finished = runner.run()
    finally:
        if journal is not None:
            journal.close()
    final = standings.final()
    console.print(tables(final))
    if not finished:
        raise KeyboardInterrupt
    outcome = verdict(standings)
    console.print(f"{plan.variant}: new {what} {outcome} after {len(final.records)} games")
    return outcome


def journal_of(path: str | Path, plan: Plan) -> Journal:
    """The record of a match: a new one, or an existing one, whose number of games may differ.

    Raises:
        MatchError: the file is unusable.
        TuneError: it records another match.
    """
    exists = place_of(path).exists()
    journal = Journal(path, None if exists else plan)
    if replace(journal.plan, games=plan.games) != plan:  # you may extend a match
        journal.close()
        raise TuneError(f"{path} records another match: choose another file")
    return journal
