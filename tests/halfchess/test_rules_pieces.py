"""How pieces move: R1 halflings, R2 leapers, and both combined in the augmented games."""

from __future__ import annotations

import pytest

from halfchess.sides import AC, AHC, HALVES, NAMES, Armies, Side, cases, lone, squares

KNIGHT = "d6 f6 d2 f2 c3 c5 g3 g5"
FIBNIF = "d6 f6 d2 f2 d3 f3 d5 f5"
HALF_BISHOP = "d5 c6 f5 g6 d3 c2 f3 g2"  # on e4
EXAMPLE_4 = ("RA-VS-BC-RVF",) * 2


@pytest.mark.parametrize(
    ("variant", "piece", "square", "expected"),
    cases(
        ("hR a1", "half-chess", "R", "a1", "a2 a3 a4 a5 b1 c1 d1 e1"),
        ("hR a5", "half-chess", "R", "a5", "a6 a7 a4 a3 b5 c5 d5 e5"),
        ("hR a6", "half-chess", "R", "a6", "a7 a5 a4 a3 b6 c6 d6 e6"),
        ("hB c4 stops at e6", "half-chess", "B", "c4", "d5 e6 b5 b3 d3 e2"),
        ("White's Crab", "half-chess", "N", "e4", "d6 f6 c3 g3"),
        ("Black's Crab is mirrored", "half-chess", "n", "e4", "d2 f2 c5 g5"),
        ("White's Crab a1", "half-chess", "N", "a1", "b3"),
        ("Black's Crab h8", "half-chess", "n", "h8", "g6"),
        ("White's Crab h8", "half-chess", "N", "h8", "f7"),
        ("Black's Crab a1", "half-chess", "n", "a1", "c2"),
        ("Knight", "normal", "N", "e4", KNIGHT),
    ),
)
def test_fixed_pieces(side: type[Side], variant: str, piece: str, square: str, expected: str) -> None:
    assert lone(side, variant, piece, square) == squares(expected)


@pytest.mark.parametrize(
    ("variant", "armies", "piece", "expected"),
    cases(
        ("V+S is a Knight", AHC, ("RA-VS-BC-QD", HALVES[0]), "N", KNIGHT),
        ("V+F is a Fibnif", AHC, ("RA-VF-BC-QD", HALVES[0]), "N", FIBNIF),
        ("Fibnif+Wazir", AC, ("RA-IW-BC-QV", "RA-NW-BC-QV"), "N", f"{FIBNIF} d4 f4 e3 e5"),
        ("example 4, White's hB+Crab", AHC, EXAMPLE_4, "B", f"{HALF_BISHOP} d6 f6 c3 g3"),
        ("example 4, Black's hB+Crab", AHC, EXAMPLE_4, "b", f"{HALF_BISHOP} d2 f2 c5 g5"),
        # A7: a foreign piece moves in its owner's direction.
        ("White's piece of Black's hB+Crab", AHC, HALVES, "E", f"{HALF_BISHOP} d6 f6 c3 g3"),
        ("Black's piece of White's Crab+Dabbaba", AHC, HALVES, "h", "e6 e2 c4 g4 d2 f2 c5 g5"),
        ("White's piece of Black's V+S", AHC, HALVES, "H", KNIGHT),
    ),
)
def test_augmented_pieces_on_e4(side: type[Side], variant: str, armies: Armies, piece: str, expected: str) -> None:
    assert lone(side, variant, piece, "e4", armies) == squares(expected)


def test_foreign_queen_moves_as_its_army_says(side: type[Side]) -> None:
    assert lone(side, AHC, "M", "e4", HALVES) == lone(side, AHC, "q", "e4", HALVES)


@pytest.mark.parametrize(
    ("army", "piece", "basic", "leaps"),
    cases(
        ("W", "RF-CA-BW-QS", "B", "B", "d4 f4 e3 e5"),
        ("F", "RF-CW-BD-QA", "R", "R", "d3 f3 d5 f5"),
        ("D", "RC-VW-BD-QA", "B", "B", "c4 g4 e2 e6"),
        ("A", "RC-VW-BD-QA", "Q", "Q", "c2 g2 c6 g6"),
        ("C", "RF-VW-BC-QA", "B", "B", "d6 f6 c3 g3"),
        ("V", "RF-CW-BV-QA", "B", "B", "d6 f6 d2 f2"),
        ("S", "RC-VW-BD-QS", "Q", "Q", "c3 c5 g3 g5"),
    ),
)
def test_every_augmenter(side: type[Side], army: str, piece: str, basic: str, leaps: str) -> None:
    """An augmented piece moves as its basic piece or as its augmenter; only the Crab has a direction."""
    slides = lone(side, "half-chess", basic, "e4")
    assert lone(side, AHC, piece, "e4", (army, HALVES[0])) == slides | squares(leaps)
    black = "d2 f2 c5 g5" if leaps == "d6 f6 c3 g3" else leaps
    assert lone(side, AHC, piece.lower(), "e4", (HALVES[0], army)) == slides | squares(black)


