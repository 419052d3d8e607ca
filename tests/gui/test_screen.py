"""The screen and windows as the engine sees them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from Xlib import X, Xatom, error
from Xlib.display import Display as Client
from Xlib.xobject.drawable import Window

from gui.harness import Display, missing_programs, wait_until
from gui.table import Table
from gui.xclient import XClient

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def ask(display: Display, code: str) -> str:
    """The output of Python code on that display, in a separate process."""
    words = [sys.executable, "-c", f"from oddfish.protocols.screen import Window, screen_size\n{code}"]
    return subprocess.run(
        words, env=display.environment, capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def test_the_size_of_the_screen(display: Display) -> None:
    width, height = display.size.split("x")
    assert ask(display, "print(screen_size())") == f"({width}, {height})"


@pytest.fixture
def window(display: Display) -> Iterator[Window]:
    """A window of this process."""
    client = Client(display.name)
    own = client.screen().root.create_window(0, 0, 100, 100, 0, X.CopyFromParent)
    client.sync()
    yield own
    client.close()


def test_titles_that_change_while_they_are_read(display: Display, window: Window) -> None:
    """Titles are read whole, long or short, and no reading breaks the connection."""
    titles = {"", "short", 1000 * "long "}
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            for title in titles:
                window.change_property(Xatom.WM_NAME, Xatom.STRING, 8, title.encode())
                window.display.flush()

    changing = threading.Thread(target=change)
    changing.start()
    try:
        seen = {display.client.title(window.id) for _ in range(2000)}
    finally:
        ended.set()
        changing.join()
    assert seen == titles


def test_a_refused_request_is_an_error_of_x(display: Display, window: Window) -> None:
    """The next request is answered."""
    window.set_wm_name("short")
    window.display.flush()
    client = XClient(display.name)
    seen = client._client.create_resource_object("window", window.id)
    with pytest.raises(error.BadValue):
        seen.get_property(Xatom.WM_NAME, X.AnyPropertyType, 1000, 1)  # from beyond the title's end
    assert client.title(window.id) == "short"
    client.close()


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
