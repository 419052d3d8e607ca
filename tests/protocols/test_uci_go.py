"""UCI over pipes: `go` and its limits, `stop`, `ponderhit`, and what the engine reports."""

from __future__ import annotations

import re
import time

import pytest

from oddfish.cext.search import MATE
from oddfish.engine.searcher import Info
from oddfish.protocols.arguments import CommandError
from oddfish.protocols.uci import info_text, parse_go
from support.dialogue import check_info, legal
from support.pipes import Stopwatch, UciEngine

pytestmark = pytest.mark.sampled(3)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


# Searching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limits",
    [
        "depth 4",
        "nodes 3000",
        "movetime 100",
        "wtime 1000 btime 1000",
        "wtime 1000 btime 1000 winc 100 binc 100",
        "wtime 2000 btime 2000 movestogo 10",
        "wtime -50 btime 1000",
        "wtime 0 btime 0",
        "wtime 1000 btime 1000 depth 3 nodes 100000",
        "depth 99999999999999999999 movetime 50",
        "nodes 99999999999999999999999999 movetime 50",
        "movetime 1",
        "depth 3 nonsense",
    ],
)
@pytest.mark.quick(3)
def test_go(engine: UciEngine, limits: str):
    engine.send(f"go {limits}")
    lines = engine.until("bestmove")
    found = re.fullmatch(r"bestmove (\S+)( ponder \S+)?", lines[-1])
    assert found is not None
    assert found[1] in legal("normal", START)
    for line in lines[:-1]:
        if line.startswith("info depth") and "currmove" not in line:
            check_info(line)


@pytest.mark.parametrize(("count", "name"), [("go perft 20", "perft"), ("bench", "bench")])
def test_counts_and_searches_end_each_other(engine: UciEngine, count: str, name: str):
    engine.send("go infinite", count)
    engine.expect("bestmove")
    engine.send("go depth 2")
    lines = engine.until("bestmove")
    assert f"info string {name} stopped" in lines


def test_depth_is_reached_and_not_passed(engine: UciEngine):
    engine.send("go depth 5")
    depths = [int(line.split()[2]) for line in engine.until("bestmove") if line.startswith("info depth")]
    assert max(depths) == 5
    assert 1 in depths


def test_nodes_end_the_search(engine: UciEngine):
    engine.send("go nodes 20000")
    nodes = [int(line.split(" nodes ")[1].split()[0]) for line in engine.until("bestmove") if " nodes " in line]
    assert max(nodes) < 200_000


def test_movetime_is_not_overrun(engine: UciEngine):
    start = time.monotonic()
    engine.send("go movetime 300")
    engine.expect("bestmove", timeout=20)
    assert 0.1 < time.monotonic() - start < 10  # an unlimited search never ends


