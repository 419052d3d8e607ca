"""Halfgi in a real XBoard: its hands are rows of the board, below and above it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.halves import Halves
from gui.harness import Display, XBoard, missing_programs, wait_until
from gui.table import PLAIN, oddfish_command
from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

HALFGI = "halfgi"
#: Seconds within which a match is over, however slow the machine.
GAME = 400
#: Before it White has only Ka2.
BLACK_TO_COME = "8/8/8/8/8/8/2k5/K7"


def marked(ranks: str) -> str:
    """Marks on the board, none on the hands."""
    return f"8/{ranks}/8"


# Each kind of move ------------------------------------------------------------------------------------------------


def test_white_begins(display: Display, artifacts: Path) -> None:
    with Halves(display, HALFGI) as table, table.no_errors():
        assert table.mark("g1") == marked("8/8/8/8/8/5Y1Y/8/8")
        table.screenshot(artifacts / "halfgi-marks.png")
        table.finish("f3")
        assert table.turns(2).texts()[0] == "g1f3"
        table.check()


def test_black_answers(display: Display) -> None:
    with Halves(display, HALFGI, flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        table.turns(1)
        assert table.mark("g8") == marked("8/8/5Y1Y/8/8/8/8/8")
        table.click("h6")
        assert table.turns(3).texts()[1] == "g8h6"
        table.check()


def test_white_drops(display: Display, artifacts: Path) -> None:
    """Pawns stay off the last rank: it has no marks, and a click there does nothing."""
    with Halves(display, HALFGI, "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1") as table, table.no_errors():
        every = "/".join(["YYYYYYYY"] * 6)
        assert table.mark("d0") == marked(f"YYYY1YYY/{every}/YYYY1YYY")
        table.screenshot(artifacts / "halfgi-drop-marks.png")
        table.click("h1")
        assert table.turns(2).texts()[0] == "n@h1"
        assert table.check().split()[0].endswith("[QP]")
        assert table.mark("a0")[2:3] == "8"
        table.click("a8")
        table.click("a1")
        assert table.turns(4).texts()[2] == "p@a1"
        assert table.check().split()[0].endswith("[Q]")
        table.screenshot(artifacts / "halfgi-dropped.png")


def test_black_drops(display: Display, artifacts: Path) -> None:
    with Halves(display, HALFGI, f"{BLACK_TO_COME}[np] w - - 0 1", flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        table.turns(1)
        table.move("d9", "h8")
        assert table.turns(3).texts()[:2] == ["a1a2", "n@h8"]
        table.screenshot(artifacts / "halfgi-black-dropped.png")
        table.check()
        table.drag("a9", "h7")
        assert table.turns(5).texts()[3] == "p@h7"
        table.check()


@pytest.mark.parametrize(
    ("fen", "origin", "target", "marks", "move", "plies"),
    [
        ("4k3/8/8/3r4/4P3/8/8/4K3[P]", "e4", "d5", "8/8/8/3RY3/8/8/8/8", "e4d5", "@@@@ d5g0v e4d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3[P]", "e4", "d5", "8/8/8/3RY3/8/8/8/8", "e4d5", "@@@@ d5b0y e4d5"),
        ("r3k2r/8/8/8/8/8/8/R3K2R[]", "e1", "g1", "8/8/8/8/8/8/3YYY2/2YY1YY1", "e1g1", "e1g1 @@@@ h1f1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R[]", "e1", "c1", "8/8/8/8/8/8/3YYY2/2YY1YY1", "e1c1", "e1c1 @@@@ a1d1"),
    ],
    ids=["capture", "a second pawn", "short castling", "long castling"],
)
def test_turns_of_several_plies(
    display: Display, fen: str, origin: str, target: str, marks: str, move: str, plies: str
) -> None:
    """The engine completes them on XBoard's board; the piece captured lies in the hand."""
    rights = "KQkq" if fen.startswith("r") else "-"
    with Halves(display, HALFGI, f"{fen} w {rights} - 0 1") as table:
        assert table.mark(origin) == marked(marks)
        table.click(target)
        assert table.turns(2).texts()[0] == move
        assert table.moves()[:3] == plies.split()
        table.check()


