"""A run of the fuzzer that is recorded goes on where it ended."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from support.fuzz import GOALS, History, Slice

TESTS = Path(__file__).resolve().parents[1]


def fuzz(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "support.fuzz", *arguments], cwd=TESTS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_slices_continue(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    first = History(path, 7)
    first.add(Slice("files", 7, "", Counter(files=90_000)))
    first.add(Slice("files", 8, "a fault", Counter(files=5_000)))
    assert "files" in first.left()
    second = History(path, 99)
    assert (second.first, second.next("files"), second.next("UCI")) == (7, 9, 7)
    assert second.counts == first.counts == Counter(files=95_000)
    assert not second.failed and first.failed
    second.add(Slice("files", 9, "", Counter(files=GOALS["files"][0] - 95_000)))
    assert "files" not in second.left() and "UCI" in second.left()


def test_goals_end_a_run(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    History(path, 3).add(Slice("files", 3, "", Counter(files=100_000)))
    said = fuzz("--record", str(path), "--goals", "--parts", "files", "--minutes", "60")
    assert said.startswith("seed 3, ") and "100000 files\n1 slices, 0 with failures" in said
