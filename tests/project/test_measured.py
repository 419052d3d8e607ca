"""Measurements: the pages agree with the records, and the bench scripts write such records."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oddfish.engine.variants import REGISTRY
from support.bench_scripts import bench_script

ROOT = Path(__file__).resolve().parents[2]
records = bench_script("records")
measured = bench_script("measured")
FILES = sorted(records.FOLDER.glob("*.json"))


def runs() -> list[Any]:
    return [pytest.param(run, id=f"{path.stem}-{n}") for path in FILES for n, run in enumerate(records.read(path))]


@pytest.mark.parametrize("page", measured.PAGES)
def test_make_measured_would_change_nothing(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert measured.named(text)
    assert measured.renewed(text) == text, "run `make measured`"
    assert len(text.splitlines()) <= 150


def test_every_record_is_shown_and_every_table_made() -> None:
    shown = [name for page in measured.PAGES for name in measured.named((ROOT / page).read_text(encoding="utf-8"))]
    assert sorted(shown) == sorted(measured.TABLES)
    source = (ROOT / "bench" / "measured.py").read_text(encoding="utf-8")
    assert not [path.stem for path in FILES if f'"{path.stem}' not in source]


def test_a_changed_record_changes_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise the test above could not fail."""
    for path in FILES:
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    changed = records.read(tmp_path / "strength.json")
    changed[0]["results"][0]["score"] = [19, 0, 1]
    (tmp_path / "strength.json").write_text(json.dumps(changed), encoding="utf-8")
    monkeypatch.setattr(measured, "FOLDER", tmp_path)
    for page in measured.PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        assert measured.renewed(text) != text


@pytest.mark.parametrize("run", runs())
def test_a_run_says_when_where_and_how(run: dict[str, Any]) -> None:
    assert datetime.date.fromisoformat(run["date"]) <= datetime.datetime.now(datetime.timezone.utc).date()
    assert run["machine"] and run["commit"] and run["results"]
    assert run["signature"] is None or run["signature"] > 1_000_000
    program, *words = run["command"].split()
    assert program in ("python", "oddfish")
    if program == "python" and words[0] != "-m":
        assert (ROOT / words[0]).exists()
    for result in run["results"]:
        assert result.get("variant", "normal") in REGISTRY
        assert "score" not in result or result["score"] is None or len(result["score"]) == 3


def test_a_run_of_the_same_command_replaces_the_earlier_one(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    for command, ratio in (("python a", 1.0), ("python b", 2.0), ("python a", 3.0)):
        records.write(file, [{"group": "g", "case": "c", "peer": "p", "ratio": ratio}], command)
    assert [(run["command"], run["results"][0]["ratio"]) for run in records.read(file)] == [
        ("python a", 3.0),
        ("python b", 2.0),
    ]


def recorded(tmp_path: Path, *command: str) -> dict[str, Any]:
    """The one run that a command records."""
    file = tmp_path / "record.json"
    done = subprocess.run(
        [sys.executable, *command, "--record", str(file)], cwd=ROOT, capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (run,) = records.read(file)
    assert run["command"] == " ".join(["python", *command])
    assert run["signature"] == sum(json.loads((ROOT / "tests/data/signature.json").read_text()).values())
    return run


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "player", "opponent"),
    [
        ("bench/uct.py bifold-halfgi --games 2 --time 0.001", "Oddfish", "plain UCT"),
        ("bench/evaluation.py fanorona-chess --games 2 --nodes 50", "network", "material"),
        ("bench/armies.py augmented-half-chess --games 2 --nodes 50", "chosen armies", "random armies"),
        ("bench/search_groups.py normal --only ProbCut --games 2 --nodes 50", "whole search", "without ProbCut"),
    ],
)
def test_matches_are_recorded(tmp_path: Path, command: str, player: str, opponent: str) -> None:
    (result,) = recorded(tmp_path, *command.split())["results"]
    assert (result["player"], result["opponent"]) == (player, opponent)
    assert sum(result["score"]) == 2


@pytest.mark.slow
@pytest.mark.thorough
def test_races_are_recorded(tmp_path: Path) -> None:
    """Perft against python-chess; searches, latency and memory are recorded by the same code."""
    command = "-m pytest bench/test_perft.py -k python_chess"
    results = recorded(tmp_path, *command.split())["results"]
    assert [(result["group"], result["case"]) for result in results] == [
        ("normal, lists", "start, D4"),
        ("normal, lists", "kiwipete, D3"),
    ]
    assert all(result["ratio"] > 20 for result in results)


@pytest.mark.thorough
def test_levels_are_recorded(tmp_path: Path) -> None:
    run = recorded(tmp_path, *"bench/levels.py half-chess --levels 0-1 --games 2 --time 0.01".split())
    assert [(found["level"], found["opponent"], found["games"]) for found in run["results"]] == [(1, 0, 2)]
