"""``oddfish perft --against``: it finds planted bugs in every protocol, understands other ways of writing moves, and
says what it cannot compare. (bench/test_perft.py compares with Stockfish and Fairy-Stockfish.)"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.experiments.against.generators import read_divide
from oddfish.engine.game import Game
from oddfish.engine.notation import match
from oddfish.protocols.commands.group import cli

pytestmark = pytest.mark.sampled(3)

BUGGY = Path(__file__).parents[1] / "support" / "buggy_generator.py"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CASTLING = "4k3/8/8/8/8/8/5r2/R3K2R b KQ - 0 1"
PIN = "8/8/8/8/k3p2R/8/3P4/3K4 w - - 0 1"
PROMOTION = "4k3/8/1P6/8/8/8/8/4K3 w - - 0 1"
RIGHTS = "4k2r/8/8/8/8/8/6Q1/4K2R w Kk - 0 1"

#: The ways to ask besides UCI; tests of common parts use UCI.
SLOW = tuple(pytest.param(speak, marks=pytest.mark.slow) for speak in ("cecp", "script"))


def buggy(bug: str = "none", speak: str = "uci", *more: str) -> str:
    return shlex.join([sys.executable, str(BUGGY), "--bug", bug, "--speak", speak, *more])


def invoke(variant: str, depth: int, engine: str, *more: str) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, ["perft", variant, str(depth), "--against", engine, *more])


def found(variant: str, depth: int, engine: str, *more: str) -> dict[str, Any]:
    """The report of a comparison that finds a difference."""
    result = invoke(variant, depth, engine, *more, "--json")
    assert result.exit_code == 1, result.output
    return json.loads(result.stdout)["difference"]  # type: ignore[no-any-return]


# ----------------------------------------------------------------------------------------------- planted bugs


@pytest.mark.parametrize("speak", ["uci", *SLOW])
@pytest.mark.parametrize(
    ("bug", "fen", "depth", "line", "missing", "extra"),
    [
        ("castling", CASTLING, 3, ["f2f5", None], [], ["e1g1"]),
        ("pin", PIN, 3, ["d2d4"], [], ["e4d3"]),
        ("promotion", PROMOTION, 3, ["b6b7", None], ["b7b8n"], []),
    ],
)
def test_a_planted_bug(
    speak: str, bug: str, fen: str, depth: int, line: Sequence[str | None], missing: list[str], extra: list[str]
) -> None:
    difference = found("normal", depth, buggy(bug, speak), "--fen", fen)
    assert difference["kind"] == "moves"
    assert difference["missing"] == missing
    assert [move["move"] for move in difference["too_many"]][: len(extra)] == extra
    assert difference["also_from_fen"] is (True if difference["moves"] else None)
    if bug != "castling":
        assert len(difference["moves"]) == len(line)
        assert all(move in (None, played) for move, played in zip(line, difference["moves"]))
    else:  # any rook move after which it attacks the king's path
        assert all(move["move"] in ("e1g1", "e1c1") for move in difference["too_many"])


@pytest.mark.parametrize("speak", ["uci", "cecp", "script"])
def test_a_planted_bug_of_drops(speak: str) -> None:
    engine = buggy("drop", speak, "--variant", "halfgi", "--style", "upper")
    difference = found("halfgi", 2, engine, "--fen", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    assert difference["missing"] == []
    assert difference["too_many"] == [{"move": f"p@{file}8", "theirs": f"P@{file}8"} for file in "abcdfgh"]


def test_an_error_of_making_moves() -> None:
    """It is distinguished from an error of generating moves, and castling is translated in both directions."""
    difference = found("normal", 3, buggy("rights", "uci", "--style", "chess960"), "--fen", RIGHTS)
    assert difference["too_many"] == [{"move": "e1g1", "theirs": "e1h1"}]
    assert difference["moves"][0] == "h1h8"
    assert difference["also_from_fen"] is False


def test_through_moves_of_chance() -> None:
    """The line has outcomes, and an engine's own options come before those of the game."""
    difference = found("banqi", 3, "cmd=oddfish option.DarkCapture=true")
    assert [move[4:6] for move in difference["moves"]] == ["=r", "=r"]
    assert {"move": "a1b1", "theirs": "a1b1"} in difference["too_many"]


