"""UCI over pipes, by kinds of input: finished positions, limits of 0, any spacing, unknown words, input that ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time

import pytest

from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.protocols.main import INTERRUPTED
from support.pipes import Engine, UciEngine


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


def piped(text: str, *arguments: str, seconds: float = 60) -> list[str]:
    """All that the engine prints for a script's input."""
    done = subprocess.run(
        module_command("oddfish", *arguments), input=text, capture_output=True, text=True, timeout=seconds, check=True
    )
    assert not done.stderr
    return done.stdout.splitlines()


# Finished positions -----------------------------------------------------------------------------------------------

FINISHED = [
    ("normal", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"),
    ("normal", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
    ("half-chess", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "mate 0"),
    ("banqi", "4/4/4/4/4/4/p3/Kp2[] w r 0 1", "mate 0"),  # the General takes no Soldier, and cannot move
    ("banqi", "4/4/4/4/4/4/4/K3[] b r 0 1", "mate 0"),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "go", ["go depth 3", "go", "go movetime 50", "go nodes 0", "go wtime 50 btime 50", "go mate 2"]
)
@pytest.mark.parametrize(("variant", "fen", "score"), FINISHED)
@pytest.mark.quick(5)
def test_finished_positions(engine: UciEngine, variant: str, fen: str, score: str, go: str):
    assert not Game(variant, fen=fen).legal()
    engine.send(f"setoption name UCI_Variant value {variant}", f"position fen {fen}")
    engine.sync()
    engine.send(go)
    assert engine.until("bestmove") == [f"info depth 0 score {score}", "bestmove (none)"]


def test_a_finished_position_in_analysis(engine: UciEngine):
    """The score comes at once, the answer after `stop`; a running search gets its own answer first."""
    engine.send("go infinite")
    engine.expect("info depth 3 ")
    engine.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go infinite")
    lines = engine.until("info depth 0 score mate 0$")
    assert sum(line.startswith("bestmove ") for line in lines) == 1
    assert engine.sync() == []
    engine.send("stop")
    assert engine.expect("bestmove") == "bestmove (none)"


# Limits that are none ---------------------------------------------------------------------------------------------


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", ["0", "-1", "-99999999999999999999"])
@pytest.mark.parametrize(
    "limit",
    ["depth {}", "nodes {}", "movetime {}", "mate {}", "wtime {0} btime {0}", "wtime {0} btime {0} winc {0} binc {0}",
     "wtime {0} btime {0} movestogo {0}", "movetime {} depth 60", "depth {} infinite"],
)  # fmt: skip
@pytest.mark.quick(5)
def test_no_limit_is_endless(engine: UciEngine, limit: str, number: str):
    """The shortest search instead."""
    engine.send(f"go {limit.format(number)}")
    if "infinite" in limit:
        engine.expect("info depth 1 ")
        assert not any(line.startswith("bestmove") for line in engine.sync())
        engine.send("stop")
    begun = time.monotonic()
    best = engine.expect("bestmove", timeout=20).split()[1]
    assert best in Game("normal").legal()
    assert time.monotonic() - begun < 10


def test_a_depth_of_0_is_one_ply(engine: UciEngine):
    engine.send("go depth 0")
    assert [line.split()[2] for line in engine.until("bestmove")[:-1]] == ["1"]


# Spacing and unknown words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["isready", "\tisready", "isready\t", "joho isready", "joho\tisready", "a b  c isready", "isready now",
     "Isready isready", "\0isready"],
)  # fmt: skip
@pytest.mark.quick(5)
def test_the_command_is_found(engine: UciEngine, line: str):
    engine.send(line)
    assert engine.expect("readyok|info string") == "readyok"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("gap", ["\t", "  ", " \t ", "\u00a0"])
@pytest.mark.parametrize("before", ["", "joho ", "please\tdo "])
@pytest.mark.quick(3)
def test_any_space_separates_words(engine: UciEngine, gap: str, before: str):
    lines = ["position startpos moves e2e4 e7e5", "setoption name MultiPV value 2", "go depth 2 searchmoves g1f3 b1c3"]
    engine.send(*(before + line.replace(" ", gap) for line in lines))
    found = engine.until("bestmove")
    assert not [line for line in found if line.startswith("info string")]
    assert {line.split()[line.split().index("pv") + 1] for line in found[:-1]} == {"g1f3", "b1c3"}
    assert engine.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3")


