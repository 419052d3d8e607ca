"""Other engines to measure against: where to find them and how to talk to them. None is required; see `find`."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

#: Peer -> (programs to look for, how to get it). ``ODDFISH_PEER_<NAME>`` names another program.
KNOWN = {
    "stockfish": (("stockfish", "/usr/games/stockfish"), "apt-get install stockfish"),
    "fairy-stockfish": (("fairy-stockfish", "/usr/games/fairy-stockfish"), "apt-get install fairy-stockfish"),
    "fastchess": (("fastchess",), "build https://github.com/Disservin/fastchess"),
}


def find(name: str) -> str:
    """A peer's program. If there is none, the test is skipped with a message that says what to install."""
    programs, cure = KNOWN[name]
    variable = "ODDFISH_PEER_" + name.upper().replace("-", "_")
    for program in (os.environ.get(variable, ""), *programs):
        path = program and shutil.which(program)
        if path:
            return path
    pytest.skip(f"peer {name} is not installed: {cure}, or set {variable}")


#: Our own engine, as a peer of itself over pipes.
ODDFISH = str(Path(sys.executable).with_name("oddfish"))


class UciPeer:
    """A UCI engine that keeps running, so that no measurement includes its start; ``oddfish`` is ours."""

    def __init__(self, name: str, variant: str = "chess"):
        self.process = subprocess.Popen(
            [ODDFISH if name == "oddfish" else find(name)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self.say("uci")
        self.name = name
        for line in self.until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        if name != "stockfish":  # it knows no variants
            self.say(f"setoption name UCI_Variant value {variant}")

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def until(self, opening: str) -> list[str]:
        """The lines up to and including the first that begins with ``opening``."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(opening):
                return lines
        raise EOFError(f"{self.name} ended before '{opening}'")

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        """Leaf nodes and the seconds from the command to its last line."""
        self.say(f"position fen {fen}")
        self.ready()
        begun = time.perf_counter()
        self.say(f"go perft {depth}")
        last = self.until("Nodes searched")[-1]
        seconds = time.perf_counter() - begun
        return int(last.split(":")[1]), seconds

    def ready(self) -> None:
        """Wait until the engine has carried out every command."""
        self.say("isready")
        self.until("readyok")

    def forget(self, hash_mb: int) -> None:
        """Set one thread and an empty hash table of this size."""
        self.say("setoption name Threads value 1")
        self.say(f"setoption name Hash value {hash_mb}")
        self.say("ucinewgame")
        self.ready()

    def search(self, fens: Sequence[str], depth: int, hash_mb: int) -> tuple[int, float]:
        """Nodes and seconds of searches to a depth, each position from an empty table."""
        nodes, seconds = 0, 0.0
        for fen in fens:
            self.forget(hash_mb)
            self.say(f"position fen {fen}")
            begun = time.perf_counter()
            self.say(f"go depth {depth}")
            told = [line.split() for line in self.until("bestmove") if " nodes " in line]
            seconds += time.perf_counter() - begun
            nodes += int(told[-1][told[-1].index("nodes") + 1])
        return nodes, seconds

    def think(self, depth: int) -> None:
        """Begin an endless search of the start position and wait until it has reached a depth."""
        self.say("position startpos")
        self.say("go infinite")
        self.until(f"info depth {depth} ")

    def stop(self) -> int:
        """End the search; returns the number of answers, 1."""
        self.say("stop")
        return sum(line.startswith("bestmove") for line in self.until("bestmove"))

    def peak(self) -> float:
        """The engine's peak memory so far, in megabytes. Only Linux reports it; elsewhere the test is skipped."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            pytest.skip("peak memory is read from Linux's /proc")
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024  # type: ignore[index]

    def close(self) -> None:
        self.say("quit")
        self.process.wait(10)


class OpenSpiel:
    """OpenSpiel's Banqi through its Python binding; PyPI has nothing else of it."""

    #: Leaves per second of its own C++ walk from the start to depth 3, counting outcomes; a given figure, not measured.
    GIVEN = 10.6e6

    def __init__(self) -> None:
        pyspiel = pytest.importorskip("pyspiel", reason="peer OpenSpiel is not installed: pip install open_spiel")
        if "banqi" not in pyspiel.registered_names():
            pytest.skip("peer OpenSpiel does not know Banqi: pip install 'open_spiel>=2.0.2'")
        self.game: Any = pyspiel.load_game("banqi", {"max_no_progress": 50})
        self.name = "OpenSpiel, from Python"

    def perft(self, depth: int) -> tuple[int, float]:
        """Outcomes counted from the start position, and seconds."""
        state = self.game.new_initial_state()
        begun = time.perf_counter()
        leaves = self._walk(state, depth)
        return leaves, time.perf_counter() - begun

    def _walk(self, state: Any, depth: int) -> int:
        leaves = 0
        for action in state.legal_actions():
            after = state.child(action)
            if not after.is_chance_node():
                leaves += 1 if depth == 1 else self._walk(after, depth - 1)
            elif depth == 1:
                leaves += len(after.legal_actions())
            else:
                leaves += sum(self._walk(after.child(kind), depth - 1) for kind in after.legal_actions())
        return leaves

    def states(self, games: int, rng: random.Random) -> list[Any]:
        """Every position of some random games."""
        found = []
        for _ in range(games):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    found.append(state.clone())
                    state.apply_action(rng.choice(state.legal_actions()))
                else:
                    kinds, chances = zip(*state.chance_outcomes())
                    state.apply_action(rng.choices(kinds, chances)[0])
        return found


class PythonChess:
    """python-chess; it counts the legal moves of the last ply, as the others do."""

    def __init__(self) -> None:
        chess = pytest.importorskip("chess", reason="peer python-chess is not installed: pip install chess")
        self.board_class: Any = chess.Board
        self.name = f"python-chess {chess.__version__}"

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        """Leaf nodes and seconds."""
        board = self.board_class(fen)
        begun = time.perf_counter()
        nodes = self._walk(board, depth)
        return nodes, time.perf_counter() - begun

    def _walk(self, board: Any, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += self._walk(board, depth - 1)
            board.pop()
        return nodes

    def close(self) -> None:
        pass
