"""How soon the engine answers: from its start, and while it searches. Each is a multiple of a bare Python's start-up,
so that the machine's speed cancels out."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from race import Race, timed

from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info, Limits, Searcher

ODDFISH = str(Path(sys.executable).with_name("oddfish"))


def conversation(command: Sequence[str], said: str, awaited: str) -> int:
    """Start a program, say something, wait for a line; 1 for one answer."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(said)
    process.stdin.flush()
    answered = any(line.startswith(awaited) for line in process.stdout)
    process.kill()
    process.wait()
    return int(answered)


def bare_python() -> int:
    return conversation([sys.executable, "-c", "print('ready', flush=True)"], "", "ready")


@pytest.mark.parametrize(
    ("protocol", "said", "awaited"), [("UCI", "uci\n", "uciok"), ("CECP", "xboard\nprotover 2\n", "feature done=1")]
)
def test_start_to_first_answer(race: Race, protocol: str, said: str, awaited: str) -> None:
    race(
        "start to first answer",
        f"{protocol}: {awaited}",
        lambda: conversation([ODDFISH], said, awaited),
        1,
        {"bare Python's print": (timed(bare_python), 1)},
        rounds=31,
    )


def test_stop_during_a_search(race: Race) -> None:
    """From stop to the best move, while an infinite search runs."""
    searcher = Searcher(hash_mb=16)
    begun, answers = threading.Event(), list[Best]()

    def heard(info: Info) -> None:
        if info.depth >= 8:
            begun.set()

    def stop() -> int:
        answers.clear()
        searcher.stop()
        searcher.wait()
        return len(answers)

    def restart() -> int:
        """The peer: a bare Python's start; it also sets up the next round's search."""
        done = bare_python()
        begun.clear()
        searcher.go(Game("normal"), Limits(infinite=True), heard, answers.append)
        begun.wait()
        return done

    race("stop to best move", "normal", stop, 1, {"bare Python's print": (timed(restart), 1)}, rounds=31)
