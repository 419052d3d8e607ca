"""UCI over pipes: the end of input, garbage, floods and fuzz."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from support.pipes import Engine, UciEngine
from support.processes import HUNG

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


# Endings and garbage ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [[], ["go infinite"], ["go perft 20", "stop"], ["go ponder wtime 9 btime 9"]])
def test_quit(before: list[str]):
    with UciEngine(variant="normal") as engine:
        engine.send(*before, "quit")
        assert engine.wait() == 0


@pytest.mark.parametrize("end", ["quit", ""])
def test_a_perft_is_finished_first(end: str):
    """Scripts pipe their commands and read the count."""
    commands = f"uci\nsetoption name UCI_Variant value normal\nposition startpos\ngo perft 5\n{end}\n"
    done = subprocess.run(
        module_command("oddfish"), input=commands, capture_output=True, text=True, timeout=HUNG, check=True
    )
    assert done.stdout.splitlines()[-1] == "Nodes searched: 4865609" and not done.stderr


@pytest.mark.parametrize("ending", ["stop", "quit"])
def test_an_endless_perft_ends_after_quit(ending: str):
    with UciEngine(variant="normal") as engine:
        engine.send("go perft 20", "quit", ending)
        assert engine.expect("info string perft") == "info string perft stopped"
        assert engine.wait() == 0


@pytest.mark.parametrize("before", [[], ["uci"], ["uci", "go infinite"], ["uci", "go perft 3"]])
def test_end_of_input_is_quit(before: list[str]):
    with Engine() as engine:
        engine.send(*before)
        engine.close_input()
        assert engine.wait() == 0


def test_reader_gone():
    """If the GUI dies, the engine quits without a traceback, even during an infinite search."""
    reading, writing = os.pipe()
    command = module_command("oddfish")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=writing, stderr=pipe) as process:
        os.close(writing)
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"uci\ngo infinite\n")
        process.stdin.flush()
        heard = b""
        while b"info depth 3" not in heard:
            heard += os.read(reading, 65536)
        os.close(reading)
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        try:
            assert process.wait(60) == 0
            assert process.stderr.read() == b""
        finally:
            process.kill()


def test_last_line_without_newline():
    with Engine() as engine:
        engine.send_bytes(b"uci\nisready")
        engine.close_input()
        engine.expect("readyok")
        assert engine.wait() == 0


def test_garbage(engine: UciEngine):
    engine.send("position startpos moves e2e4")
    before = engine.fen()
    engine.send_bytes(
        b"\xff\xfe\x00\x00go\x00depth\n\0\n\r\n\t \n\x1b[31m\n" + "♞♞♞ ⁠\n".encode() + b"position\0fen\0x\n"
    )
    lines = engine.sync()
    assert lines
    assert all(line.startswith("info string") and line.isprintable() for line in lines)
    assert engine.fen() == before


def test_carriage_returns(engine: UciEngine):
    engine.send_bytes(b"position startpos moves e2e4\r\nisready\r\n")
    engine.expect("readyok$")
    assert " b " in engine.fen()


def test_overlong_line(engine: UciEngine):
    engine.send_bytes(b"position startpos moves " + b"e2e4 " * 1_000_000 + b"\n")
    assert any("too long" in line for line in engine.sync())
    assert engine.fen() == START


def test_long_game_in_one_line(engine: UciEngine):
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 500
    engine.send(f"position startpos moves {shuffle}")
    assert engine.sync() == []
    assert engine.fen().split()[5] == "1001"


@pytest.mark.later
def test_flood(engine: UciEngine):
    engine.send("go infinite", *[f"nonsense {number}" for number in range(10_000)], "stop")
    lines = engine.until("bestmove") + engine.sync()
    assert sum("nonsense" in line for line in lines) == 10_000


def test_sigint_is_ignored(engine: UciEngine):
    engine.process.send_signal(signal.SIGINT)
    engine.send("go depth 3")
    engine.expect("bestmove")
    assert engine.process.poll() is None


# Fuzz -------------------------------------------------------------------------------------------------------------
WORDS = """
uci isready setoption name value position startpos fen moves go wtime btime winc binc movestogo depth nodes mate
movetime infinite ponder searchmoves perft ponderhit stop d eval debug on ucinewgame Hash MultiPV UCI_Variant
Threads WhiteArmy halfgi half-chess augmented-half-chess normal e2e4 e7e5 a7a8q n@e4 4k3/8/8/8/8/8/8/4K3 w b -
KQkq 0 1 2 3 -1 RF-CD-BW-QV random <empty> register
"""
LINES = st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=6), max_size=8).map(" ".join)


@pytest.fixture(scope="module")
def fuzzed():
    with UciEngine() as running:
        yield running


@pytest.mark.thorough
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=12))
def test_fuzz(fuzzed: UciEngine, lines: list[str]):
    """The engine answers any input, and its position belongs to a variant."""
    data = "\n".join(line for line in lines if "quit" not in line and "\n" not in line)
    fuzzed.send_bytes(data.encode("utf-8", "replace") + b"\nstop\n")
    fuzzed.sync()
    fen = fuzzed.fen()
    assert any(_reads(variant, fen) for variant in REGISTRY)
    assert fuzzed.errors == []


def _reads(variant: str, fen: str) -> bool:
    try:
        return Game(variant, fen=fen).fen() == fen
    except ValueError:
        return False
