"""Shared by the tests of matches: mock engines, the command as a separate process, the comparable parts of records."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from oddfish.engine.experiments.match.plan import Job, Plan
from oddfish.engine.experiments.match.records import Record, read_journal
from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.protocols.commands.group import cli
from support.processes import HUNG

MOCK = Path(__file__).with_name("mock_engine.py")
SCRIPTED = Path(__file__).with_name("scripted_engine.py")


def mock(name: str, *arguments: str, keys: str = "") -> str:
    """The specification of a mock engine."""
    command = shlex.join([sys.executable, str(MOCK), *arguments])
    return f"name={name} cmd={shlex.quote(command)} {keys}"


def scripted(folder: Path, name: str, keys: str = "", **script: Any) -> str:
    """The specification of an engine that follows a script."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    command = shlex.join([sys.executable, str(SCRIPTED), str(path)])
    return f"name={name} cmd={shlex.quote(command)} {keys}"


def command(*arguments: object) -> list[str]:
    """``oddfish`` as a separate process."""
    return module_command("oddfish", *map(str, arguments))


def record(plan: Plan, job: Job, result: str) -> Record:
    """The record of a game without moves."""
    names = (plan.engines[job.white].name, plan.engines[job.black].name)
    fen = Game(plan.variant, seed=0).fen()
    return Record(
        job.number, job.round, job.pair, *names, result, "no legal move", "", None, fen, 0, (), 0, "", "", 0.0, ()
    )


def wait_for(process: subprocess.Popen[Any], event: Callable[[], bool]) -> None:
    """Wait for a condition, which must become true before the process ends."""
    deadline = time.monotonic() + HUNG
    while not event():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def has_lines(path: Path, lines: int) -> bool:
    """Whether a journal has so many lines."""
    return path.exists() and path.read_bytes().count(b"\n") >= lines


def bare(path: Path) -> list[dict[str, Any]]:
    """The records of a match by number, without the parts that the seed does not determine."""
    games = []
    for record in read_journal(path)[1]:
        values = record.to_json()
        values.update(date="", seconds=0, thoughts=[thought and thought[:3] for thought in record.thoughts])
        games.append(values)
    return sorted(games, key=lambda game: game["number"])


#: Enough time for any engine that answers at all.
AMPLE = ("--st", "30")
SHORT = ("--games", "2", "--max-moves", "6", "--seed", "1")

GOOD = mock("good")


def invoke(*arguments: object) -> Result:
    """Run ``oddfish match`` in this process."""
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["match", *map(str, arguments)])


def play(path: Path, *arguments: object) -> list[Record]:
    """Play a match that must succeed; returns its records."""
    result = invoke(*arguments, "--json", path)
    assert result.exit_code == 0, result.output
    return read_journal(path)[1]


def refusal(*arguments: object) -> str:
    """The error message of a match."""
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    return result.stderr
