"""The end of `make play`: by Ctrl-C, which is not an error, or by an error."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="not run from a checkout"),
    pytest.mark.skipif(shutil.which("make") is None or sys.platform == "win32", reason="no make"),
]

#: A stand-in for the program: an interrupt ends it as it ends XBoard (1) or Python programs (130).
STAND_IN = """\
#!/bin/sh
trap 'exit {status}' INT
echo "$*"
{wait}
"""


def make_play(folder: Path, status: int, waits: bool, display: str) -> tuple[int, str]:
    """The exit status and output of `make play`; Ctrl-C ends a program that waits."""
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "oddfish"
    wait = "for i in $(seq 1000); do sleep 0.02; done; exit 99" if waits else f"exit {status}"
    program.write_text(STAND_IN.format(status=status, wait=wait))
    program.chmod(0o755)
    xboard = folder / "bin" / "xboard"
    xboard.touch(0o755)
    # Without the flags and the level of a `make` that runs these tests.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    process = subprocess.Popen(
        ["make", "--old-file=build", "play", f"VENV={folder}"],
        cwd=ROOT,
        env={**environment, "DISPLAY": display, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # The parent of the tests may ignore Ctrl-C, as background jobs do.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    if waits:
        os.killpg(process.pid, signal.SIGINT)
    said += process.stdout.read()
    return process.wait(60), said


@pytest.mark.parametrize(("display", "words"), [(":99", "xboard {} --watch"), ("", "play {} --self")])
@pytest.mark.parametrize("status", [1, 130])
def test_ctrl_c_is_not_an_error(tmp_path: Path, display: str, words: str, status: int) -> None:
    for attempt in range(5):
        ended, said = make_play(tmp_path / str(attempt), status, waits=True, display=display)
        if "No child processes" not in said:  # if both are interrupted at once, make can miss its child's end
            break
    assert said.strip() == words.format("augmented-half-chess")
    assert ended in (0, -signal.SIGINT)


def test_an_error_is_one(tmp_path: Path) -> None:
    ended, said = make_play(tmp_path, 1, waits=False, display="")
    assert ended == 2
    assert "Error 1" in said
