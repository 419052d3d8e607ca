"""Halfgi: hands, drops, and pawns on their first rank."""

from __future__ import annotations

import re

import pytest

from halfchess.sides import KINGS, NAMES, Side, cases, squares

HANDS = f"{KINGS}[QPPn] w - - 7 9"
CLOCK = "4k3/P7/8/8/8/8/1p6/R3K3[PN] w - - 98 90"
PAWN = "4k3/8/8/8/1p6/8/8/P3K3[] w - - 0 1"


def test_any_empty_square_takes_a_drop(side: type[Side]) -> None:
    position = side("halfgi", HANDS)
    assert {text[2:] for text in position.moves("q@")} == set(NAMES) - {"e1", "e8"}
    assert {text[2:] for text in position.moves("p@")} == set(NAMES[:56]) - {"e1"}
    assert len(position.drops()) == 62 + 55  # two pawns in hand are one choice
    assert len(position.moves()) == 5 + 62 + 55


@pytest.mark.parametrize("drop", ["p@a8", "n@a3", "r@a3", "p@e1", "k@a3"])
def test_illegal_drops(side: type[Side], drop: str) -> None:
    with pytest.raises(side.MoveError, match=re.escape(f"'{drop}' is not a legal move")):
        side("halfgi", HANDS).push(drop)


def test_black_drops_pawns_from_its_own_side(side: type[Side]) -> None:
    moves = side("halfgi", f"{KINGS}[p] b - - 0 1").moves()
    assert "p@a8" in moves and "p@a1" not in moves


@pytest.mark.parametrize(
    ("fen", "moves", "expected"),
    cases(
        ("a pawn dropped on its first rank; the clock starts again", HANDS, "p@a1",
         "4k3/8/8/8/8/8/8/P3K3[QPn] b - - 0 9"),
        ("a drop in capitals", HANDS, "Q@E5", "4k3/8/8/4Q3/8/8/8/4K3[PPn] b - - 0 9"),
        ("double step from the second rank", PAWN, "a1a2 e8d8 a2a4", "3k4/8/8/8/Pp6/8/8/4K3[] b - a3 0 2"),
        ("a pawn taken en passant", PAWN, "a1a2 e8d8 a2a4 b4a3", "3k4/8/8/8/8/p7/8/4K3[p] w - - 0 3"),
        ("White takes en passant", "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6",
         "4k3/8/3P4/8/8/8/8/4K3[P] b - - 0 1"),
        ("a promoted unit keeps its type", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q b8a8",
         "r3k3/8/8/8/8/8/8/4K3[q] w - - 0 2"),
        ("capture by promotion", "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8r",
         "1R2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"),
        ("a capture resets the clock", "4k3/8/8/8/8/8/1p6/1R2K3[] w - - 98 90", "b1b2",
         "4k3/8/8/8/8/8/1R6/4K3[P] b - - 0 90"),
    ),
)  # fmt: skip
def test_after(side: type[Side], fen: str, moves: str, expected: str) -> None:
    assert side("halfgi", fen).play(moves).fen() == expected


@pytest.mark.parametrize(
    ("fen", "moves", "prefix", "expected"),
    cases(
        ("a first-rank pawn steps once", PAWN, "", "a1", "a1a2"),
        ("it may double-step later", PAWN, "a1a2 e8d8", "a2", "a2a3 a2a4"),
        ("so may a pawn dropped on the second rank", f"{KINGS}[P] w - - 0 1", "p@a2 e8d8", "a2", "a2a3 a2a4"),
        ("Black's first-rank pawn steps once", f"{KINGS}[p] b - - 0 1", "p@c8 e1d1", "c8", "c8c7"),
        ("a first-rank pawn captures", "4k3/8/8/8/8/8/1p6/P6K[] w - - 0 1", "", "a1", "a1a2 a1b2"),
    ),
)
def test_pawns(side: type[Side], fen: str, moves: str, prefix: str, expected: str) -> None:
    assert side("halfgi", fen).play(moves).moves(prefix) == squares(expected)


def test_a_captured_unit_can_be_dropped(side: type[Side]) -> None:
    position = side("halfgi", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1").play("a7a8q b8a8 e1d1")
    assert "q@a1" in position.moves()


def test_a_dropped_rook_does_not_castle(side: type[Side]) -> None:
    position = side("halfgi", "4k3/8/8/8/8/7n/8/R3K2R[R] w KQ - 0 1").play("h1h3 e8e7 r@h1 e7e8")
    assert position.fen().split()[1:3] == ["w", "Q"]
    assert "e1g1" not in position.moves() and "e1c1" in position.moves()


# ------------------------------------------------------------------------------------------ check and results


@pytest.mark.parametrize(
    ("fen", "drops"),
    cases(
        ("hR a1 can be blocked", "4k3/8/8/8/8/8/8/r3K3[P] w - - 0 1", "p@b1 p@c1 p@d1"),
        ("a Crab cannot", "4k3/8/8/8/8/3n4/8/4K3[QP] w - - 0 1", ""),
        ("nor can a double check", "4k3/8/8/8/8/3n4/8/r3K3[QP] w - - 0 1", ""),
    ),
)
def test_drops_answer_checks(side: type[Side], fen: str, drops: str) -> None:
    position = side("halfgi", fen)
    assert position.check and position.drops() == squares(drops)


def test_the_king_may_not_step_into_reach(side: type[Side]) -> None:
    assert "a1b1" not in side("halfgi", "4k3/8/8/8/8/8/8/K2r4[N] w").moves()  # hR d1 reaches b1


def test_a_pawn_may_be_dropped_with_check(side: type[Side]) -> None:
    position = side("halfgi", "k7/2R5/K7/8/8/8/8/8[P] w - - 0 1")
    assert "p@b7" in position.moves()
    assert position.push("p@b7").check


@pytest.mark.parametrize(
    ("fen", "drop", "result"),
    cases(
        ("hR h8 reaches d8", "2bk4/8/3K4/8/8/8/8/8[R] w - - 0 1", "r@h8", ("1-0", "checkmate")),
        ("hR c8 reaches b8 only", "k7/8/1K6/8/8/8/8/8[R] w - - 0 1", "r@c8", ("1/2-1/2", "stalemate")),
        ("a drop resets the clock", CLOCK, "n@c3 e8e7", None),
        ("other moves do not", CLOCK, "a1a2 e8e7", ("1/2-1/2", "move rule")),
    ),
)
def test_drops_end_games(side: type[Side], fen: str, drop: str, result: tuple[str, str] | None) -> None:
    assert side("halfgi", fen).play(drop).result() == result


@pytest.mark.parametrize(("moves", "clock"), [("p@c2", 0), ("n@c3 e8e7", 1), ("a7a8q", 0), ("a1a2 b2b1n", 0)])
def test_clock(side: type[Side], moves: str, clock: int) -> None:
    assert side("halfgi", CLOCK).play(moves).clock == clock


def test_a_hand_leaves_only_drops(side: type[Side]) -> None:
    position = side("halfgi", "k1R5/8/1K6/8/8/8/8/8[p] b - - 0 1")
    assert position.moves() and position.moves() == position.drops()
