"""XBoard's windows besides its board: dialogs, pop-ups, and choosing files in them."""

from __future__ import annotations

import contextlib
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path

from gui.screen import KEY_PATIENCE, TIMEOUT, Display, Rect, wait_steady, wait_until


class Windows(ABC):
    """The other windows of an XBoard."""

    display: Display
    window: int  # the main one

    @abstractmethod
    def skip(self) -> None: ...

    @abstractmethod
    def menu(self, item: str) -> None: ...

    @abstractmethod
    def enter(self, text: str) -> None: ...

    @abstractmethod
    def wait_command(self, pattern: str) -> re.Match[str]: ...

    @abstractmethod
    def _focused(self, window: int) -> bool: ...

    def dialogs(self) -> dict[int, str]:
        """XBoard's windows besides the main one, with their titles."""
        return {window: title for window, title in self.display.windows().items() if window != self.window}

    def errors(self) -> list[int]:
        """The error pop-ups on the screen."""
        return [window for window, title in self.dialogs().items() if title in ("Error", "Fatal Error", "Exiting")]

    def dismiss(self) -> None:
        """Close all other windows with Escape. A new one disappears for a moment while it gets its frame, so this waits
        until the list of windows stays the same."""
        while True:
            wait_steady(lambda: sorted(self.dialogs()), "the windows to stay")
            windows = self.dialogs()
            if not windows:
                return
            for window in windows:
                self._close(window)

    def _close(self, window: int) -> None:
        """Press Escape in a window until it is gone: a window that is just opening can miss a key."""
        end = time.monotonic() + TIMEOUT
        while True:
            wait_until(lambda: self._focused(window) or window not in self.dialogs(), "a window to have the focus")
            if window in self.dialogs():
                self.display.xdotool("key", "Escape")
            try:
                wait_until(lambda: window not in self.dialogs(), "a window to close", KEY_PATIENCE)
                return
            except TimeoutError:
                if time.monotonic() > end:
                    raise

    def _wait_dialog(self, known: set[int]) -> int:
        """Wait for a new window with the focus."""

        def look() -> int | None:
            new = set(self.dialogs()) - known
            if not new:
                return None
            focus = self.display.xdotool("getwindowfocus").strip()
            return next((window for window in new if str(window) == focus), None)

        return wait_until(look, "a dialog")

    def _open(self, item: str) -> int:
        """Choose a menu item, and wait for its dialog."""
        known = set(self.dialogs())
        self.menu(item)
        dialog = self._wait_dialog(known)
        self._still(self.display.place(dialog))
        return dialog

    def _file_dialog(self, item: str, path: Path) -> None:
        dialog = self._open(item)
        if item.startswith("Load"):
            self.display.xdotool("key", "slash")  # opens the field for a path
            self._still(self.display.place(dialog))
        self.display.xdotool("key", "ctrl+a")
        self.enter(str(path))
        wait_until(lambda: dialog not in self.dialogs(), f"the dialog of {item} to close")

    def _still(self, part: Rect | None) -> None:
        """Wait until a part of the screen no longer changes."""
        wait_steady(lambda: self.display.image(part).pixels, "a dialog to be drawn")

    def save_game(self, path: Path) -> str:
        """File > Save Game into a new file; returns the PGN."""
        return self._save("Save Game", path)

    def save_position(self, path: Path) -> str:
        """File > Save Position; returns the file's text, XBoard's own FEN of its board."""
        return self._save("Save Position", path)

    def _save(self, item: str, path: Path) -> str:
        path.unlink(missing_ok=True)
        self._file_dialog(item, path)
        return wait_until(lambda: path.read_text() if path.exists() and path.stat().st_size else None, f"{path}")

    def load_game(self, path: Path) -> None:
        """File > Load Game; XBoard sends the moves to the engine as `usermove`."""
        self.skip()
        self._file_dialog("Load Game", path)
        self.wait_command("new$")

    @contextlib.contextmanager
    def no_errors(self) -> Iterator[None]:
        """Fail if there is an error pop-up on the screen at the end."""
        yield
        assert not self.errors(), self.dialogs()
