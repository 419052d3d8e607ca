"""UCI over real pipes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.options import Option
from oddfish.engine.searcher import MATE, Info
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.main import main, read_arguments
from oddfish.protocols.session import CommandError
from oddfish.protocols.uci import info_text, option_text, parse_go
from support.pipes import Engine, Stopwatch, UciEngine

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"


@pytest.fixture
def engine():
    with UciEngine(variant="normal") as running:
        running.sync()
        yield running


def legal(variant: str, fen: str) -> set[str]:
    return set(Game(variant, fen=fen).legal())


def check_info(line: str) -> None:
    assert re.fullmatch(
        r"info depth \d+ seldepth \d+ multipv \d+ score (cp -?\d+|mate -?\d+)( lowerbound| upperbound)? "
        r"nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv( \S+)+",
        line,
    ), line


# Who answers ---------------------------------------------------------------------------------------------------


def test_console_script():
    script = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    if script is None:
        pytest.skip("the console script is not installed")
    with Engine(command=[script]) as engine:
        engine.send("uci")
        assert engine.until("uciok")[0].startswith("id name Oddfish")


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("uci", "id name"),
        ("isready", "readyok"),
        ("go depth 1", "bestmove"),
        ("position startpos moves zz", "info string"),
        ("setoption name nonsense", "info string"),
        ("d", "Fen: "),
        ("protover 2", "feature"),
        ("nonsense", r"Error \(unknown command\): nonsense"),
    ],
)
def test_first_line_decides(first: str, answer: str):
    with Engine() as engine:
        engine.send("", "   ", first)
        engine.expect(answer)


def test_forced_protocol():
    with Engine("--cecp", "--variant", "half-chess") as engine:
        engine.send("isready")
        engine.expect(r"Error \(unknown command\): isready")


def test_bad_command_line(capsys: pytest.CaptureFixture[str]):
    assert main(["--variant", "nosuch"]) == 2
    message = capsys.readouterr().err
    assert "nosuch" in message
    assert all(name in message for name in REGISTRY)
    assert main(["--variant"]) == 2
    assert main(["--option", "WhiteArmy=XX"]) == 2
    assert read_arguments(["--variant=halfgi", "--uci"]) == ("halfgi", "uci", (), None)
    assert read_arguments(["--cecp", "--board", "b.png"]) == (None, "cecp", (), "b.png")
    assert read_arguments(["perft", "5"]) is None


def test_nothing_heavy_is_imported():
    """A GUI waits for the engine: what only the command line needs stays out."""
    code = (
        "import sys; from oddfish.protocols import main, uci, cecp; "
        "print(sorted({'click', 'rich', 'asyncio', 'dataclasses', 'inspect', 'subprocess', 'logging',"
        " 'concurrent'} & set(sys.modules)))"
    )
    with Engine(command=[sys.executable, "-c", code]) as engine:
        assert engine.until("") == ["[]"]
        assert engine.wait() == 0


# Options -------------------------------------------------------------------------------------------------------


def test_hello(engine: UciEngine):
    options = {line.split(" type ")[0].removeprefix("option name "): line for line in engine.hello if " type " in line}
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_AnalyseMode", "Clear Hash"):
        assert name in options
    assert options["Hash"] == "option name Hash type spin default 64 min 1 max 65536"
    assert options["WhiteArmy"] == "option name WhiteArmy type string default random"
    variants = options["UCI_Variant"].split(" var ")[1:]
    assert set(REGISTRY) <= set(variants)
    assert "chess" in variants


def test_option_text():
    assert option_text(Option("Colour", "combo", "red", choices=("red", "blue"))) == (
        "option name Colour type combo default red var red var blue"
    )
    assert option_text(Option("File", "string", "")) == "option name File type string default <empty>"
    assert option_text(Option("Clear", "button", "")) == "option name Clear type button"


@pytest.mark.parametrize("variant", list(REGISTRY))
def test_variant_is_announced(variant: str):
    with UciEngine(variant=variant) as engine:
        lines = engine.sync()
        found = re.fullmatch(
            r"info string variant (\S+) files (\d+) ranks (\d+) pocket \d+ template \S+ startpos (.+)", lines[0]
        )
        assert found is not None
        assert found[1] == variant
        assert (int(found[2]), int(found[3])) == (REGISTRY[variant].files, REGISTRY[variant].ranks)
        assert found[4] == engine.fen()
        engine.send("go depth 3")
        move = engine.expect("bestmove").split()[1]
        assert move in legal(variant, found[4])


def test_alias_chess(engine: UciEngine):
    engine.send("setoption name uci_variant value CHESS")
    assert engine.sync()[0].startswith("info string variant normal ")


@pytest.mark.parametrize(
    "command",
    [
        "setoption name UCI_Variant value nosuch",
        "setoption name Hash value 0",
        "setoption name Hash value many",
        "setoption name Hash",
        "setoption name nosuch value 1",
        "setoption",
        "setoption value 3",
        "setoption name WhiteArmy value XX",
        "setoption name DistinctPieces value maybe",
    ],
)
def test_bad_option(engine: UciEngine, command: str):
    engine.send("position startpos moves e2e4")
    before = engine.fen()
    engine.send(command)
    lines = engine.sync()
    assert len(lines) == 1
    assert lines[0].startswith("info string ")
    assert engine.fen() == before


def test_unknown_variant_names_those_known(engine: UciEngine):
    engine.send("setoption name UCI_Variant value nosuch")
    line = engine.sync()[0]
    assert all(name in line for name in REGISTRY)


def test_good_options(engine: UciEngine):
    engine.send(
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name move overhead value 100",
        "setoption name Clear Hash",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value true",
        "debug on",
        "register later",
    )
    assert engine.sync() == []
    engine.send("go depth 5")
    engine.expect("bestmove")


def test_multipv(engine: UciEngine):
    engine.send("setoption name MultiPV value 3", "go depth 4")
    lines = [line for line in engine.until("bestmove")[:-1] if " depth 4 " in line and "multipv" in line]
    firsts = {}
    for line in lines:
        check_info(line)
        firsts[line.split(" multipv ")[1].split()[0]] = line.split(" pv ")[1].split()[0]
    assert set(firsts) == {"1", "2", "3"}
    assert len(set(firsts.values())) == 3


# Armies --------------------------------------------------------------------------------------------------------


def armies(fen: str) -> str:
    return fen.split()[6]


def test_armies_stay_during_a_game():
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send("ucinewgame")
        announced = [line for line in engine.sync() if line.startswith("info string armies ")][-1]
        fens = []
        for moves in ("", " moves a2a3", " moves a2a3 a7a6"):
            engine.send(f"position startpos{moves}")
            fens.append(engine.fen())
        assert len({armies(fen) for fen in fens}) == 1
        white, black = armies(fens[0]).split(":")
        assert announced == f"info string armies WhiteArmy={white} BlackArmy={black}"
        engine.send(f"position fen {START}")
        assert armies(engine.fen()) == armies(fens[0])


def test_new_games_draw_new_armies():
    with UciEngine(variant="augmented-half-chess") as engine:
        seen = set()
        for _ in range(8):
            engine.send("ucinewgame", "position startpos")
            seen.add(armies(engine.fen()))
        assert len(seen) > 1  # eight equal draws from 374 x 374 do not happen


def test_army_options():
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send(
            "setoption name WhiteArmy value rf-cd-bw-qv",
            "setoption name BlackArmy value RA-VS-BC-RVF",
            "position startpos",
        )
        assert armies(engine.fen()) == "RF-CD-BW-QV:RA-VS-BC-RVF"
        other = "RA-VS-BC-RVF:RA-VS-BC-RVF"
        engine.send(f"position fen {START} {other}", "go perft 1")
        assert engine.expect("Nodes searched") == "Nodes searched: 28"
        assert armies(engine.fen()) == other
        engine.send("setoption name DistinctPieces value true", "setoption name BlackArmy value RF-CD-BW-QV")
        assert any("DistinctPieces" in line for line in engine.sync())


def test_army_options_leave_a_position_alone():
    with UciEngine(variant="augmented-half-chess") as engine:
        fen = f"{START} RA-VS-BC-RVF:RA-VS-BC-RVF"
        engine.send(f"position fen {fen}", "setoption name WhiteArmy value RF-CD-BW-QV")
        assert engine.fen() == fen
        engine.send("position startpos")
        assert armies(engine.fen()).startswith("RF-CD-BW-QV:")


def test_options_before_the_variant():
    """An army of the other augmented game may be set before that game is chosen."""
    with UciEngine(variant="augmented-half-chess") as engine:
        engine.send("setoption name WhiteArmy value RF-NA-BC-QV", "setoption name UCI_Variant value augmented-chess")
        engine.send("position startpos")
        assert armies(engine.fen()).startswith("RF-NA-BC-QV:")


def test_options_on_the_command_line():
    with Engine("--uci", "--variant", "augmented-half-chess", "--option", "WhiteArmy=RF-CD-BW-QV") as engine:
        engine.send("position startpos", "d")
        assert armies(engine.expect("Fen: ")[5:]).startswith("RF-CD-BW-QV:")


# Positions -----------------------------------------------------------------------------------------------------


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


# Perft ---------------------------------------------------------------------------------------------------------


def test_perft(engine: UciEngine):
    engine.send("go perft 3")
    *moves, total = engine.until("Nodes searched")
    assert total == "Nodes searched: 8902"
    counts = dict(line.split(": ") for line in moves)
    assert set(counts) == legal("normal", START)
    assert counts["e2e4"] == "600"
    assert sum(map(int, counts.values())) == 8902


@pytest.mark.parametrize(("depth", "leaves"), [("0", 1), ("1", 20), ("2", 400)])
def test_shallow_perft(engine: UciEngine, depth: str, leaves: int):
    engine.send(f"go perft {depth}")
    assert engine.expect("Nodes searched") == f"Nodes searched: {leaves}"


@pytest.mark.parametrize("depth", ["-1", "1000", "x", ""])
def test_bad_perft(engine: UciEngine, depth: str):
    engine.send(f"go perft {depth}")
    (line,) = engine.sync()
    assert line.startswith("info string ")


def test_perft_of_a_mate(engine: UciEngine):
    engine.send(f"position fen {MATED}", "go perft 3")
    assert engine.until("Nodes searched") == ["Nodes searched: 0"]


def test_perft_can_be_stopped(engine: UciEngine):
    engine.send("go perft 20")
    assert engine.sync() == []  # the answer comes while it counts
    engine.send("stop")
    assert engine.sync()[-1] == "info string perft stopped"
    engine.send("go perft 1")
    assert engine.expect("Nodes searched") == "Nodes searched: 20"


# Searching -----------------------------------------------------------------------------------------------------


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
def test_go(engine: UciEngine, limits: str):
    engine.send(f"go {limits}")
    lines = engine.until("bestmove")
    found = re.fullmatch(r"bestmove (\S+)( ponder \S+)?", lines[-1])
    assert found is not None
    assert found[1] in legal("normal", START)
    for line in lines[:-1]:
        if line.startswith("info depth") and "currmove" not in line:
            check_info(line)


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
    assert 0.1 < time.monotonic() - start < 10  # an unlimited search takes for ever


def test_clock_is_not_overrun(engine: UciEngine):
    """Forty moves on a clock that is kept here: the flag never falls."""
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


def test_mate_is_found_and_told_in_moves(engine: UciEngine):
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
    """A search that has nothing left to find out still waits for stop."""
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


# Endings and garbage ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [[], ["go infinite"], ["go perft 20"], ["go ponder wtime 9 btime 9"]])
def test_quit(before: list[str]):
    with UciEngine(variant="normal") as engine:
        engine.send(*before, "quit")
        assert engine.wait() == 0


@pytest.mark.parametrize("before", [[], ["uci"], ["uci", "go infinite"], ["uci", "go perft 20"]])
def test_end_of_input_is_quit(before: list[str]):
    with Engine() as engine:
        engine.send(*before)
        engine.close_input()
        assert engine.wait() == 0


def test_reader_gone():
    """A GUI that died: no traceback, and the engine ends although its search would not."""
    reading, writing = os.pipe()
    command = [sys.executable, "-m", "oddfish.protocols.main"]
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


def test_flood(engine: UciEngine):
    engine.send("go infinite", *[f"nonsense {number}" for number in range(10_000)], "stop")
    lines = engine.until("bestmove") + engine.sync()
    assert sum("nonsense" in line for line in lines) == 10_000


def test_sigint_is_ignored(engine: UciEngine):
    engine.process.send_signal(signal.SIGINT)
    engine.send("go depth 3")
    engine.expect("bestmove")
    assert engine.process.poll() is None


# Parts -----------------------------------------------------------------------------------------------------------


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


# Fuzz ------------------------------------------------------------------------------------------------------------

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


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=12))
def test_fuzz(fuzzed: UciEngine, lines: list[str]):
    """Whatever is sent, the engine answers, and stands on a position of its variant."""
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
