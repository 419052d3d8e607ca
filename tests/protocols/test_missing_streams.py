"""Standard streams that are closed at the start, in any combination: every command runs and ends."""

from __future__ import annotations

import os
import subprocess
from itertools import product

import pytest

from oddfish.engine.interpreter import module_command

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell closes the streams")

#: Commands, their input, a line of their output, and what they do without input.
COMMANDS = [
    (("--uci", "--variant", "normal"), "go perft 2\nisready\nquit\n", "Nodes searched: 400"),
    (("--cecp", "--variant", "normal"), "xboard\nprotover 2\nping 1\nquit\n", "pong 1"),
    (("perft", "normal", "2"), "", "Nodes searched: 400"),
    (("moves", "normal", "a2"), "", "a2a3"),
    (("show", "normal"), "", "8/8/8/8"),
    (("variants",), "", "banqi"),
    (("--help",), "", "Usage"),
    (("play", "normal", "--white", "human", "--black", "human"), "quit\n", "Game left unfinished."),
    (
        ("match", "oddfish", "name=b cmd=oddfish", "--variant=normal", "--nodes=50", "--games=2", "--max-moves=2"),
        "",
        "Elo",
    ),
    (("nosuch",), "", ""),
]
CLOSED = [streams for streams in product((False, True), repeat=3) if any(streams)]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("arguments", "typed", "printed"), COMMANDS, ids=lambda value: str(value)[:30])
@pytest.mark.quick(3)
def test_missing_streams(arguments: tuple[str, ...], typed: str, printed: str) -> None:
    usual = _run(arguments, typed, (False, False, False))
    assert printed in usual.stdout
    for closed in CLOSED:
        done = _run(arguments, typed, closed)
        assert done.returncode == (usual.returncode if not closed[0] else done.returncode)
        assert done.returncode in (0, 1, 2)
        assert "Traceback" not in done.stderr and "Errno" not in done.stderr, (closed, done.stderr)
        assert "internal error" not in done.stdout
        if not closed[1] and not (closed[0] and typed):
            assert printed in done.stdout
        if closed[1]:
            assert not done.stdout
        if closed[2]:
            assert not done.stderr


def _run(arguments: tuple[str, ...], typed: str, closed: tuple[bool, ...]) -> subprocess.CompletedProcess[str]:
    ends = " ".join(end for end, is_closed in zip(("<&-", ">&-", "2>&-"), closed) if is_closed)
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {ends}', "sh", *module_command("oddfish", *arguments)],
        input=typed, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
