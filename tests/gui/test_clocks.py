"""The clocks on the screen. XBoard adds the increment after every ply, even of a wrong click or within a turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gui.boards import Boards
from gui.halves import Halves
from gui.harness import Display, Rect, missing_programs, wait_until
from gui.screen import wait_steady
from gui.table import NULL, Table

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def engines_clock(table: Table) -> bytes:
    """What the screen shows of the engine's clock, while the person is to move and it stands still."""
    board, place = table.board_rect(), table.display.place(table.window)
    assert place is not None
    middle = (place.left + place.right) // 2
    sides = (place.left + 4, middle - 4) if table.flipped else (middle + 4, place.right - 4)
    part = Rect(sides[0], board.top - 62, sides[1], board.top - 32)
    wait_steady(lambda: table.display.image(part).pixels, "the clock to be drawn")
    return table.display.image(part).pixels


def wrong_click(board: Table) -> None:
    board.lift("c1")
    board.skip()
    board.click("i4")
    board.wait_output(r"Illegal move")
    board.wait_output(r"click c1$")


def first_move(boards: Table) -> None:
    boards.click_through("d2 d3")
    boards.wait_output(f"move {NULL}$")
    boards.wait_output("1 0 0 0 second move")


def first_move_that_swaps(boards: Table) -> None:
    boards.click_through("a1 b1")
    boards.wait_output("1 0 0 0 second move")


@pytest.mark.parametrize(
    ("sit_down", "begin", "act"),
    [
        (Halves, "e2 e4", wrong_click),
        (Boards, "c2 c4", first_move),
        (Boards, "c2 c4", first_move_that_swaps),
    ],
)
def test_the_engines_clock_keeps_its_time(
    display: Display, sit_down: Callable[..., Table], begin: str, act: Callable[[Table], None]
) -> None:
    with sit_down(display) as table:
        full = engines_clock(table)
        table.play_turn(begin)
        table.turns(2)
        before = engines_clock(table)
        assert before != full  # it has the increment of its turn
        act(table)
        assert engines_clock(table) == before


def test_the_clocks_after_a_turn_is_taken_back(display: Display) -> None:
    with Boards(display) as boards:
        full = engines_clock(boards)
        boards.play_turn("c2 c4")
        boards.turns(2)
        boards.skip()
        boards.menu("Retract Move")
        boards.wait_output("1 0 0 0 taken back: your move$")
        wait_until(lambda: boards.moves() == [], "all to be taken back")
        assert engines_clock(boards) == full


@pytest.mark.parametrize("size", ["1024x600", "1366x768", "1440x900"])
@pytest.mark.parametrize("variant", ["half-chess", "fanorona-chess"])
def test_clocks_that_show_hours_are_whole(size: str, variant: str) -> None:
    """Only their last digits differ, which XBoard would cut first."""
    seen = []
    with Display(size) as display:
        for time in ("600+3", "600:07+3"):
            with Table(display, variant, words=["--time", time], texture=True) as table:
                table.wait_fitted()
                seen.append(engines_clock(table))
    assert seen[0] != seen[1]
