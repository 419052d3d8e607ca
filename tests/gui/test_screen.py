"""The screen and windows as the engine sees them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def ask(display: Display, code: str) -> str:
    """What Python prints on that display, in a process of its own."""
    words = [sys.executable, "-c", f"from oddfish.protocols.screen import Window, screen_size\n{code}"]
    return subprocess.run(
        words, env=display.environment, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def test_the_size_of_the_screen(display: Display) -> None:
    width, height = display.size.split("x")
    assert ask(display, "print(screen_size())") == f"({width}, {height})"


def test_a_window_pulled_small_is_fitted_to_the_next_board(display: Display) -> None:
    with Table(display, "halfgi") as table:
        wait_until(table.fits, "the window's size")
        place = display.place(table.window)
        assert place is not None
        look = f"with Window.of({table.process.pid}) as window: print(window.size())"
        assert ask(display, look) == str((place.width, place.height))
        table.pull_larger(40)
        wait_until(lambda: not table.fits(), "another size")
        table.switch("banqi")
        assert table.fits()
    assert ask(display, "with Window.of(1) as window: print(window)") == "None"
