"""Engines that end, but whose pipes another process holds."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import psutil
import pytest

from oddfish.engine.experiments.match import monitored
from oddfish.engine.experiments.match.cecp import Cecp
from oddfish.engine.experiments.match.uci import Uci
from support.matches import AMPLE, GOOD, play
from support.processes import HUNG

#: An engine that starts a process, which holds the pipes until we close them, and then dies at this command.
ENGINE = """
import os, subprocess, sys

def say(line):
    print(line, flush=True)

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == sys.argv[1]:
        subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], start_new_session=True)
        print("last words", file=sys.stderr, flush=True)
        if word == "go":
            say(sys.argv[2])
        os._exit(3)
    elif word == "uci":
        say("uciok" if sys.argv[3] == "uci" else "Error (unknown command): uci")
    elif word == "protover":
        say("feature ping=1 setboard=1 usermove=1 colors=0 done=1")
    elif word == "isready":
        say("readyok")
    elif word == "ping":
        say("pong " + rest)
"""
KINDS: dict[str, type[Uci | Cecp]] = {"uci": Uci, "cecp": Cecp}


def engine(proto: str, at: str, last: str = "") -> list[str]:
    """The command for an engine that ends at a command; at ``go`` after a last line."""
    return [sys.executable, "-c", ENGINE, at, last, proto]


@pytest.mark.parametrize("proto", KINDS)
def test_it_counts_as_a_crash(tmp_path: Path, proto: str) -> None:
    command = shlex.join(engine(proto, "go"))
    bad = f"name=bad proto={proto} cmd={shlex.quote(command)}"
    records = play(tmp_path / "m.jsonl", bad, GOOD, "-v", "normal", "--games", 2, *AMPLE)
    assert [record.fault for record in records] == [("bad", "crash")] * 2
    assert all("(exit code: 3); last words" in record.detail for record in records)


def test_its_last_lines_are_read() -> None:
    async def run() -> None:
        protocol = await Uci.start(engine("uci", "go", "bestmove e2e4"))
        await protocol.initialize()
        protocol.search("go depth 1", HUNG)
        assert await protocol.answered() and protocol.answer == "e2e4"
        assert await protocol.returncode == 3 and list(protocol.errors) == ["last words"]
        await protocol.end()

    asyncio.run(asyncio.wait_for(run(), HUNG))


@pytest.mark.parametrize("proto", KINDS)
def test_it_can_quit(proto: str) -> None:
    async def run() -> None:
        protocol = await KINDS[proto].start(engine(proto, "quit"))
        await protocol.initialize()
        await protocol.quit()
        assert await protocol.returncode == 3
        await protocol.end()

    asyncio.run(asyncio.wait_for(run(), HUNG))


@pytest.mark.parametrize("proto", KINDS)
def test_it_can_be_killed(monkeypatch: pytest.MonkeyPatch, proto: str) -> None:
    """The engine does not read its input, so some of it is still in our buffer."""
    monkeypatch.setattr(monitored, "QUIT_PATIENCE", HUNG / 4)
    program = (
        "import subprocess, sys, time\n"
        "sleep = [sys.executable, '-c', 'import time; time.sleep(1000)']\n"
        "print(subprocess.Popen(sleep, start_new_session=True).pid, file=sys.stderr, flush=True)\n"
        "time.sleep(1000)\n"
    )

    async def run() -> None:
        protocol = await KINDS[proto].start([sys.executable, "-c", program])
        while not protocol.errors:
            await asyncio.sleep(0.01)
        try:
            protocol.send_line("x" * (1 << 20))
            await protocol.end()
            assert protocol.returncode.done()
        finally:
            psutil.Process(int(protocol.errors[0])).kill()

    asyncio.run(asyncio.wait_for(run(), HUNG))
