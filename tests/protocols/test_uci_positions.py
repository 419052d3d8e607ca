"""UCI over pipes: `position`, `d`, `eval` and `go perft`."""

from __future__ import annotations

import re

import pytest

from support.dialogue import legal
from support.pipes import UciEngine

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


# Positions --------------------------------------------------------------------------------------------------------


def test_position(engine: UciEngine):
    engine.send("position startpos moves e2e4 E7E5 g1f3")
    assert engine.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    engine.send("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8n")
    assert engine.fen() == "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3")
    assert engine.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("position startpos moves e2e4 e7e5 e1e3 a7a6", "'e1e3'"),
        ("position startpos moves e2e5", "illegal move 1"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen 4k3/8/8/8/8/8/8 w", "7 ranks, expected 8"),
        ("position fen 4k3/9/8/8/8/8/8/4K3 w", "9 files, expected 8"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 x", "side to move"),
        ("position fen", "empty FEN"),
        ("position", "expected"),
        ("position e2e4", "expected"),
        ("position startpos e2e4", "expected"),
        ("position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8", "several"),
    ],
)
@pytest.mark.quick(7)
def test_bad_position_is_explained_and_the_old_one_kept(engine: UciEngine, command: str, named: str):
    engine.send("position startpos moves e2e4")
    before = engine.fen()
    engine.send(command)
    (line,) = engine.sync()
    assert line.startswith("info string ")
    assert named in line
    assert engine.fen() == before


def test_d_and_eval(engine: UciEngine):
    engine.send("d", "eval")
    lines = engine.until("Evaluation: ")
    assert f"Fen: {START}" in lines
    assert any(re.fullmatch("Key: [0-9A-F]{16}", line) for line in lines)
    assert any(line.startswith("1  R N B Q K B N R") for line in lines)
    assert re.fullmatch(r"Evaluation: [+-]\d+\.\d\d \(side to move\)", lines[-1])


# Perft ------------------------------------------------------------------------------------------------------------


def test_perft(engine: UciEngine):
    engine.send("go perft 3")
    *moves, total = engine.until("Nodes searched")
    assert total == "Nodes searched: 8902"
    counts = dict(line.split(": ") for line in moves)
    assert set(counts) == legal("normal", START)
    assert counts["e2e4"] == "600"
    assert sum(map(int, counts.values())) == 8902


@pytest.mark.parametrize(("depth", "leaves"), [("0", 1), ("1", 20), ("2", 400)])
@pytest.mark.quick(3)
def test_shallow_perft(engine: UciEngine, depth: str, leaves: int):
    engine.send(f"go perft {depth}")
    assert engine.expect("Nodes searched") == f"Nodes searched: {leaves}"


@pytest.mark.parametrize("depth", ["-1", "1000", "x", ""])
@pytest.mark.quick(3)
def test_bad_perft(engine: UciEngine, depth: str):
    engine.send(f"go perft {depth}")
    (line,) = engine.sync()
    assert line.startswith("info string ")


def test_perft_of_a_mate(engine: UciEngine):
    engine.send(f"position fen {MATED}", "go perft 3")
    assert engine.until("Nodes searched") == ["Nodes searched: 0"]


def test_perft_can_be_stopped(engine: UciEngine):
    engine.send("go perft 20")
    assert engine.sync() == []  # an answer while it counts
    engine.send("stop")
    assert engine.sync()[-1] == "info string perft stopped"
    engine.send("go perft 1")
    assert engine.expect("Nodes searched") == "Nodes searched: 20"
