"""A1 to A7: legal and listed armies, and promotions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from halfchess.sides import AC, AHC, FIELD, HALVES, START_FEN, Armies, Side, cases, squares

#: The rule page's basic pieces of each slot, and the augmenters.
BASICS = {AHC: ("R", "C V", "B", "Q RC RV"), AC: ("R", "N I", "B", "Q RN RI")}
AUGMENTERS = {AHC: "WFDACVS", AC: "WFDACV"}


def every_code(variant: str) -> list[str]:
    """Every code that A1 allows."""
    slots = [[basic + augmenter for basic in basics.split() for augmenter in AUGMENTERS[variant]]
             for basics in BASICS[variant]]  # fmt: skip
    return ["-".join(parts) for parts in product(*slots)]


def by_slot(codes: Sequence[str]) -> list[set[str]]:
    return [set(parts) for parts in zip(*(code.split("-") for code in codes))]


# --------------------------------------------------------------------------------------------- A1 to A5: codes


@pytest.mark.parametrize(("variant", "count"), [(AHC, 1050), (AC, 232)])
def test_legal_armies(side: type[Side], variant: str, count: int) -> None:
    codes = side.legal_armies(variant)
    assert len(codes) == len(set(codes)) == count
    broken = {code: side.broken_rule(variant, code) for code in every_code(variant)}
    assert {code for code, rule in broken.items() if not rule} == set(codes)
    if variant == AHC:
        assert sum(rule in ("", "A4") for rule in broken.values()) == 2160
        assert [len(slot) for slot in by_slot(codes)] == [6, 12, 6, 15]


def test_listed_armies(side: type[Side]) -> None:
    listed = side.listed_armies(AHC)
    assert len(listed) == len(set(listed)) == 374
    assert set(listed) < set(side.legal_armies(AHC))
    assert by_slot(listed) == [
        squares("RF RA RC RV RS"),
        squares("CA CW CD CF VW VF VS"),
        squares("BD BW BC BV BS"),
        squares("QC QV QS RCF RCD RCA RCV RCS RVF RVD RVA RVC RVS"),
    ]
    assert sorted(side.listed_armies(AC)) == sorted(side.legal_armies(AC))


@pytest.mark.parametrize(
    ("variant", "code", "listed"),
    [
        (AHC, "RF-CD-BW-QV", True),
        (AHC, "RD-CF-BW-QV", False),  # Betza does not name RD
        (AC, "RA-NF-BC-QV", True),
    ],
)
def test_listed(side: type[Side], variant: str, code: str, listed: bool) -> None:
    assert side.broken_rule(variant, code) == ""
    assert (code in side.listed_armies(variant)) == listed


@pytest.mark.parametrize("code", ["RF-VS-BW-RCA", "RS-CD-BW-RCF", "RC-VS-BW-RCA", *HALVES])
def test_worked_example_1_legal(side: type[Side], code: str) -> None:
    assert side.broken_rule(AHC, code) == ""
    assert code in side.legal_armies(AHC)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("RF-CF-BW-QV", "A2"),
        ("RF-CW-BC-QV", "A3"),
        ("RC-CD-BW-QV", "A3"),
        ("RW-CD-BV-QS", "A4"),
        ("RF-VW-BS-QV", "A3"),
        ("RF-CC-BW-QV", "A3"),
        ("RA-CD-BV-RCC", "A3"),
        ("RA-CD-BF-QV", "A4"),
        ("RA-VD-BS-RCC", "A4"),
        ("RA-CD-BS-RVV", "A4"),
        ("RA-CD-BS-QF", "A4"),
        ("RA-CD-BS-QW", "A4"),
        ("RA-CD-BS-RCW", "A4"),
        ("RA-CD-BS-RVW", "A4"),
        # If several rules are broken, the lowest is named.
        ("RF-CD-BF-QV", "A2"),
        ("RW-CW-BC-QV", "A2"),
        ("RW-CD-BC-QV", "A3"),
        ("RF-CF-BW-QX", "A1"),
        ("", "A1"),
        ("RF-CD-BW", "A1"),
        ("RF-CD-BW-QV-QS", "A1"),
        ("RF-CD-BW-Q", "A1"),
        ("RF-CD-BW-", "A1"),
        ("RF-CD-BW-RV", "A1"),
        ("RF-ND-BW-QV", "A1"),
        ("RF-CD-BW-RNV", "A1"),
        ("RF-CD-BW-QX", "A1"),
        ("CD-RF-BW-QV", "A1"),
        ("KF-CD-BW-QV", "A1"),
    ],
)
def test_illegal_armies(side: type[Side], code: str, rule: str) -> None:
    assert side.broken_rule(AHC, code) == rule
    assert code not in side.legal_armies(AHC) and code not in side.listed_armies(AHC)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("RA-NF-BC-QV", ""),
        ("RA-ND-BC-RIC", "A2"),
        ("RD-NF-BC-QV", "A4"),
        ("RW-NF-BC-QV", "A4"),
        ("RA-NF-BS-QV", "A1"),
        ("RA-CF-BC-QV", "A1"),
        ("RF-IV-BC-QV", "A2"),
        ("RA-IF-BC-QV", "A4"),
        ("RF-NA-BW-RNC", "A4"),
        ("RF-CD-BW-QV", "A1"),
    ],
)
def test_augmented_chess_armies(side: type[Side], code: str, rule: str) -> None:
    assert side.broken_rule(AC, code) == rule


# ------------------------------------------------------------------------------------------- A7: the other army


@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize(
    ("variant", "armies", "letters"),
    cases(
        ("one army", AHC, ("RF-CD-BW-QV", "RF-CD-BW-QV"), "bnqr"),
        ("two armies", AHC, HALVES, "behmnqrt"),
        ("CV is VC", AHC, ("RF-CV-BW-QA", "RF-VC-BW-QA"), "bnqr"),
        ("RCV is RVC, and both have BW", AHC, ("RF-CD-BW-RCV", "RA-VS-BW-RVC"), "bhnqrt"),
        ("two armies with one Rook and one Knight", AC, ("RF-NA-BW-QV", "RF-NA-BD-QC"), "bemnqr"),
        ("no armies", "half-chess", None, "bnqr"),
    ),
)
def test_promotions(side: type[Side], variant: str, armies: Armies | None, letters: str, turn: str) -> None:
    stem = "a7a8" if turn == "w" else "a2a1"
    moves = side(variant, f"8/P6k/8/8/8/8/p6K/8 {turn} - - 0 1", armies).moves(stem)
    assert "".join(sorted(text[4:] for text in moves)) == letters


@pytest.mark.parametrize(("variant", "expected"), [(AHC, ["CV VC", "RCV RVC"]), (AC, [])])
def test_the_only_types_with_two_codes(side: type[Side], variant: str, expected: list[str]) -> None:
    codes: dict[Any, set[str]] = {}
    for army in side.legal_armies(variant):
        types = side.types(variant, army)
        assert len(set(types)) == 4  # no army holds a type twice
        for code, kind in zip(army.split("-"), types):
            codes.setdefault(kind, set()).add(code)
    assert sorted(" ".join(sorted(twins)) for twins in codes.values() if len(twins) > 1) == expected


def test_promotion_to_a_foreign_piece(side: type[Side]) -> None:
    for fen, armies in (("8/P6k/8/8/8/8/8/7K w", HALVES), (f"8/P6k/8/8/8/8/8/7K w - - 0 1 {FIELD}", None)):
        position = side(AHC, fen, armies)
        promoted = position.push("a7a8t")
        assert promoted.fen() == f"T7/7k/8/8/8/8/8/7K b - - 0 1 {FIELD}"
        assert position.push("A7A8T").position == promoted.position


TWINS = ("RF-CV-BW-QA", "RF-VC-BD-QA")


def test_foreign_letters_of_own_types_are_rewritten(side: type[Side]) -> None:
    position = side(AHC, "thm4k/8/8/8/8/8/8/THEM3K w - - 0 1", TWINS)
    assert position.fen() == f"rnq4k/8/8/8/8/8/8/RNEQ3K w - - 0 1 {':'.join(TWINS)}"
    # This happens even before castling rights are checked.
    assert side(AHC, "7k/8/8/8/8/8/8/4K2T w K - 0 1", TWINS).rights == "K"


# -------------------------------------------------------------------------------------------------- army field


@pytest.mark.parametrize(
    ("fen", "armies", "field"),
    cases(
        ("it goes before the options", f"{START_FEN} {FIELD}", ("RF-VS-BW-RCA",) * 2, FIELD),
        ("the options stand in for it", START_FEN, ("RF-VS-BW-RCA", HALVES[1]), f"RF-VS-BW-RCA:{HALVES[1]}"),
    ),
)
def test_army_field(side: type[Side], fen: str, armies: Armies, field: str) -> None:
    position = side(AHC, fen, armies)
    assert position.fen() == f"{START_FEN} {field}"
    white, black = field.split(":")
    assert position.position == side(AHC, armies=(white, black)).position
