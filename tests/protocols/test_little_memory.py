"""Little memory: the engine says in one line what could not be had, and goes on answering; commands do their work, or
fail in one line. Address spaces from far too small to ample are tried, over real pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from oddfish.engine.interpreter import module_command
from support.little_memory import ENOUGH, engine, limited, started
from support.processes import ADDRESS_SANITIZER, HUNG

pytestmark = pytest.mark.skipif(sys.platform != "linux" or ADDRESS_SANITIZER, reason="needs RLIMIT_AS")

#: Megabytes of address space; with the least the engine cannot start.
SIZES = (30, 20, 40, 50, 60, 80, 100, 140, 117, 200, 300)  # the usual tests try every fourth


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("size", "variant"),
    # Tandem-84's lists of moves need more memory.
    [*((size, "normal") for size in SIZES), *((size, "tandem-84") for size in SIZES if size >= ENOUGH)],
)
@pytest.mark.quick(3)
def test_uci(size: int, variant: str) -> None:
    with engine(size, "--variant", variant, "--uci") as one:
        one.send("uci")
        if not one.answers("uciok") and not started(one, size):
            assert one.process.returncode == 2
            return
        one.send("isready", "position startpos", "go depth 3")
        assert one.answers("readyok")
        assert one.answers("bestmove")
        one.send("go infinite", "isready", "stop", "isready")
        assert one.answers("readyok", 3)
        assert one.answers("bestmove", 2)
        one.send("setoption name Hash value 60000", "setoption name Threads value 200", "go depth 3", "isready")
        assert one.answers("bestmove", 3)
        assert one.answers("readyok", 4)
        one.send("go perft 2")
        one.send("isready")
        assert one.answers("readyok", 5)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.quick(3)
def test_cecp(size: int) -> None:
    with engine(size, "--variant", "normal", "--cecp") as one:
        one.send("xboard", "protover 2", "ping 1")
        if not one.answers("pong 1") and not started(one, size):
            assert one.process.returncode == 2
            return
        one.send("new", "st 1", "go")
        assert one.answers("move ")
        one.send("analyze", "ping 2", "exit", "memory 60000", "cores 200", "ping 3", "go")
        assert one.answers("pong 3")
        assert one.answers("move ", 2)


def test_what_is_missing_is_said_once() -> None:
    with engine(117, "--variant", "augmented-half-chess", "--uci") as one:
        one.send("uci", "isready")
        assert one.answers("readyok")
        for number in range(1, 4):
            one.send("go depth 2", "isready")
            assert one.answers("bestmove", number)
        messages = [line for line in one.lines if "memory" in line]
        assert 1 <= len(messages) <= 2, messages


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (("perft", "normal", "3"), "Nodes searched: 8902"),
        (("perft", "normal", "3", "--threads", "64", "--hash", "20000"), "Nodes searched: 8902"),
        (("bench", "--depth", "3", "normal"), "Signature: 995 "),
    ],
)
@pytest.mark.quick(5)
def test_commands(size: int, arguments: tuple[str, ...], result: str) -> None:
    done = subprocess.run(
        [*limited(size), *arguments], capture_output=True, text=True, timeout=HUNG, check=False
    )  # fmt: skip
    if done.returncode == 0:
        assert result in done.stdout
    else:
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert "memory" in done.stderr


@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.quick(3)
def test_match(size: int) -> None:
    """It plays, or ends at once with the reason."""
    engines = [f"name={name} cmd='{' '.join(module_command('oddfish'))}'" for name in ("one", "two")]
    done = subprocess.run(
        [*limited(size), "match", *engines, "--variant", "normal", "--games", "2", "--st", "0.1", "--max-moves", "4"],
        capture_output=True, text=True, timeout=HUNG, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    assert done.returncode in (0, 1, 2)
    if done.returncode:
        assert "memory" in done.stderr, done.stderr
    assert done.returncode == 0 or size < ENOUGH
