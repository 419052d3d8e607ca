"""The tests in tests/winboard are skipped if a program is missing, and say so in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import plain_environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("files", "lacking"),
    [
        ((), "there is no {}: make test-winboard WINBOARD=path/to/winboard.exe"),
        pytest.param(("winboard.exe",), "no bridge.exe beside {}", marks=pytest.mark.slow),
        pytest.param(("winboard.exe", "bridge.exe"), "not installed: wine", marks=pytest.mark.slow),
    ],
    ids=["winboard", "bridge", "wine"],
)
def test_what_is_missing(tmp_path: Path, files: tuple[str, ...], lacking: str) -> None:
    for name in files:
        (tmp_path / name).write_bytes(b"MZ")
    program = tmp_path / "winboard.exe"
    environment = {**plain_environment(), "WINBOARD": str(program), "PATH": str(tmp_path)}
    # As in `make test-winboard`, but in one process.
    words = ["-q", "-m", "gui", "tests/winboard", "-k", "test_a_sitting", "-n", "0", "-rfER", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = [line for line in done.stdout.splitlines() if lacking.format(program) in line]
    assert len(told) == 1 and told[0].startswith("WinBoard's tests are skipped: "), done.stdout
    assert " skipped" in done.stdout.splitlines()[-1]
