"""The dialog that asks what to play, on small and large screens."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gui.harness import Display, Rect, missing_programs, wait_until
from gui.screen import stop, wait_steady
from gui.table import oddfish_command
from oddfish.engine.levels import BEGINNER
from oddfish.engine.variants import REGISTRY

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


class Chooser:
    """``oddfish xboard`` without a game, and a stand-in for XBoard that records its arguments."""

    def __init__(self, display: Display, process: subprocess.Popen[bytes], told: Path):
        self.display = display
        self._process, self._told = process, told
        self.window = wait_until(
            lambda: next((window for window, title in display.windows().items() if title == "Oddfish"), None),
            "a dialog",
        )
        wait_until(lambda: display.xdotool("getwindowfocus").strip() not in ("", "1"), "the focus")
        display.xdotool("windowfocus", "--sync", self.window)
        wait_steady(display.image, "the dialog to be drawn")

    @property
    def place(self) -> Rect:
        place = self.display.place(self.window)
        assert place is not None
        return place

    def press_until_seen(self, key: str) -> None:
        """Press a key, and again if nothing changes: on a busy machine the dialog may miss the first."""
        before = self.display.image()
        for _ in range(3):
            self.display.xdotool("key", key)
            with contextlib.suppress(TimeoutError):
                wait_until(lambda: self.display.image() != before, f"the dialog to answer to {key}", 10)
                wait_steady(self.display.image, "the dialog to be drawn")
                return
        pytest.fail(f"the dialog did not answer to {key}")

    def left_below_the_list(self) -> bytes:
        """What the window shows of the choices that all games have."""
        place = self.place
        return self.display.image(Rect(place.left, place.bottom - 200, place.left + 280, place.bottom)).pixels

    def words(self) -> list[str]:
        """XBoard's arguments."""
        return wait_until(
            lambda: self._told.read_text().splitlines() if self._told.exists() else None, "XBoard to be started"
        )


@contextlib.contextmanager
def choosing(display: Display, folder: Path, *words: str) -> Iterator[Chooser]:
    stand_in, told = folder / "bin" / "xboard", folder / "arguments"
    stand_in.parent.mkdir()
    stand_in.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {shlex.quote(str(told))}.new && mv {told}.new {told}\n')
    stand_in.chmod(0o755)
    environment = {**display.environment, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    environment["PATH"] = f"{stand_in.parent}:{environment['PATH']}"
    process = subprocess.Popen([oddfish_command(), "xboard", *words], env=environment, start_new_session=True)
    try:
        yield Chooser(display, process, told)
    finally:
        stop(process)


@pytest.mark.parametrize(("keys", "role"), [((), ""), (("Tab", "Tab", "space"), "MachineWhite")])
def test_a_dialog_asks_what_to_play(
    display: Display, tmp_path: Path, artifacts: Path, keys: tuple[str, ...], role: str
) -> None:
    """By keyboard: two games down, perhaps to the second role, and Return. The level is a beginner's."""
    pytest.importorskip("tkinter")
    with choosing(display, tmp_path) as chooser:
        chooser.press_until_seen("Down")
        chooser.press_until_seen("Down")
        for key in keys:
            display.xdotool("key", key)
        display.screenshot(artifacts / "chooser.png")
        display.xdotool("key", "Return")
        words = chooser.words()
    assert words[words.index("-variant") + 1] == "halfgi"
    assert words[words.index("-tc") + 1 : words.index("-tc") + 4] == ["5", "-inc", "3"]
    assert (words[words.index("-initialMode") + 1] if role else "") == role
    assert words[words.index("-firstOptions") + 1] == f"SkillLevel={BEGINNER}"


def test_a_game_to_watch_is_at_full_strength(display: Display, tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    with choosing(display, tmp_path) as chooser:
        display.xdotool("key", "Tab", "Tab", "Tab")
        chooser.press_until_seen("space")
        display.xdotool("key", "Return")
        words = chooser.words()
    assert words[words.index("-initialMode") + 1] == "TwoMachines"
    assert "-firstOptions" not in words


@pytest.mark.parametrize("size", ["1024x600", "1366x768", "1280x1024"])
def test_the_dialog_fits_the_screen_and_does_not_move(size: str, tmp_path: Path, artifacts: Path) -> None:
    """Whichever game is chosen: the window, the choices on the left and the buttons stay where they are, room is left
    for panels, and long rules scroll."""
    pytest.importorskip("tkinter")
    width, height = map(int, size.split("x"))
    with Display(size) as display, choosing(display, tmp_path) as chooser:
        first, below = chooser.place, chooser.left_below_the_list()
        assert first.left >= 0 and first.right <= width
        assert first.top >= 0 and first.height <= height - 60
        for _ in range(len(REGISTRY) - 1):
            chooser.press_until_seen("Down")
            assert chooser.place == first
            assert chooser.left_below_the_list() == below
        display.screenshot(artifacts / f"chooser-{size}.png")
        chooser.press_until_seen("Next")  # the rules of Tandem-84 are long
        display.xdotool("mousemove", first.right - 150, first.bottom - 25, "click", 1)
        words = chooser.words()
    assert words[words.index("-variant") + 1] == "tandem-84"
