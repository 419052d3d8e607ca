"""Each kind of move of every game by mouse in WinBoard: the tests for XBoard, at WinBoard's table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from gui import test_banqi as banqi
from gui import test_banqi_clicks as clicks
from gui import test_bifold as bifold
from gui import test_fanorona as fanorona
from gui import test_halfchess_family as half
from gui import test_halfgi as halfgi
from gui import test_tandem as tandem
from gui.screen import Display
from winboard.harness import Wine, absent, at_winboard

pytestmark = [pytest.mark.gui, pytest.mark.skipif(bool(absent()), reason=absent())]

#: The name of the table in each module.
TABLES = {
    half: "Table",
    fanorona: "Points",
    banqi: "Discs",
    clicks: "Clicks",
    halfgi: "Halves",
    bifold: "Halves",
    tandem: "Boards",
}

#: The tests by mouse of each game.
TESTS = {
    "half-chess": (
        half.test_white_captures, half.test_white_castles, half.test_white_takes_en_passant_at_once,
        half.test_white_promotes, half.test_wrong_clicks_lose_nothing, half.test_a_check_leaves_only_moves_out_of_it,
        half.test_promotion_to_own_pieces_only, half.test_black_captures_by_dragging, half.test_black_castles,
        half.test_black_takes_en_passant, half.test_black_promotes,
    ),
    "halfgi": (
        halfgi.test_white_drops, halfgi.test_black_drops, halfgi.test_turns_of_several_plies,
        halfgi.test_what_black_captures_can_be_dropped, halfgi.test_en_passant, halfgi.test_promotion,
        halfgi.test_wrong_clicks_lose_nothing, halfgi.test_retract,
    ),
    "fanorona": (
        fanorona.test_quiet_move, fanorona.test_capture_by_way_of_the_victim, fanorona.test_destination_alone,
        fanorona.test_doubtful_destination, fanorona.test_knight_captures, fanorona.test_the_king_leaps_once,
        fanorona.test_promotion_with_a_capture, fanorona.test_promotion_by_the_destination_alone,
        fanorona.test_retract_a_capture, fanorona.test_saved_game_is_loaded_again,
        fanorona.test_black_quiet_move, fanorona.test_black_captures_by_way_of_the_victim, fanorona.test_black_promotes,
        fanorona.test_black_knight_captures, fanorona.test_black_s_king_leaps_once,
        fanorona.test_black_s_destination_alone, fanorona.test_black_promotes_by_the_destination_alone,
    ),
    "banqi": (
        banqi.test_one_click_turns_a_piece_up, banqi.test_capture, banqi.test_drag,
        banqi.test_wrong_clicks_are_told_why, banqi.test_a_piece_turned_up_again_is_the_same,
        banqi.test_a_series_of_captures, banqi.test_a_series_ended,
        banqi.test_whole_turns_are_taken_back, banqi.test_saved_game_is_loaded_again,
        banqi.test_black_turns_pieces_up_too, banqi.test_black_captures, banqi.test_black_attempts,
        banqi.test_black_captures_in_series,
        clicks.test_a_click_on_the_frame_turns_nothing_up, clicks.test_either_cell_is_a_destination,
        clicks.test_either_cell_of_a_disc_is_attempted, clicks.test_a_man_in_hand_turns_no_disc_up,
    ),
    "bifold": (
        bifold.test_wrong_clicks, bifold.test_wrong_clicks_among_halves, bifold.test_retract, bifold.test_move,
        bifold.test_a_unit_promotes_to_two,
    ),
    "tandem": (
        tandem.test_first_move, tandem.test_second_move, tandem.test_promotion, tandem.test_second_move_is_asked_for,
        tandem.test_turn_of_one_move, tandem.test_only_moves_of_legal_turns_are_marked,
        tandem.test_retract_half_and_whole_turns, tandem.test_en_passant, tandem.test_black_moves,
        tandem.test_black_captures_and_promotes, tandem.test_black_ghost_promotes_a_pawn,
        tandem.test_saved_game_is_loaded_again,
    ),
}  # fmt: skip
#: The values of their fixtures: WinBoard is installed without legality testing.
GIVEN: dict[str, list[Any]] = {"legality": [False], "promotion": [(False, letter) for letter in "qn"]}


def cases(game: str, tests: Iterable[Callable[..., None]]) -> Iterator[Any]:
    """The tests with each of their parameters."""
    for test in tests:
        named = []  # names of parameters, and their values
        for mark in getattr(test, "pytestmark", ()):
            names, values = mark.args[:2]
            split = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
            named.append((split, [value if len(split) > 1 else (value,) for value in values]))
        asked = inspect.signature(test).parameters
        named += [([name], [(value,) for value in values]) for name, values in GIVEN.items() if name in asked]
        for number, chosen in enumerate(product(*(values for _, values in named)), 1):
            how = {name: value for (names, _), values in zip(named, chosen) for name, value in zip(names, values)}
            words = [value for value in how.values() if isinstance(value, str) and value.count("/") < 2] or [
                str(number)
            ]
            yield pytest.param(test, how, id="-".join([game, test.__name__.removeprefix("test_"), *words]))


@pytest.fixture(autouse=True)
def at_winboards_table(monkeypatch: pytest.MonkeyPatch, wine: Wine) -> None:
    for module, name in TABLES.items():
        monkeypatch.setattr(module, name, at_winboard(getattr(module, name), wine))


@pytest.mark.parametrize(("test", "how"), [case for game, tests in TESTS.items() for case in cases(game, tests)])
def test_each_kind(
    display: Display, artifacts: Path, tmp_path: Path, test: Callable[..., None], how: dict[str, Any]
) -> None:
    asked = inspect.signature(test).parameters
    folders = {"artifacts": artifacts, "tmp_path": tmp_path}
    test(display, **how, **{name: folder for name, folder in folders.items() if name in asked})
