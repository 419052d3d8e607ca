"""The reference generator alone: its building blocks, and where it is stricter than the engine."""

from __future__ import annotations

import pytest

from halfchess.sides import AC, AHC, HALVES, KINGS, NAMES, squares
from reference.armies import AUGMENTERS, USEFUL, army_error, legal_armies, listed
from reference.halfchess import Position, movement, reach_of, slide_range


def test_slide_range() -> None:
    assert [slide_range(d, True) for d in range(8)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert [slide_range(d, False) for d in range(8)] == list(range(8))


def test_reach_of_halflings() -> None:
    rook, bishop, queen = (reach_of(movement(code, True), 0) for code in "RBQ")
    assert {len(reach) for reach in rook} == {8}
    assert sum(map(len, rook)) == 512
    assert sum(map(len, bishop)) == 336
    assert sum(map(len, queen)) == 512 + 336


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("W", "d4 f4 e3 e5"),
        ("F", "d3 d5 f3 f5"),
        ("D", "c4 g4 e2 e6"),
        ("A", "c2 c6 g2 g6"),
        ("C", "d6 f6 c3 g3"),
        ("V", "d6 f6 d2 f2"),
        ("S", "c3 c5 g3 g5"),
        ("N", "d6 f6 d2 f2 c3 c5 g3 g5"),
        ("I", "d6 f6 d2 f2 d3 d5 f3 f5"),
    ],
)
def test_reach_of_leapers(code: str, expected: str) -> None:
    white, black = (reach_of(movement(code, True), colour) for colour in (0, 1))
    assert {NAMES[square] for square in white[NAMES.index("e4")]} == squares(expected)
    assert (white == black) == (code != "C")


def test_equal_movements() -> None:
    assert movement("VS", True) == movement("N", True)
    assert movement("VF", True) == movement("I", True)


def test_a4_agrees_with_movement() -> None:
    """A4 bars just the augmenters that add no move, in Augmented Chess those that add no square of an empty board."""
    assert [len(USEFUL[AHC][basic]) for basic in "RB"] == [6, 6]
    assert sum(len(USEFUL[AHC][basic]) for basic in ("Q", "RC", "RV")) == 15
    for basic, useful in USEFUL[AHC].items():
        adding = {a for a in AUGMENTERS[AHC] if movement(basic + a, True) != movement(basic, True)}
        assert adding == set(useful) - {basic}  # A3 is about C+C and V+V
    for basic, useful in USEFUL[AC].items():
        base = reach_of(movement(basic, False), 0)
        adding = {a for a in AUGMENTERS[AC] if reach_of(movement(basic + a, False), 0) != base}
        # A half-covered augmenter counts as adding: Fibnif takes the Crab.
        assert adding == set(useful)


def test_army_codes_are_upper_case() -> None:
    assert (army_error("rf-cd-bw-qv", AHC) or "").startswith("A1")
    assert not listed("rf-cd-bw-qv", AHC)


def test_armies_are_needed_where_they_exist_only() -> None:
    with pytest.raises(ValueError, match="needs two armies"):
        Position.start(AHC)
    with pytest.raises(ValueError, match="has no armies"):
        Position.start("normal", HALVES)
    with pytest.raises(ValueError, match="has no armies"):
        legal_armies("half-chess")
    with pytest.raises(ValueError, match="unknown variant"):
        Position.start("xiangqi")


def test_a_fen_may_have_more_spaces() -> None:
    assert Position.from_fen("normal", f" {KINGS}  w ").fen() == Position.from_fen("normal", f"{KINGS} w").fen()
