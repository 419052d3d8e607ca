"""A test that hangs ends its process, which reports where; the test runs once more in a new process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import HUNG, plain_environment

TESTS = Path(__file__).parents[1]
CONFTEST = """
pytest_plugins = ["support.watch"]

def pytest_configure():
    from support import watch
    watch.GRACE = 1
"""
#: One test swallows pytest-timeout's exception; for the other's second try it comes too late.
HANGING = """
import pathlib, time

def times(name):
    tries = pathlib.Path(name)
    tries.write_text(tries.read_text() + "." if tries.exists() else ".")
    return len(tries.read_text())

def hangs_here():
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def test_once():
    if times("once") == 1:
        hangs_here()

def test_again():
    tried = times("again")
    assert tried > 1
    if tried == 2:
        hangs_here()

def test_always():
    hangs_here()
"""


@pytest.mark.slow
@pytest.mark.thorough
def test_what_hangs_is_ended_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {TESTS}\ntimeout = 1\n")
    (tmp_path / "test_hanging.py").write_text(HANGING)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "1", "--dist", "worksteal", "--reruns", "1", "-p", "no:cacheprovider"],
        cwd=tmp_path, env=plain_environment(), capture_output=True, text=True, timeout=HUNG, check=False,
    )  # fmt: skip
    said = ended.stdout + ended.stderr
    assert "1 failed, 2 passed, 4 rerun" in said, said
    assert "crashed while running 'test_hanging.py::test_always'" in said
    assert said.count("in hangs_here") == 4
