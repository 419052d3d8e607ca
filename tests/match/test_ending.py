"""No process that a command has started outlives it, however it ends."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.matches import GOOD, SCRIPTED, command, scripted
from support.processes import HUNG, plain_environment, runs, wait_until_ended

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
SIGNALS = [getattr(signal, name, 0) for name in ("SIGHUP", "SIGTERM", "SIGINT", "SIGKILL")]


def ended_with_its_processes(order: list[str], number: int, pids: Path, processes: int) -> tuple[int, str]:
    """Start a command, send it a signal once it has that many processes, and wait until all have ended. Returns the
    status and standard error."""
    with subprocess.Popen(
        order, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=plain_environment()
    ) as process:
        deadline = time.monotonic() + HUNG
        while len(started(pids)) < processes:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.3)  # let it reach its first move
        process.send_signal(number)
        _, err = process.communicate(timeout=HUNG)
    wait_until_ended(started(pids))
    return process.returncode, err


def started(pids: Path) -> list[int]:
    return [int(line) for line in pids.read_text().splitlines()] if pids.exists() else []


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_match_ends_with_deaf_engines(tmp_path: Path, number: int, wrapped: bool) -> None:
    """The engine ignores every signal and the end of its input; there can be a shell in between."""
    pids = tmp_path / "pids"
    deaf = scripted(tmp_path, "deaf", "proto=uci", deaf=True, pids=str(pids))
    if wrapped:
        run = shlex.join([sys.executable, str(SCRIPTED), str(tmp_path / "deaf.json")])
        deaf = f"name=deaf proto=uci cmd={shlex.quote(shlex.join(['sh', '-c', f'{run}; true']))}"
    order = command("match", deaf, GOOD, "-v", "normal", "--games", 2, "--st", 1000)
    status, err = ended_with_its_processes(order, number, pids, 1)
    assert status == (-signal.SIGKILL if number == signal.SIGKILL else 130)
    assert number == signal.SIGKILL or "interrupted after 0 of 2 games" in err


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("protocol", ["uci", "script"])
def test_perft_ends_with_the_other_generator(tmp_path: Path, number: int, protocol: str) -> None:
    """It never answers."""
    pids = tmp_path / "pids"
    program = tmp_path / "generator.py"
    program.write_text(
        "import os, signal, sys, time\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN), signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "time.sleep(1000)\n"
    )
    other = shlex.join([sys.executable, str(program)])
    order = command("perft", "normal", 2, "--against", other, "--protocol", protocol)
    ended_with_its_processes(order, number, pids, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("number", SIGNALS)
def test_workers_end_with_the_command(tmp_path: Path, number: int) -> None:
    """`tune` and `train` play in other processes."""
    pids = tmp_path / "pids"
    work = (
        f"import os, time; file = open({str(pids)!r}, 'a'); file.write(f'{{os.getpid()}}\\n'); file.close(); "
        "time.sleep(1000)"
    )
    program = (
        "from functools import partial\n"
        "from oddfish.engine.experiments.processes import map_in_processes\n"
        f"list(map_in_processes(partial(partial, exec), [{work!r}] * 2, 2))\n"
    )
    ended_with_its_processes([sys.executable, "-c", program], number, pids, 2)


@pytest.mark.thorough
def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    """For example under nohup."""
    pids = tmp_path / "pids"
    deaf = scripted(tmp_path, "deaf", "proto=uci", deaf=True, pids=str(pids))
    order = command("match", deaf, GOOD, "-v", "normal", "--games", 2, "--st", 1000)
    with subprocess.Popen(
        order,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    ) as process:
        deadline = time.monotonic() + HUNG
        while not started(pids):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGHUP)
        time.sleep(1)
        assert process.poll() is None
        process.terminate()
        assert process.wait(HUNG) == 130
    assert not any(map(runs, started(pids)))