@pytest.mark.parametrize("line", ["joho", "e2e4", "hello d", "Uci", "go_", "isreadyisready"])
@pytest.mark.quick(5)
def test_lines_without_a_command_are_reported(engine: UciEngine, line: str):
    engine.send(line)
    (answer,) = engine.sync()
    assert answer == f"info string unknown command [{line}]"


@pytest.mark.parametrize("first", ["uci", "joho uci", "\tuci", "hello\tisready", "isready", "\ufeffuci"])
@pytest.mark.quick(3)
def test_the_first_line_may_begin_with_anything(first: str):
    lines = piped(f"{first}\nquit\n")
    assert lines[-1] in ("uciok", "readyok")


# The end of input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
@pytest.mark.parametrize(
    ("go", "depth"),
    [("go depth 9", 9), ("go nodes 20000", 6), ("go movetime 300", 1), ("go wtime 3000 btime 3000", 1),
     ("go mate 1 depth 5", 5), ("go depth 9 nodes 900000", 9)],
)  # fmt: skip
@pytest.mark.quick(9)
def test_a_search_with_a_limit_finishes(go: str, depth: int, ending: str):
    begun = time.monotonic()
    lines = piped(f"setoption name UCI_Variant value normal\nposition startpos\n{go}{ending}")
    if "movetime" in go:
        assert time.monotonic() - begun > 0.25
    assert re.fullmatch(r"bestmove \S+( ponder \S+)?", lines[-1])
    depths = [int(line.split()[2]) for line in lines if line.startswith("info depth")]
    assert max(depths) >= depth
    assert sum(line.startswith("bestmove") for line in lines) == 1


def test_a_mate_is_found_to_the_end():
    lines = piped("setoption name UCI_Variant value normal\nposition fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\ngo mate 1\n")
    assert lines[-1].startswith("bestmove g1g7")


def test_only_the_last_search_is_there_to_finish():
    """As during the conversation, a new `go` ends the one before."""
    lines = piped("setoption name UCI_Variant value normal\ngo infinite\ngo depth 8\n")
    assert sum(line.startswith("bestmove") for line in lines) == 2


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 9000 btime 9000", "go infinite depth 60"])
@pytest.mark.quick(3)
def test_a_search_without_an_end_stops_at_once(go: str):
    lines = piped(f"setoption name UCI_Variant value normal\n{go}\n", seconds=30)
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("go", ["go depth 200", "go movetime 100000", "go infinite"])
def test_quit_does_not_wait(go: str):
    lines = piped(f"setoption name UCI_Variant value normal\n{go}\nquit\n", seconds=30)
    assert lines[-1].startswith("bestmove ")


@pytest.mark.skipif(os.name == "nt", reason="no process can be sent SIGINT alone")
def test_a_search_that_finishes_can_be_interrupted():
    with Engine("--uci", "--variant", "normal") as engine:
        engine.send("go depth 200")
        engine.close_input()
        engine.expect("info depth 8 ")
        engine.process.send_signal(signal.SIGINT)
        engine.expect("bestmove ")
        assert engine.wait() == INTERRUPTED


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell that a pipe's reader is gone")
def test_nothing_is_finished_for_a_reader_that_is_gone():
    reading, writing = os.pipe()
    command = module_command("oddfish", "--uci", "--variant", "normal")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=writing) as process:
        os.close(writing)
        assert process.stdin is not None
        process.stdin.write(b"go depth 200\n")
        process.stdin.flush()
        os.read(reading, 100)
        process.stdin.close()
        os.close(reading)
        assert process.wait(60) == 0


# CECP -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["ping\t1", "ping  1", "\tping 1 "])
@pytest.mark.quick(3)
def test_cecp_takes_any_space(line: str):
    assert piped(f"xboard\nprotover 2\n{line}\n")[-1] == "pong 1"


@pytest.mark.parametrize(
    "limit", ["sd 0", "st 0", "st -1", "sd -1", "level 0 0 0", "time 0", "time -500", "st 0\nsd 0"]
)
@pytest.mark.quick(5)
def test_cecp_never_thinks_for_ever(limit: str):
    """What cannot be a limit is refused and the last one holds; without a depth the clock decides."""
    lines = piped(f"xboard\nprotover 2\nnew\nvariant normal\nst 0.2\n{limit}\ngo\n", seconds=40)
    assert lines[-1].startswith("move ")


def test_cecp_finishes_its_move():
    lines = piped("xboard\nnew\nvariant normal\nforce\nsetboard 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\nsd 3\ngo\n")
    assert lines[-2:] == ["move g1g7", "1-0 {checkmate}"]