def test_players_have_the_game_s_names() -> None:
    result = invoke("banqi", 3, "cmd=oddfish option.DarkCapture=true")
    assert "White" not in result.stdout
    assert re.search(r"^(Red|Black) to move, \d+ legal moves$", result.stdout, re.MULTILINE)


def test_only_totals() -> None:
    """The engine counts move by move; moves that it refuses are missing."""
    engine = buggy("promotion", "cecp", "--style", "total")
    difference = found("normal", 2, engine, "--fen", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    assert (difference["kind"], difference["missing"]) == ("moves", ["b7b8n"])
    result = invoke("normal", 1, engine, "--fen", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
    assert result.exit_code == 1
    assert "counts 8 in total, expected 9" in result.stdout


def test_the_report() -> None:
    result = invoke("normal", 3, buggy("promotion"), "--fen", PROMOTION)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "depth          Oddfish  Buggy promotion  differing moves",
        "    3              240              235  1",
    ]
    assert "\nAfter b6b7 e8d7:\n\n8  . . . . . . . .\n7  . P . k . . . .\n" in result.stdout
    assert "\n8/1P1k4/8/8/8/8/8/4K3 w - - 1 2\nWhite to move, 9 legal moves\n" in result.stdout
    assert "Missing in Buggy promotion: b7b8n (promotions, checks)\n" in result.stdout


# ------------------------------------------------------------------------------------------- agreeing engines


@pytest.mark.parametrize("style", ["plain", "chess960", "upper", "dressed", "total", "endless"])
@pytest.mark.parametrize("speak", ["uci", *SLOW])
def test_every_way_of_writing_moves(speak: str, style: str) -> None:
    fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"
    result = invoke("normal", 1, buggy("none", speak, "--style", style), "--fen", fen)
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("agrees\n")


@pytest.mark.sampled(4)
@pytest.mark.thorough
@pytest.mark.parametrize("variant", ["normal", "halfgi", "banqi", "bifold-halfgi", "tandem-84", "fanorona-chess"])
def test_oddfish_agrees_with_itself(variant: str) -> None:
    assert invoke(variant, 2, "oddfish").exit_code == 0
    assert invoke(variant, 1, "oddfish --cecp", "--protocol", "cecp").exit_code == 0


def test_options_reach_the_engine() -> None:
    fen = "4/4/4/4/4/kX2/KX2/4[Pp] w r 0 1"
    assert invoke("banqi", 2, "oddfish", "-o", "DarkCapture=true", "--fen", fen).exit_code == 0


# ----------------------------------------------------------------------------------------------------- parts


@pytest.mark.parametrize(
    ("lines", "moves", "total"),
    [
        (["e2e4: 20", "", "Nodes searched: 20"], [("e2e4", 20)], 20),
        (["1. e2-e4 20", "Total 1,020 nodes"], [("e2-e4", 20)], 1020),
        (["e2e4 - 20", "20"], [("e2e4", 20)], 20),
        (["info string e7e8=Q: 3", "perft(2) = 3"], [("e7e8=Q", 3)], 3),
        (["info depth 1 score cp 20", "P@e4 : 7", "O-O: 1", "Total: 8"], [("P@e4", 7), ("O-O", 1)], 8),
        (["c7c5,h7g5: 3", "0000: 1", "Time: 20"], [("c7c5,h7g5", 3), ("0000", 1)], None),
        (["Perft 5: 4865609 nodes in 0.1 s"], [], 4865609),
        (["Total time: 12", "Nodes/second: 5"], [], None),
    ],
)
def test_answers(lines: list[str], moves: list[tuple[str, int]], total: int | None) -> None:
    assert read_divide(lines) == (moves, total)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("e1h1", "e1g1"), ("e1a1", "e1c1"), ("O-O", "e1g1"), ("0-0-0", "e1c1"), ("E1G1", "e1g1"), ("e5xg6", "e5g6"),
        ("Nxg6", "e5g6"), ("Nb1", "c3b1"), ("dxe6", "d5e6"), ("a4", "a2a4"), ("Rg1", "h1g1"), ("e1-d1", "e1d1"),
        ("e1h8", None), ("a7a8q", None), ("Kd7", None),
    ],
)  # fmt: skip
def test_notation(text: str, ours: str | None) -> None:
    game = Game("normal", fen=KIWIPETE)
    matched = match(game.variant, game.position, [text])
    assert matched.theirs == ({ours: text} if ours else {})
    assert matched.extra == ([] if ours else [text])
    assert len(matched.missing) == 48 - (ours is not None)


