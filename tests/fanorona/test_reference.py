"""The slow reference of Fanorona Chess alone: geometry, names, and results from a given history."""

from __future__ import annotations

import pytest

from fanorona.sides import FC, STARTS, Reference
from fanorona_boards import POINTS, points
from reference.fanorona import START_BOARDS, VARIANTS, Position, strong

KINGS = "2k2/5/5/5/5/5/5/5/2K2"


def test_start_positions() -> None:
    assert list(STARTS) == list(VARIANTS)
    for variant in VARIANTS:
        assert f"{START_BOARDS[variant]} w Kk - 0 1" == STARTS[variant]


def test_board_has_23_strong_points() -> None:
    found = {name for number, name in enumerate(POINTS) if strong(number)}
    assert len(found) == 23
    assert points("a1 a3 b2 b4 e9") <= found
    assert not points("a2 b1 c2 e8") & found


def test_pseudo_targets_include_moves_into_check() -> None:
    game = Reference.setup("Kc1 kb4", "w K")
    assert game.position.pseudo_targets("c1") >= points("a2 b3 d3 e2")
    assert game.moves("c1b3") == set()


def test_moves_are_never_abbreviated() -> None:
    with pytest.raises(ValueError, match="is not a legal move"):
        Reference.setup("Rb5 Kd1 pa5 kd9").push("b5c5")


def test_a_fen_may_have_more_spaces() -> None:
    assert Position.from_fen(FC, f" {KINGS}  w ") == Position.from_fen(FC, f"{KINGS} w")


def test_results_from_a_history() -> None:
    stalemate = Reference.setup("Ka2 kc3", "w - - 120 80").position
    assert stalemate.outcome([stalemate.repetition_key()] * 3) == ("0-1", "stalemate")
    repeated = Reference.setup("Ka1 ke9", "w - - 100 80").position
    assert repeated.outcome([]) == ("1/2-1/2", "move rule")
    assert repeated.outcome([repeated.repetition_key()] * 3) == ("1/2-1/2", "repetition")


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match="unknown variant"):
        Position.start("fanorona")
    with pytest.raises(ValueError, match="unknown variant"):
        Position.from_fen("fanorona", KINGS)
    with pytest.raises(ValueError, match="is no point"):
        Position.start(FC).pseudo_targets("f1")
