"""A person plays every game in WinBoard under Wine, as both sides, by mouse."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gui.screen import Display, wait_until
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.winboard import SCREENS
from winboard.harness import Wine, WinTable, absent

pytestmark = [pytest.mark.gui, pytest.mark.skipif(bool(absent()), reason=absent())]

#: One game of each family.
FAMILIES = ("augmented-half-chess", "halfgi", "fanorona-chess", "banqi", "bifold-halfgi", "tandem-84")
#: The pixels of the screen's height that Windows uses: a window's title and the task bar.
BARS = 31 + 40


def play(table: WinTable, luck: random.Random, turns: int = 1) -> None:
    """Play some turns by mouse, with the engine's answers; the marks are those that the engine sent."""
    for _ in range(turns):
        made = len(table.referee().moves)
        legal = [*table.referee().legal()]
        luck.shuffle(legal)
        clicks = next(filter(None, map(table.clicks, legal)))
        first, *rest = clicks.split(", ")[0].split()
        if rest:
            table.wait_drawn(shown(table.lift(first)))
            table.click(first)  # puts it down again
        table.play_turn(clicks)
        table.turns(made + 2)


def shown(marks: str) -> str:
    """The engine's marks that are drawn: some only permit a click."""
    cells = re.sub(r"\d+", lambda empty: "." * int(empty[0]), marks)
    drawn = re.sub("[^A-Z/]|T", ".", cells)
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), drawn)


@pytest.mark.parametrize("black", [False, True], ids=["white", "black"])
@pytest.mark.parametrize("variant", REGISTRY)
def test_a_game(display: Display, wine: Wine, artifacts: Path, variant: str, black: bool) -> None:
    with WinTable(display, wine, variant, black=black) as table, table.no_errors():
        table.start()
        table.settled()
        table.screenshot(artifacts / f"{table.view.name}.png")
        play(table, random.Random(variant), 2)
        table.check()
        table.screenshot(artifacts / f"{table.view.name}-later.png")


# Screens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: "x".join(map(str, screen)))
def test_boards_fill_the_screen(display: Display, wine: Wine, artifacts: Path, screen: tuple[int, int]) -> None:
    """They leave room for a title above and the system's bar below."""
    wine.shut_down(display)
    with Display("x".join(map(str, screen))) as own:
        for variant in FAMILIES:
            with WinTable(own, wine, variant, screen=screen) as table, table.no_errors():
                table.settled()
                table.screenshot(artifacts / f"{variant}-{own.size}.png")
                board, window = table.board_rect(), own.place(table.window)
                assert window is not None
                assert board.height > 0.7 * screen[1] or board.width > 0.9 * screen[0]
                assert window.height <= screen[1] - BARS and window.width <= screen[0]
        wine.shut_down(own)


# Wrong clicks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "start", "to", "then"),
    [("halfgi", "b1", "b5", "e2 e4"), ("fanorona-chess", "c3", "c6", "d3 d4"), ("tandem-84", "c2", "c6", "d2 d4")],
)
def test_wrong_clicks_lose_nothing(display: Display, wine: Wine, variant: str, start: str, to: str, then: str) -> None:
    """In the games without such a test in ``test_moves``."""
    with WinTable(display, wine, variant) as table, table.no_errors():
        before = table.check()
        table.lift(start)
        table.click(to)
        assert table.check() == before
        assert not table.sent("usermove")
        table.click_through(then)
        assert table.wait_command(r"usermove (\S+)")[1] == then.replace(" ", "")


# The menus ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("black", [False, True], ids=["white", "black"])
@pytest.mark.parametrize("variant", REGISTRY)
def test_a_sitting(display: Display, wine: Wine, artifacts: Path, variant: str, black: bool) -> None:
    """A hint, a turn taken back, a game saved and loaded, New Game, analysis, and the engine against itself."""
    luck = random.Random(1)
    with WinTable(display, wine, variant, black=black) as table, table.no_errors():
        table.start()
        play(table, luck)
        table.skip()
        table.menu("Hint")
        table.wait_output("(?:telluser )?Hint: ")
        wait_until(table.dialogs, "the hint to be shown")
        table.dismiss()
        play(table, luck)
        table.check()
        before, position = table.moves(), table.check_saved()
        record = table.save_game(table.home / "game.pgn")
        assert (f'[Variant "{variant}"]' in record) == (variant != "normal")
        table.skip()
        table.menu("Retract Move")
        table.wait_command("remove$|undo$|setboard ")
        wait_until(lambda: len(table.referee().moves) < 4, "the turn to be taken back")
        wait_until(table.agrees, "both boards to agree")  # the engine can take back more plies
        table.new_game()
        if black:  # WinBoard makes the person White again
            table.menu("Machine White")
            table.turns(1)
        table.settled()
        table.load_game(table.home / "game.pgn")
        wait_until(lambda: table.moves() == before, "the game to be loaded")
        assert table.check_saved() == position
        table.new_game()
        table.skip()
        table.menu("Analysis Mode")
        table.wait_command("analyze$")
        table.wait_output(r"\s*\d+ -?\d+ \d+ \d+\t")
        table.screenshot(artifacts / f"analysis-{variant}.png")
        table.dismiss()  # the window that analysis opens can take the keyboard
        table.menu("Edit Game")
        table.wait_command("exit$")
        table.new_game()
        table.menu("Two Machines")
        table.turns(3)


def test_new_variant(display: Display, wine: Wine, artifacts: Path) -> None:
    """In the middle of a game, with the theme of the new game: boards of every shape and size."""
    luck = random.Random(2)
    with WinTable(display, wine, "banqi") as table, table.no_errors():
        for variant in ("tandem-84", "bifold-halfgi", "augmented-half-chess", "fanorona-chess", "banqi"):
            play(table, luck)
            table.switch(variant)
            table.settled()
            table.screenshot(artifacts / f"switched-to-{variant}.png")
        play(table, luck)
        table.check()


def test_new_variant_as_black(display: Display, wine: Wine, artifacts: Path) -> None:
    """With the themes of Black's boards; the engine begins on command."""
    luck = random.Random(3)
    with WinTable(display, wine, "tandem-84", black=True) as table, table.no_errors():
        table.start()
        for variant in ("banqi", "bifold-halfgi", "half-chess", "banqi-hongkong"):
            play(table, luck)
            table.switch(variant)
            table.menu("Machine White")
            table.turns(1)
            table.settled()
            table.screenshot(artifacts / f"switched-to-{table.view.name}.png")
        play(table, luck)
        table.check()