@pytest.mark.parametrize(("distance", "reach"), list(enumerate([0, 1, 1, 2, 2, 3, 3, 4])))
def test_halfling_range(side: type[Side], distance: int, reach: int) -> None:
    """An hR ``distance`` squares from the h-file reaches half as many squares, rounded up."""
    file = "hgfedcba"[distance]
    found = lone(side, "half-chess", "R", f"{file}3")
    assert len({square for square in found if square[1] == "3" and square > f"{file}3"}) == reach


def test_empty_board_sums(side: type[Side]) -> None:
    rooks = {square: lone(side, "half-chess", "R", square) for square in NAMES}
    bishops = {square: lone(side, "half-chess", "B", square) for square in NAMES}
    assert {len(found) for found in rooks.values()} == {8}
    assert sum(map(len, rooks.values())) == 512
    assert sum(map(len, bishops.values())) == 336
    for square in NAMES:
        assert lone(side, "half-chess", "Q", square) == rooks[square] | bishops[square]


def test_a_blocker_stops_a_halfling_but_does_not_shorten_its_range(side: type[Side]) -> None:
    position = side("half-chess", "7k/8/8/8/p7/8/8/R2n3K w - - 0 1")
    assert position.attacks("a1") == squares("a2 a3 a4 b1 c1 d1")
    assert squares("a1a4 a1d1") <= position.moves() and "a1a5" not in position.moves()


def test_a_developed_halfling_bishop_does_not_attack_f7(side: type[Side]) -> None:
    attacks = side("half-chess").play("e2e4 e7e5 f1e2 b8c6 e2c4").attacks("c4")
    assert "f7" not in attacks and "e6" in attacks


@pytest.mark.parametrize(
    ("variant", "fen", "check"),
    cases(
        ("hR a1 reaches a5", "half-chess", "7K/8/8/k7/8/8/8/R7 b - - 0 1", True),
        ("hR a5 does not reach a1", "half-chess", "7K/8/8/R7/8/8/8/k7 b - - 0 1", False),
        ("hR a8 does not reach g8", "half-chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", False),
        ("hR e4 reaches e2", "halfgi", "4k3/8/8/8/4r3/8/8/4K3[P] w", False),
        ("hR e5 reaches e3", "halfgi", "4k3/8/8/4r3/8/8/8/4K3[P] w", False),
        ("hR f1 reaches c1", "halfgi", "k7/8/8/8/8/8/8/K4r2[P] w", False),
        ("hR d1 reaches b1", "halfgi", "4k3/8/8/8/8/8/8/K2r4[N] w", False),
        ("hR a1 reaches e1", "halfgi", "4k3/8/8/8/8/8/8/r3K3[P] w - - 0 1", True),
        ("White's pawn on its first rank", "halfgi", "8/8/8/8/8/8/1k6/P6K[] b - - 0 1", True),
        ("Black's pawn on its first rank", "halfgi", "p6k/1K6/8/8/8/8/8/8[] w - - 0 1", True),
    ),
)
def test_check(side: type[Side], variant: str, fen: str, check: bool) -> None:
    """Reach is counted from the attacker's square and so is not symmetric."""
    assert side(variant, fen).check == check


@pytest.mark.parametrize(
    ("fen", "free"),
    cases(
        ("hR h4 pins against d4", "7k/8/8/8/3KP2r/8/8/8 w - - 0 1", False),
        ("hR h4 does not reach c4", "7k/8/8/8/2K1P2r/8/8/8 w - - 0 1", True),
    ),
)
def test_a_halfling_pins_within_its_reach_only(side: type[Side], fen: str, free: bool) -> None:
    assert ("e4e5" in side("half-chess", fen).moves()) == free


def test_leapers_jump(side: type[Side]) -> None:
    start = side(AHC, armies=EXAMPLE_4)
    assert start.moves("a1") == {"a1c3"}  # worked example 3
    position = side(AHC, "7k/8/8/8/8/PP6/PP6/RN5K w", (HALVES[1], HALVES[0]))
    assert "a1c3" in position.moves()