def test_moves_listed_twice() -> None:
    game = Game("normal", fen=KIWIPETE)
    assert match(game.variant, game.position, ["e1g1", "e1h1", "e1g1"]).extra == ["e1g1", "e1h1"]


# --------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("depth", "engine", "more", "message"),
    [
        (2, "/no/such/engine", (), "engine cannot be started: No such file or directory"),
        (0, "oddfish", (), "--against needs a depth of at least 1"),
        (2, "oddfish", ("--divide",), "--divide cannot be used with --against."),
        (2, "oddfish", ("--details",), "--details cannot be used with --against."),
        (2, "cmd=oddfish nosuch=1", (), "unknown key 'nosuch'"),
        (2, buggy("none", "uci", "--variant", "halfgi"), (), "Buggy none does not know normal; it knows halfgi"),
        (2, f"{sys.executable} -c pass", (), "prints neither 'move: count' lines nor a total (as a script)"),
        (2, f"{sys.executable} -c exit(3)", ("--protocol", "script"), "fails with status 3"),
    ],
)
def test_refusals(depth: int, engine: str, more: tuple[str, ...], message: str) -> None:
    result = invoke("normal", depth, engine, *more)
    assert result.exit_code == 2
    assert message in result.stderr


def test_an_engine_that_hangs() -> None:
    program = """
import sys
for line in sys.stdin:
    print({"uci": "uciok", "isready": "readyok"}.get(line.strip(), ""), flush=True)
"""
    result = invoke("normal", 2, shlex.join([sys.executable, "-c", program]), "--patience", "0.5")
    assert result.exit_code == 2
    assert "has sent nothing for 0.5 s" in result.stderr


FLOOD = "while True: sys.stdout.write('e2e4: 1' + chr(10))"


@pytest.mark.parametrize(
    ("program", "more", "message"),
    [
        (f"import sys\n{FLOOD}", ("--protocol", "script"), "prints more than 16777216 characters"),
        (
            "import sys\nsys.stdout = sys.stderr\nwhile True: print('x')",
            ("--protocol", "script"),
            "prints more than 16777216 characters",
        ),
        ("print('e2e4: ' + '9' * 5000)", ("--protocol", "script"), "its answer is not a count: '999"),
        (
            "import sys\nfor line in sys.stdin:\n"
            "    print({'uci': 'uciok', 'isready': 'readyok'}.get(line.strip(), ''), flush=True)\n"
            "    while line.startswith('go'): sys.stdout.write('e2e4: 1' + chr(10))",
            ("--protocol", "uci"),
            "sends more than 100000 counts",
        ),
    ],
)
@pytest.mark.quick(3)
def test_programs_that_print_without_end(program: str, more: tuple[str, ...], message: str) -> None:
    result = invoke("normal", 2, shlex.join([sys.executable, "-c", program]), *more)
    assert result.exit_code == 2
    assert message in result.stderr