@pytest.mark.thorough
def test_clock_is_not_overrun(engine: UciEngine):
    """The flag does not fall in forty moves, by the test's own clock."""
    clock, moves = 3.0, []
    for _ in range(40):
        engine.send(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")
        engine.sync()
        left = max(int(clock * 1000), 1)
        watch = Stopwatch()
        engine.send(f"go wtime {left} btime {left}")
        best = engine.expect("bestmove").split()
        clock -= watch.stop()
        if best[1] == "(none)":
            break
        moves.append(best[1])
    assert clock > 0


def test_searchmoves(engine: UciEngine):
    engine.send("go depth 4 searchmoves a2a3 h2h3 e2e5")
    lines = engine.until("bestmove")
    assert lines[-1].split()[1] in ("a2a3", "h2h3")
    assert any("e2e5" in line and line.startswith("info string") for line in lines)
    engine.send("go searchmoves a2a3 depth 3")
    assert engine.expect("bestmove").split()[1] == "a2a3"


def test_mate_is_found_and_reported_in_moves(engine: UciEngine):
    engine.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go depth 6")
    lines = engine.until("bestmove")
    assert " score mate 1 " in lines[-2] or any(" score mate 1 " in line for line in lines)
    assert lines[-1].split()[1] == "g1g7"
    engine.send("position fen 6k1/8/5K2/8/8/8/8/1R4R1 b - - 0 1", "go depth 6")
    lines = engine.until("bestmove")
    assert any(re.search(" score mate -[12] ", line) for line in lines)


def test_go_mate_stops_when_found(engine: UciEngine):
    engine.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go mate 1")
    assert engine.expect("bestmove").split()[1] == "g1g7"


@pytest.mark.parametrize("limits", ["depth 3", "movetime 100", "infinite"])
@pytest.mark.parametrize("fen", [MATED, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
@pytest.mark.quick(3)
def test_no_legal_move(engine: UciEngine, fen: str, limits: str):
    engine.send(f"position fen {fen}", f"go {limits}")
    if limits == "infinite":
        assert not any(line.startswith("bestmove") for line in engine.sync())
        engine.send("stop")
    assert engine.expect("bestmove") == "bestmove (none)"


def test_ready_while_searching(engine: UciEngine):
    engine.send("go infinite")
    for _ in range(5):
        assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop")
    engine.expect("bestmove")


def test_infinite_holds_its_answer_back(engine: UciEngine):
    """A finished search still waits for stop."""
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go infinite depth 2")
    engine.expect("info depth 2 ")
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("stop")
    engine.expect("bestmove")


def test_ponder(engine: UciEngine):
    engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000")
    engine.expect("info depth 6 ")
    assert not any(line.startswith("bestmove") for line in engine.sync())
    engine.send("ponderhit")
    lines = engine.until("bestmove")
    assert not any(line.startswith("info depth 1 ") for line in lines)  # the search went on
    engine.send("go ponder wtime 1000 btime 1000")
    engine.expect("info depth 2 ")
    engine.send("stop")
    engine.expect("bestmove")


def test_ponderhit_starts_the_clock_and_does_not_end_the_search(engine: UciEngine):
    engine.send("go ponder movetime 1000000")
    engine.expect("info depth 4 ")
    engine.send("ponderhit")
    engine.sync()
    reached = max(int(line.split()[2]) for line in engine.seen if line.startswith("info depth"))
    deeper = engine.until(f"info depth {reached + 1} |bestmove")
    assert deeper[-1].startswith("info depth")
    engine.send("stop")
    engine.expect("bestmove")


def test_storm_of_questions_during_a_search(engine: UciEngine):
    engine.send("go infinite", *["isready"] * 500, "stop")
    lines = engine.until("bestmove")
    lines += engine.sync()
    assert lines.count("readyok") == 500
    assert sum(line.startswith("bestmove") for line in lines) == 1


def test_storm_of_stops(engine: UciEngine):
    for _ in range(50):
        engine.send("stop", "go infinite", "stop", "stop")
    engine.send("go depth 1")
    count = 0
    for _ in range(51):
        engine.expect("bestmove")
        count += 1
    assert count == 51
    assert not any(line.startswith("bestmove") for line in engine.sync())


def test_every_go_is_answered_once(engine: UciEngine):
    engine.send(*["go depth 2"] * 20)
    answers = [line for line in engine.sync() if line.startswith("bestmove")]
    while len(answers) < 20:
        answers.append(engine.expect("bestmove"))
    engine.send("stop")
    assert not any(line.startswith("bestmove") for line in engine.sync())


def test_stop_and_ponderhit_without_search(engine: UciEngine):
    engine.send("stop", "ponderhit", "stop")
    assert engine.sync() == []


def test_new_position_during_a_search(engine: UciEngine):
    engine.send("go infinite", "position startpos moves d2d4", "stop")
    assert engine.expect("bestmove").split()[1] in legal("normal", START)
    assert " b " in engine.fen()


def test_currmove(engine: UciEngine):
    engine.send("go infinite")
    line = engine.expect("info depth \\d+ currmove")
    assert re.fullmatch(r"info depth \d+ currmove \S+ currmovenumber \d+", line)
    engine.send("stop")
    engine.expect("bestmove")


# Parsing and printing ---------------------------------------------------------------------------------------------


def test_parse_go():
    order = parse_go(
        ["searchmoves", "e2e4", "d2d4", *"wtime 10 binc 5 movestogo 3".split(" "), "infinite", "ponder", "what"]
    )
    assert order.root_moves == ["e2e4", "d2d4", "what"]
    assert order.limits == {
        "time": (10, None), "increment": (0, 5), "moves_to_go": 3, "infinite": True, "ponder": True,
    }  # fmt: skip
    assert parse_go(["what"]).unknown == ["what"]
    for bad in (["wtime"], ["depth", "x"], ["perft"]):
        with pytest.raises(CommandError):
            parse_go(bad)


@pytest.mark.parametrize(
    ("score", "bound", "text"),
    [
        (12, "", "cp 12"),
        (-7, "lower", "cp -7 lowerbound"),
        (MATE - 1, "", "mate 1"),
        (MATE - 3, "", "mate 2"),
        (MATE - 4, "upper", "mate 2 upperbound"),
        (-MATE + 2, "", "mate -1"),
        (-MATE + 4, "", "mate -2"),
        (-MATE, "", "mate 0"),
    ],
)
def test_scores(score: int, bound: str, text: str):
    info = Info(3, 4, 1, score, bound, 1000, 10, 0, ["e2e4"])
    assert f" score {text} nodes 1000 nps 100000 " in info_text(info)
