"""The first steps of a new user: large windows, a choice of games, the message line and the marks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gui.boards import Boards
from gui.discs import Discs
from gui.halves import Halves
from gui.harness import Display, Rect, missing_programs, wait_steady, wait_until
from gui.table import Table, shape

FAMILIES = ("augmented-half-chess", "halfgi", "normal", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


# Windows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", FAMILIES)
def test_a_window_opens_large(display: Display, artifacts: Path, variant: str) -> None:
    with Table(display, variant, texture=True) as table:
        wait_until(table.fits, "a large window")
        table.screenshot(artifacts / f"window-{variant}.png")


def test_windows_fit_after_new_variant(display: Display, artifacts: Path) -> None:
    """From broad boards to narrow ones and back."""
    with Table(display, "bifold-halfgi", texture=True) as table:
        for variant in ("fanorona-chess", "tandem-84", "banqi", "bifold-halfgi"):
            table.new_variant(variant)
            wait_until(lambda: not table.dialogs(), "the dialog to close")
            table.variant = variant
            wait_until(table.fits, f"a window for {variant}")
            table.screenshot(artifacts / f"new-variant-{variant}.png")


def test_new_variant_offers_chess(display: Display) -> None:
    with Table(display, "tandem-84", texture=True) as table:
        offered = next(m.text for m in table.messages() if "variants=" in m.text)
        assert "normal" in re.split('[",]', offered)
        table.skip()
        known = set(table.dialogs())
        table.menu("New Variant")
        place = display.place(table._wait_dialog(known))
        assert place is not None
        table._still(place)
        display.xdotool("key", "space")  # the first button, Normal, has the focus
        table.wait_command("new$")
        table._wait_pong()
        table.variant, (table.files, table.ranks) = "normal", shape("normal")
        wait_until(table.fits, "a window for chess")


# A game to watch -------------------------------------------------------------------------------------------------


def test_a_watched_game_stays_on_the_screen(display: Display, artifacts: Path) -> None:
    """With its final position, and the result in the message line. XBoard's sound player prints nothing in the
    terminal, with or without a sound card."""
    options = ("-soundMove", "woodthunk.wav")  # Debian's settings have that sound
    with Table(display, "augmented-half-chess", words=("--watch",), texture=True, depth=1, options=options) as table:
        table.wait_command("result ", timeout=300)
        table.wait_fitted()
        ended = table.referee().result()
        assert ended is not None
        table.wait_command(rf"result {ended.text} {{{ended.reason}}}$", since=0)
        wait_until(lambda: not table.dialogs(), "no pop-up")
        table.check()
        place = display.place(table.window)
        assert place is not None
        board = table.board_rect()
        line = display.image(Rect(place.left + 4, board.top - 36, place.left + place.width // 2, board.top - 6))
        assert line.bounds(["#000000"]) is not None
        table.screenshot(artifacts / "watched-game.png")
        assert table.process.poll() is None
        printed = (table.home / "output").read_text()
    assert "ALSA" not in printed
    assert "aplay" not in printed


# Marks and messages ----------------------------------------------------------------------------------------------


def assert_whole_message(table: Table, picture: Path) -> None:
    """The message line shows a text, which ends before the line does."""
    place = table.display.place(table.window)
    assert place is not None
    bottom = table.board_rect().top
    row = Rect(place.left + 4, bottom - 24, place.right - 4, bottom - 8)
    wait_steady(lambda: table.display.image(row).pixels, "the message to be drawn")
    table.screenshot(picture)
    text = table.display.image(row).bounds(["#000000"])
    assert text is not None
    assert text.right < row.width - 8, "the message is cut"


@pytest.mark.parametrize("size", ["1024x600", "1366x768", "1280x1024"])
def test_long_messages_are_whole(artifacts: Path, size: str) -> None:
    """The reasons with the longest words in the Half Chess family and in Bifold Halfgi, and half of Banqi's pieces."""
    with Display(size) as display:
        with Table(display, "augmented-half-chess", texture=True) as table:
            table.play("e2", "e4")
            table.wait_fitted()
            table.lift("a1")
            table.wait_output(r"1 0 0 0 the halfling Rook \+ Ferz on a1 is blocked$")
            assert_whole_message(table, artifacts / f"long-message-family-{size}.png")
        with Halves(display, fen="(wf)7/8/8/8/8/b7/8/R4(WF)2[] w - - 0 1", texture=True) as halves:
            halves.wait_fitted()
            halves.lift("a1")
            halves.click("a3")
            halves.wait_output("1 0 0 0 .*click beside it")
            assert_whole_message(halves, artifacts / f"long-message-bifold-{size}.png")
        with Discs(display, texture=True, chosen=["DealSeed=7"], depth=1) as discs:
            discs.wait_fitted()
            for cell in ("a1", "c3", "e5", "g7", "a7", "g1"):
                if discs.face_down(cell):
                    made = len(discs.referee().moves)
                    discs.flip_over(cell)
                    discs.turns(made + 2)
            discs.wait_output("1 0 0 0 .*; (down|up): .*, ")
            assert_whole_message(discs, artifacts / f"long-message-banqi-{size}.png")


def test_both_moves_of_a_tandem_turn_are_seen(display: Display, artifacts: Path) -> None:
    with Boards(display, depth=2) as boards:
        boards.play_turn("c2 c4")
        boards.turns(2)
        first = boards.moves()[1]
        marks = boards.wait_output(r"highlight (\S+)")[1]
        wait_until(lambda: boards.marks().lower() == marks, "the first move to be marked")
        assert marks.count("b") == 2
        boards.screenshot(artifacts / "tandem-first-move.png")
        assert first[:2] != first[-2:]
        boards.lift("h1")
        boards.click("i3")
        assert boards.wait_output("1 0 0 0 (.*)")[1] == "second move: on files a to f"
