"""How soon the engine answers over real pipes: after its start, and to ``stop`` and ``isready`` during a search.

Compared with other engines, and with the start of a bare Python, which cancels out the speed of the machine.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest
from peers import ODDFISH, UciPeer, find
from race import Race, Runner, timed

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY

ROUNDS = 31
#: The depth that an endless search must reach before it is stopped.
DEPTH = 8
#: The length of the games that are sent again.
PLIES = 200


def conversation(command: Sequence[str], said: str, awaited: str) -> int:
    """Start a program, send it text and wait for a line; returns 1, for one answer."""
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
    """Their programs are machine code; ours has to start Python first."""
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


def is_ready(peer: UciPeer) -> int:
    peer.ready()
    return 1


@pytest.mark.parametrize("name", ["stockfish", "fairy-stockfish"])
def test_isready_during_a_search_against_peers(race: Race, ours: UciPeer, name: str) -> None:
    peer = UciPeer(name)

    def theirs() -> tuple[int, float]:
        ours.say("stop")  # only one engine searches at a time
        ours.ready()
        peer.think(DEPTH)
        found = timed(lambda: is_ready(peer))()
        peer.stop()
        return found

    race("isready during a search", "normal", lambda: is_ready(ours), 1, {peer.name: (theirs, 1)}, ROUNDS,
         prepare=lambda: ours.think(DEPTH))  # fmt: skip
    peer.close()


# Positions sent again ---------------------------------------------------------------------------------------------


def long_game(variant: str) -> Game:
    """A random game of ``PLIES`` plies; its moves include their outcomes."""
    for seed in range(1000):
        rng, game = random.Random(seed), Game(variant, seed=seed)
        while len(game.moves) < PLIES and game.result() is None:
            game.push_move(rng.choice(game.position.moves()))
        if len(game.moves) == PLIES:
            return game
    raise AssertionError(f"no random game of {variant} lasts {PLIES} plies")


class Resender:
    """Sends a game to an engine again, one full move longer than before."""

    def __init__(self, peer: UciPeer, game: Game):
        self.peer = peer
        self.start, self.end = game.positions[0].fen(), game.fen()
        self.texts = game.texts()

    def send(self, plies: int) -> int:
        """Send the first plies and wait until the engine has played them; returns their number."""
        self.peer.say(f"position fen {self.start} moves {' '.join(self.texts[:plies])}")
        self.peer.ready()
        return plies

    def again(self) -> int:
        return self.send(PLIES)

    def before(self) -> None:
        """Send the game as it was one full move earlier."""
        self.send(PLIES - 2)

    def check(self) -> None:
        """Assert that the engine has played the whole game."""
        self.again()
        self.peer.say("d")
        assert f"Fen: {self.end}" in [line.strip() for line in self.peer.until("Key: ")]

    def runner(self) -> Runner:
        """Only ``again`` is timed."""

        def run() -> tuple[int, float]:
            self.before()
            return timed(self.again)()

        return run


@pytest.mark.parametrize("variant", REGISTRY)
def test_a_game_sent_again(race: Race, variant: str) -> None:
    """From `position` with 200 plies to `readyok`, one full move after the last one; against a bare `isready`."""
    peer = UciPeer("oddfish", variant)
    resent = Resender(peer, long_game(variant))
    race("200 plies sent again", variant, resent.again, PLIES,
         {"isready alone": (timed(lambda: is_ready(peer)), 1)}, ROUNDS, prepare=resent.before)  # fmt: skip
    resent.check()
    peer.close()


@pytest.mark.parametrize("name", ["stockfish", "fairy-stockfish"])
def test_a_game_sent_again_against_peers(race: Race, ours: UciPeer, name: str) -> None:
    game = long_game("normal")
    resent, peer = Resender(ours, game), UciPeer(name)
    race("200 plies sent again", "normal", resent.again, PLIES, {peer.name: (Resender(peer, game).runner(), PLIES)},
         ROUNDS, prepare=resent.before)  # fmt: skip
    resent.check()
    peer.close()
