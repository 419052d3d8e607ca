"""When the engine resigns, and which draw offers it accepts."""

from __future__ import annotations

from typing import cast

import pytest

from oddfish.engine.searcher import Searcher
from oddfish.protocols.agreement import agrees_to_draw
from oddfish.protocols.cecp.offers import Offers
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Writer


@pytest.fixture
def lines() -> list[str]:
    """What XBoard gets."""
    return []


@pytest.fixture
def offers(lines: list[str]) -> Offers:
    current = XBoardGame(Settings("normal"))
    return Offers(current, Searcher(hash_mb=1), CecpOutput(cast(Writer, lambda *texts: lines.extend(texts))))


@pytest.mark.parametrize(
    ("score", "plies", "agrees"),
    [(-30, 0, True), (-29, 0, False), (-29, 79, False), (15, 80, True), (15, 79, False), (16, 80, False)],
)
def test_a_draw_for_the_worse_side_and_after_a_long_level_game(score: int, plies: int, agrees: bool) -> None:
    assert agrees_to_draw(score, plies) == agrees


def test_three_hopeless_moves_in_a_row_are_needed_to_resign(offers: Offers) -> None:
    offers.set_resigning(True)
    scores = (-900, -2000, -899, -900, -901, -5000)
    assert [offers.resigns(score, 0) for score in scores] == [False] * 5 + [True]


def test_a_new_game_begins_with_hope(offers: Offers) -> None:
    offers.set_resigning(True)
    assert not any(offers.resigns(-2000, 0) for _ in range(2))
    offers.new_game()
    assert not offers.resigns(-2000, 0)


def test_a_draw_offer_stands_until_the_next_move(offers: Offers, lines: list[str]) -> None:
    offers.resigns(100, 0)
    offers.offer_draw()
    offers.close_draw()
    offers.resigns(-500, 0)
    offers.close_draw()
    assert lines == []
    offers.offer_draw()
    offers.close_draw()
    offers.close_draw()
    assert lines == ["offer draw"]


def test_a_draw_offer_ends_with_its_game(offers: Offers, lines: list[str]) -> None:
    offers.offer_draw()
    offers.new_game()
    offers.resigns(-500, 0)
    offers.close_draw()
    assert lines == []
