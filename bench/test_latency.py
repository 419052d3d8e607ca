"""How soon the engine answers, over real pipes: from its start, and to ``stop`` while it searches.

Beside other engines, and beside a bare Python's start-up, by which the machine's speed cancels out.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest
from peers import ODDFISH, UciPeer, find
from race import Race, timed

ROUNDS = 31
#: What must have been reached before an endless search is stopped.
DEPTH = 8


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
    race("start to first answer", f"{protocol}: {awaited}", lambda: conversation([ODDFISH], said, awaited), 1,
         {"bare Python's print": (timed(bare_python), 1)}, ROUNDS)  # fmt: skip


@pytest.mark.parametrize("peer", ["stockfish", "fairy-stockfish"])
def test_start_to_first_answer_against_peers(race: Race, peer: str) -> None:
    """Their programs are machine code; ours begins as a Python."""
    program = find(peer)
    race("start to first answer", "UCI: uciok", lambda: conversation([ODDFISH], "uci\n", "uciok"), 1,
         {peer: (timed(lambda: conversation([program], "uci\n", "uciok")), 1)}, ROUNDS)  # fmt: skip


@pytest.fixture
def ours() -> Iterator[UciPeer]:
    engine = UciPeer("oddfish")
    yield engine
    engine.close()


def test_stop_during_a_search(race: Race, ours: UciPeer) -> None:
    """From stop to the best move, while an endless search runs."""
    race("stop to best move", "normal", ours.stop, 1, {"bare Python's print": (timed(bare_python), 1)}, ROUNDS,
         prepare=lambda: ours.think(DEPTH))  # fmt: skip


@pytest.mark.parametrize("name", ["stockfish", "fairy-stockfish"])
def test_stop_during_a_search_against_peers(race: Race, ours: UciPeer, name: str) -> None:
    peer = UciPeer(name)

    def theirs() -> tuple[int, float]:
        peer.think(DEPTH)
        return timed(peer.stop)()

    race("stop to best move", "normal", ours.stop, 1, {peer.name: (theirs, 1)}, ROUNDS,
         prepare=lambda: ours.think(DEPTH))  # fmt: skip
    peer.close()