def test_what_black_captures_can_be_dropped(display: Display) -> None:
    fen = "8/8/7n/6p1/6P1/8/2k5/K7[] w - - 0 1"
    with Halves(display, HALFGI, fen, flipped=True) as table:
        table.menu("Machine White")
        table.turns(1)
        table.drag("h6", "g4")
        assert table.turns(3).texts()[1] == "h6g4"
        assert table.check().split()[0].endswith("[p]")
        table.move("a9", "g7")
        assert table.turns(5).texts()[3] == "p@g7"
        table.check()


def test_en_passant(display: Display) -> None:
    with Halves(display, HALFGI, "4k3/8/8/8/4p3/8/3P4/4K3[] w - - 0 1") as table:
        table.menu("Edit Game")
        table.move("d2", "d4")
        assert table.mark("e4") == marked("8/8/8/8/8/3RY3/8/8")
        table.click("d3")
        assert table.turns(2).texts() == ["d2d4", "e4d3"]
        assert table.check().split()[0] == "4k3/8/8/8/8/3p4/8/4K3[p]"


@pytest.mark.parametrize("letter", "QRBN")
def test_promotion(display: Display, artifacts: Path, letter: str) -> None:
    with Halves(display, HALFGI, "8/1P5k/8/8/8/p7/P7/4K3[] w - - 0 1") as table, table.no_errors():
        assert table.promote("b7", "b8", letter) == f"b7b8{letter.lower()}"
        assert any(m.text == "choice QRBN" for m in table.messages())
        assert table.turns(2).texts()[0] == f"b7b8{letter.lower()}"
        table.screenshot(artifacts / f"halfgi-promoted-{letter}.png")
        table.check()


def test_wrong_clicks_lose_nothing(display: Display) -> None:
    with Halves(display, HALFGI) as table, table.no_errors():
        table.mark("b1")
        for square in ("b4", "e5", "a0", "d9"):  # none is marked
            table.click(square)
        table.mark("g1")
        table.click("f3")
        assert table.turns(2).texts()[0] == "g1f3"
        table.check()


# Taking back, analysis, setting up ----------------------------------------------------------------------------------


def test_retract(display: Display) -> None:
    """Take back a whole capture with the engine's reply, and make it again."""
    with Halves(display, HALFGI, "4k3/8/8/3r4/4P3/8/8/4K3[] w - - 0 1") as table:
        before = table.check()
        for _ in range(2):
            table.move("e4", "d5")
            table.turns(2)
            table.skip()
            table.menu("Retract Move")
            table.wait_command("remove$")
            wait_until(lambda: table.moves() == [], "all to be taken back")
            assert table.check() == before


def test_analysis_and_edit_game(display: Display) -> None:
    """Captures, drops and castling by clicks in both; analysis goes on after each."""
    with Halves(display, HALFGI, "4k3/8/8/3r4/4P3/8/8/4K2R[] w K - 0 1", depth=0) as table:
        table.menu("Analysis Mode")
        table.wait_output(r"[2-9] ")
        table.move("e4", "d5")
        table.turns(1)
        table.wait_output(r"[2-9] ")
        table.move("e8", "e7")
        table.turns(2)
        table.move("g0", "a7")
        assert table.turns(3).texts() == ["e4d5", "e8e7", "r@a7"]
        table.menu("Edit Game")
        table.wait_command("exit$")
        table.move("e7", "f6")
        table.turns(4)
        table.move("e1", "g1")
        assert table.turns(5).texts()[3:] == ["e7f6", "e1g1"]
        table.check()


def test_stepping_through_a_game(display: Display) -> None:
    with Halves(display, HALFGI, "4k3/8/8/3r4/4P3/8/8/4K3[] w - - 0 1") as table:
        table.menu("Edit Game")
        table.move("e4", "d5")
        table.turns(1)
        table.move("e8", "e7")
        table.turns(2)
        table.skip()
        table.menu("Backward")
        table.wait_command("undo$")
        table.menu("Backward")
        table.menu("Backward")
        table.menu("Forward to End")
        table.wait_command("usermove e8e7$")
        assert table.turns(2).texts() == ["e4d5", "e8e7"]
        table.check()


