"""A person plays the Half Chess family against the real engine: every kind of move, by mouse, with either colour.

The marks were written by hand from rules/half-chess-family.md. Where Black's turn must not depend on chance, White (the
engine) begins with its only legal move.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table

AUGMENTED = "augmented-half-chess"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


# The first move -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "square", "marks", "target"),
    [
        (AUGMENTED, "b1", "8/8/8/8/8/YYY5/8/8", "b3"),  # Crab + Dabbaba
        ("half-chess", "g1", "8/8/8/8/8/5Y1Y/8/8", "h3"),  # Crab
        ("augmented-chess", "f1", "8/8/8/8/8/5Y2/8/8", "f3"),  # Bishop + Dabbaba
        ("normal", "b1", "8/8/8/8/8/Y1Y5/8/8", "c3"),
    ],
)
def test_white_begins(display: Display, artifacts: Path, variant: str, square: str, marks: str, target: str) -> None:
    with Table(display, variant) as table, table.no_errors():
        table.check()
        table.screenshot(artifacts / f"{variant}-start.png")
        assert table.mark(square) == marks
        table.screenshot(artifacts / f"{variant}-marks-{square}.png")
        table.finish(target)
        table.check()
        assert len(table.moves()) == 2


@pytest.mark.parametrize(
    ("variant", "square", "marks", "target"),
    [
        (AUGMENTED, "b8", "8/8/Y1Y5/8/8/8/8/8", "a6"),  # Narrow + Wide Half-Knight
        ("half-chess", "g8", "8/8/5Y1Y/8/8/8/8/8", "h6"),
        ("normal", "g8", "8/8/5Y1Y/8/8/8/8/8", "h6"),
    ],
)
def test_black_answers(display: Display, artifacts: Path, variant: str, square: str, marks: str, target: str) -> None:
    with Table(display, variant, flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        table.reply()
        assert table.mark(square) == marks
        table.screenshot(artifacts / f"{variant}-black-marks.png")
        table.finish(target)
        table.check()
        assert len(table.moves()) == 3


# Captures, castling, en passant -----------------------------------------------------------------------------------


def test_white_captures(display: Display) -> None:
    with Table(display, AUGMENTED, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1") as table, table.no_errors():
        assert table.mark("e4") == "8/8/8/3RY3/8/8/8/8"
        table.finish("d5")
        assert "p" not in table.check()


def test_black_captures_by_dragging(display: Display) -> None:
    # White's only move is Ka2; the Knight (VS) on h6 may take on g4.
    fen = "8/8/7n/6p1/6P1/8/2k5/K7 w - - 0 1"
    with Table(display, AUGMENTED, fen, flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        assert table.reply() == "a1a2"
        assert table.mark("h6") == "6Y1/5Y2/8/5Y2/6R1/8/8/8"
        table.click("h6")  # puts it back
        table.drag("h6", "g4")
        assert table.wait_command(r"usermove (\S+)")[1] == "h6g4"
        table.reply()
        assert "P" not in table.check()


@pytest.mark.parametrize(("target", "rank"), [("g1", "R4RK1"), ("c1", "2KR3R")])
def test_white_castles(display: Display, artifacts: Path, target: str, rank: str) -> None:
    with Table(display, AUGMENTED, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") as table, table.no_errors():
        assert table.mark("e1") == "8/8/8/8/8/8/3YYY2/2YY1YY1"
        table.screenshot(artifacts / "castling.png")
        table.finish(target)
        assert table.check().split("/")[7] == rank


@pytest.mark.parametrize(("target", "rank"), [("g8", "r4rk1"), ("c8", "2kr3r")])
def test_black_castles(display: Display, target: str, rank: str) -> None:
    # White's only move is Kg2.
    fen = "r3k2r/8/8/8/8/6p1/7p/7K w kq - 0 1"
    with Table(display, AUGMENTED, fen, flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        assert table.reply() == "h1g2"
        assert table.mark("e8") == "2YY1YY1/3YYY2/8/8/8/8/8/8"
        table.finish(target)
        assert table.check().split("/")[0] == rank


@pytest.mark.parametrize("variant", [AUGMENTED, "normal"])
def test_white_takes_en_passant_at_once(display: Display, artifacts: Path, variant: str) -> None:
    """The first move after a FEN: without legality testing, the engine must tell XBoard the victim."""
    with Table(display, variant, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") as table, table.no_errors():
        assert table.mark("e5") == "8/8/3RY3/8/8/8/8/8"
        table.screenshot(artifacts / f"{variant}-en-passant.png")
        table.finish("d6")
        ranks = table.check().split("/")
        assert ranks[2] == "3P4" or "P" not in "".join(ranks)  # the King may have taken it
        assert ranks[3] == "8"


def test_black_takes_en_passant(display: Display) -> None:
    fen = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"
    with Table(display, AUGMENTED, fen, flipped=True) as table, table.no_errors():
        table.menu("Edit Game")
        table.move("d2", "d4")
        assert table.mark("e4") == "8/8/8/8/8/3RY3/8/8"
        table.click("d3")
        table.wait_command("usermove e4d3$")
        assert table.check().split("/")[4:6] == ["8", "3p4"]
        table.menu("Machine White")
        table.reply()
        table.check()


# Promotion --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "marks"),
    [
        ("Q", "Y1YYY3/YYY5/YYYY4/1Y2Y3/1Y6/8/8/8"),  # hQ + Narrow Half-Knight
        ("T", "Y1YYY3/1Y6/1Y1Y4/1Y6/1Y6/8/8/8"),  # Black's Rook: hR + Alfil
        ("H", "8/3Y4/Y1Y5/8/8/8/8/8"),  # Black's Knight: Narrow + Wide Half-Knight
        ("E", "8/Y1YY4/3Y4/4Y3/8/8/8/8"),  # Black's Bishop: hB + Crab
        ("M", "Y1YYY3/YYY5/YYY5/1Y6/1Y6/8/8/8"),  # Black's Queen: half-Chancellor + Ferz
    ],
)
def test_white_promotes(display: Display, artifacts: Path, letter: str, marks: str) -> None:
    with Table(display, AUGMENTED, "7k/1P6/8/8/8/8/8/4K3 w - - 0 1") as table, table.no_errors():
        assert table.mark("b7") == "1M6/8/8/8/8/8/8/8"
        table.screenshot(artifacts / "promotion-marks.png")
        assert table.promote("b7", "b8", letter, lifted=True) == f"b7b8{letter.lower()}"
        assert any(m.text == "choice QRBNTHEM" for m in table.messages())
        table.reply()
        assert table.check()[1] == letter
        table.screenshot(artifacts / f"promoted-to-{letter}.png")
        assert table.mark("b8") == marks


@pytest.mark.parametrize(
    ("letter", "marks"),
    [
        ("N", "8/8/8/8/8/3Y1Y2/6Y1/8"),  # Narrow + Wide Half-Knight; its own King is on c2
        ("H", "8/8/8/8/8/4Y3/6Y1/2Y3Y1"),  # White's Knight, Crab + Dabbaba: a Crab moves in its owner's direction
    ],
)
def test_black_promotes(display: Display, letter: str, marks: str) -> None:
    # White's only move is Ka2.
    fen = "8/8/8/8/8/8/2k1p3/K7 w - - 0 1"
    with Table(display, AUGMENTED, fen, flipped=True) as table, table.no_errors():
        table.menu("Machine White")
        assert table.reply() == "a1a2"
        assert table.mark("e2") == "8/8/8/8/8/8/8/4M3"
        assert table.promote("e2", "e1", letter, lifted=True) == f"e2e1{letter.lower()}"
        table.reply()
        assert table.check().endswith(f"4{letter.lower()}3") or letter.lower() in table.check().split("/")[7]
        assert table.mark("e1") == marks


@pytest.mark.parametrize(("variant", "choice"), [("half-chess", "QRBN"), ("normal", "QRBN")])
def test_promotion_to_own_pieces_only(display: Display, variant: str, choice: str) -> None:
    with Table(display, variant, "8/1P5k/8/8/8/p7/P7/4K3 w - - 0 1") as table, table.no_errors():
        assert table.promote("b7", "b8", "N") == "b7b8n"
        assert any(m.text == f"choice {choice}" for m in table.messages())
        table.reply()
        assert table.check()[1] == "N"


def test_typed_promotion(display: Display) -> None:
    with Table(display, AUGMENTED, "7k/1P6/8/8/8/8/8/4K3 w - - 0 1") as table, table.no_errors():
        assert table.type_move("b7b8h") == "b7b8h"
        table.reply()
        assert table.check()[1] == "H"


# Illegal moves --------------------------------------------------------------------------------------------------


def test_wrong_clicks_lose_nothing(display: Display) -> None:
    with Table(display, AUGMENTED) as table, table.no_errors():
        table.mark("b1")
        for square in ("b4", "e5", "d7"):  # none is marked
            table.click(square)
        table.mark("a1")
        table.click("a1")
        table.click("e7")  # Black's
        table.play("b1", "a3")
        assert table.sent("usermove") == 1
        table.check()


def test_illegal_moves_are_taken_back(display: Display) -> None:
    with Table(display, AUGMENTED, "4k3/8/8/8/8/8/3q3P/4K3 w - - 0 1") as table, table.no_errors():
        before = table.check()
        for move in ("e1d1", "e1e2", "e1e3"):
            assert table.type_move(move) == move
            table.wait_output(rf"Illegal move \(.+\): {move}$")
        assert table.check() == before
        assert table.mark("e1") == "8/8/8/8/8/8/3R4/5Y2"
        table.finish("d2")
        assert "q" not in table.check()


def test_a_check_leaves_only_moves_out_of_it(display: Display) -> None:
    """A piece that cannot help has no marks."""
    with Table(display, AUGMENTED, "4k3/8/8/8/8/8/3q4/R3K3 w Q - 0 1") as table, table.no_errors():
        assert table.mark("a1") == "8/8/8/8/8/8/8/8"
        table.click("a1")
        table.play("e1", "d2")
        assert table.sent("usermove") == 1
        wait_until(lambda: len(table.moves()) == 2, "the reply")
