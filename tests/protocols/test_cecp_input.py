"""CECP over pipes: the end of input, garbage, floods and fuzz."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from support.pipes import CecpEngine, Engine
from support.processes import HUNG

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


@pytest.mark.parametrize("before", [[], ["st 1000", "go"], ["analyze"], ["perft 4"], ["edit"], ["pause"]])
@pytest.mark.parametrize("by_quit", [True, False])
@pytest.mark.quick(3)
def test_quit_and_end_of_input(before: list[str], by_quit: bool):
    """Analysis and pondering end at once; a search for a move ends with `quit`, and otherwise with its move."""
    if not by_quit:
        before = [line.replace("st 1000", "st 0.3") for line in before]
    with CecpEngine(variant="normal") as engine:
        engine.send(*before)
        if by_quit:
            engine.send("quit")
        else:
            engine.close_input()
        assert engine.wait() == 0
        moves = [line for line in engine.rest() if line.startswith("move ")]
        assert len(moves) == ("go" in before and not by_quit)


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell that a pipe's reader is gone")
@pytest.mark.parametrize("protocol", ["cecp", "uci"])
def test_reader_gone_while_the_engine_is_silent(protocol: str):
    """Pondering at a fixed depth is soon done and waits. The engine ends even if only its output is closed."""
    said = {
        "cecp": "xboard\nprotover 2\nnew\nhard\nsd 1\nusermove e2e4\n",
        "uci": "uci\nsetoption name UCI_Variant value normal\ngo ponder depth 1\nisready\n",
    }
    reading, writing = os.pipe()
    pipe = subprocess.PIPE
    with subprocess.Popen(module_command("oddfish"), stdin=pipe, stdout=writing, stderr=pipe) as process:
        os.close(writing)
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(said[protocol].encode())
        process.stdin.flush()
        heard = b""
        while (b"\nmove " if protocol == "cecp" else b"readyok") not in heard:
            heard += os.read(reading, 65536)
        os.close(reading)
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_a_held_move_is_answered_at_the_end_of_input():
    """Oddfish waits for the name of an engine that may be handing over a game."""
    lines = "xboard\nprotover 2\nnew\nvariant augmented-half-chess\nforce\nusermove e2e5\n"
    done = subprocess.run(
        [*module_command("oddfish"), "--cecp"], input=lines, capture_output=True, text=True, timeout=HUNG, check=True
    )
    assert "Illegal move" in done.stdout


@pytest.mark.later
def test_a_perft_is_finished_before_quitting():
    with CecpEngine(variant="normal") as engine:
        engine.send("perft 4", "quit")
        assert engine.expect("Nodes searched") == "Nodes searched: 197281"
        assert engine.wait() == 0
    with CecpEngine(variant="normal") as engine:
        engine.send("perft 30", "quit", "?")
        assert engine.expect("# ") == "# perft stopped"
        assert engine.wait() == 0


@pytest.mark.parametrize(
    ("protocol", "stop", "remark"), [("--uci", "stop", "info string"), ("--cecp", "?", "#"), ("--cecp", "force", "#")]
)
@pytest.mark.later
def test_the_bench_is_a_command(protocol: str, stop: str, remark: str):
    """The signature of some variants, or of all; it is finished before quitting, and can be stopped."""
    counts = json.loads((Path(__file__).parents[1] / "data" / "signature.json").read_text())
    with Engine(protocol) as engine:
        engine.send("bench banqi half-chess", "quit")
        for name in ("banqi", "half-chess"):
            assert engine.expect(name).split()[1] == str(counts[name])
        total = counts["banqi"] + counts["half-chess"]
        assert engine.expect("Signature: ") == f"Signature: {total} (depth 13, hash 16 MB, 1 thread)"
        assert engine.wait() == 0
    with Engine(protocol) as engine:
        engine.send("bench nosuch", "bench", stop)
        assert "unknown variant 'nosuch'" in engine.expect("info string" if protocol == "--uci" else "Error ")
        assert engine.expect(f"{remark} bench") == f"{remark} bench stopped"
        engine.send("bench", "quit", "quit")
        assert engine.expect(f"{remark} bench") == f"{remark} bench stopped"
        assert engine.wait() == 0


def test_garbage(engine: CecpEngine):
    engine.ask("force", "usermove e2e4")
    before = engine.fen()
    engine.send_bytes(b"\xff\xfe\x00\x00\n\0usermove\0\0\n\x1b[31m\n\r\n \t\n")
    engine.send_bytes(b"usermove \xf0\x28\x8c\x28\nsetboard \0\n\x7f\n")
    lines = engine.sync()
    assert lines
    assert all(line.startswith(("Error (", "Illegal move (", "tellusererror ")) for line in lines)
    assert all(line.isprintable() for line in lines)
    assert engine.fen() == before


@pytest.mark.later
def test_flood(engine: CecpEngine):
    engine.send("st 1000", "go", *[f"nonsense{number}" for number in range(10_000)], "?")
    lines = engine.until("move ") + engine.sync()
    assert sum(line.startswith("Error (unknown command): nonsense") for line in lines) == 10_000


@pytest.mark.parametrize(("variant", "move"), [("tandem-84", "c2c4"), ("bifold-halfgi", "a2a4"), ("halfgi", "e2e4")])
@pytest.mark.parametrize("number", ["9" * 9, "9" * 5000])
def test_huge_numbers_in_a_position(variant: str, move: str, number: str):
    with CecpEngine(variant=variant) as engine:
        engine.ask("force", f"usermove {move}")
        before = engine.fen()
        for fen in (f"{number} w - - 0 1", f"8/8 b - - 0 {number}", "/".join([number] * 10), "/".join([number] * 7)):
            (line,) = engine.ask(f"setboard {fen}")
            assert line.startswith("tellusererror Illegal position: "), line
        assert engine.fen() == before


def test_overlong_line(engine: CecpEngine):
    engine.send_bytes(b"usermove e2e4" + b" " * 3_000_000 + b"x\n")
    lines = engine.sync()
    assert any(line.startswith("Error (line too long)") for line in lines)
    assert engine.fen() == START


WORDS = """
new variant random force go playother usermove ? undo remove result draw level st sd time otim hard easy pause resume
setboard edit option computer name rating ics analyze exit . hint bk include exclude setscore post nopost lift put hover
perft divide d eval all normal half-chess halfgi augmented-half-chess e2e4 e7e5 a7a8q N@e4 a1 h8 j1 _8 # c Pa4 Ke1
4k3/8/8/8/8/8/8/4K3 w b - KQkq 0 1 2 3 -1 40 0:01 WhiteArmy=RF-CD-BW-QV DistinctPieces=1 MultiPV=2 Resign=1
OwnBook=1 BookFile=nosuch BookSeed=2
"""
LINES = st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=6), max_size=6).map(" ".join)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[CecpEngine]:
    with CecpEngine() as running:
        yield running


@pytest.mark.thorough
@settings(max_examples=200, deadline=None)
@given(lines=st.lists(LINES, max_size=15))
def test_fuzz(fuzzed: CecpEngine, lines: list[str]):
    """The engine answers any input, and its position belongs to a variant."""
    data = "\n".join(line for line in lines if "quit" not in line and "\n" not in line)
    fuzzed.send_bytes(data.encode("utf-8", "replace") + b"\n.\nforce\n")
    assert not any("internal error" in line for line in fuzzed.sync())
    fen = fuzzed.fen()
    assert any(_reads(variant, fen) for variant in REGISTRY)
    assert fuzzed.errors == []


def _reads(variant: str, fen: str) -> bool:
    try:
        return Game(variant, fen=fen).fen() == fen
    except ValueError:
        return False