def test_edited_position(display: Display) -> None:
    """Drag a piece into the hand; then play on."""
    with Halves(display, HALFGI) as table:
        table.menu("Edit Position")
        table.wait_command("force$")
        table.drag("a1", "c0")
        table.menu("Edit Game")
        table.wait_command("setboard ")
        table.move("c0", "d5")
        assert table.turns(1).texts() == ["r@d5"]
        table.check()
        table.menu("Machine Black")
        table.turns(2)
        table.check()


def test_hint(display: Display) -> None:
    """The engine puts drops in words: XBoard would not understand them."""
    with Halves(display, HALFGI, "k7/8/1K6/8/8/8/8/8[Q] w - - 0 1", depth=0) as table:
        table.skip()
        table.menu("Hint")
        assert "put the Q in hand on" in table.wait_output("telluser Hint: (.*)")[1]
        wait_until(table.dialogs, "the hint to be shown")
        table.dismiss()


def test_new_game_and_other_variants(display: Display) -> None:
    with Halves(display, HALFGI) as table:
        table.move("e2", "e4")
        table.turns(2)
        table.new_game()
        for variant in ("half-chess", "bifold-halfgi", HALFGI):
            table.switch(variant)
        table.move("b1", "c3")
        assert table.turns(2).texts()[0] == "b1c3"
        table.check()


# Games ------------------------------------------------------------------------------------------------------------


def test_saved_game_is_loaded_again(display: Display, tmp_path: Path) -> None:
    clicks = "e2 e4, d7 d5, e4 d5, d8 d5, a0 e4, d5 e4, d1 e2, a9 h3, e2 e4, e7 e6, h0 e5".split(", ")
    with Halves(display, HALFGI) as table:
        table.menu("Edit Game")
        for number, pair in enumerate(clicks, 1):
            table.move(*pair.split())
            table.turns(number)
        played, position = table.moves(), table.check()
        table.save_game(tmp_path / "game.pgn")
        table.new_game()
        table.menu("Edit Game")
        table.load_game(tmp_path / "game.pgn")
        wait_until(lambda: table.moves() == played, "the game to be loaded")
        assert table.check() == position


def test_match(display: Display, artifacts: Path, tmp_path: Path) -> None:
    """The engine against itself, to the end; XBoard's file leads to the same position."""
    file = tmp_path / "match.pgn"
    words = ("--match", "--time", "0:04+0.05", "--save", str(file))
    with Halves(display, HALFGI, words=words, depth=0) as table:
        wait_until(lambda: len(table.moves()) > 60 or table.process.poll() is not None, "sixty plies", GAME)
        table.screenshot(artifacts / "match-halfgi.png")
        assert table.wait_exit(GAME) == 0
        played = table.moves()
        game, rest, _ = table.read(played)
        assert not [m.text for m in table.messages() if m.text.startswith(("Illegal", "Error", "tellusererror"))]
    result = game.result()
    assert result is not None and not rest
    pgn = file.read_text()
    assert f'[Result "{result.text}"]' in pgn and f"{{{result.reason}}}" in pgn
    assert any("@" in move for move in game.texts())
    load = [oddfish_command(), "xboard", HALFGI, "--load", str(file), "--"]
    with XBoard(display, launch=load, options=PLAIN, variant=HALFGI, files=8, ranks=10) as xboard:
        wait_until(lambda: xboard.moves() == played, "all moves to be loaded")
        read = projection_for(HALFGI).read_fen(xboard.save_position(tmp_path / "loaded.fen"))
        again = Game(HALFGI, fen=read).fen().split()[0]
        board, _, hand = game.fen().split()[0].partition("[")
        assert again.partition("[")[0] == board
        assert sorted(again.partition("[")[2]) == sorted(hand)
