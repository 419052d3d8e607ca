"""Garbage for every public method of the extension modules: no crash, and only clear errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.garbage_calls import callees

SCRIPT = Path(__file__).resolve().parents[1] / "support" / "garbage_calls.py"
CALLS = 1500


def test_the_stubs_name_all_methods():
    names = {f"{callee.owner}.{callee.name}" for callee in callees()}
    assert {
        "Position.see",
        "Position.make",
        "HalfChess.attacked",
        "Position.cell",
        "Counter.part",
        "Search.run",
    } <= names


@pytest.mark.thorough
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_garbage_calls(tmp_path: Path, seed: int):
    log = tmp_path / "last-call"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(SCRIPT), str(seed), str(CALLS), str(log)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{log.read_text() if log.exists() else ''}\n{done.stderr[-2000:]}"
