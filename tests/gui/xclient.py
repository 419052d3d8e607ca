"""The windows of a screen, asked of its X server by a client of our own: a program started for each question
(xdotool) would take several times as long, and windows are looked at again and again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from Xlib import X, error
from Xlib.display import Display as Client

Place = tuple[int, int, int, int]


@dataclass(frozen=True)
class Titled:
    """A window with a title that stands on the screen."""

    window: int
    title: str
    process: int | None  # that it says it belongs to


class XClient:
    """A client of the X server of the screen ``name`` (":7")."""

    def __init__(self, name: str) -> None:
        self._client = Client(name)
        self._title = self._client.intern_atom("_NET_WM_NAME")
        self._managed = self._client.intern_atom("_NET_CLIENT_LIST")
        self._process = self._client.intern_atom("_NET_WM_PID")

    def close(self) -> None:
        self._client.close()

    def titled(self) -> list[Titled]:
        """The titled windows on the screen, those that the window manager has in its care."""
        managed = self._client.screen().root.get_full_property(self._managed, X.AnyPropertyType)
        return [titled for window in managed.value for titled in self._titled(window)] if managed else []

    def _titled(self, window: int) -> Iterator[Titled]:
        there = self._client.create_resource_object("window", window)
        with contextlib.suppress(error.BadWindow):  # closed meanwhile
            if there.get_attributes().map_state == X.IsViewable and (title := self.title(window)):
                process = there.get_full_property(self._process, X.AnyPropertyType)
                yield Titled(window, title, process and int(process.value[0]))

    def title(self, window: int) -> str:
        """Empty if the window has none, or is no longer there."""
        there = self._client.create_resource_object("window", window)
        try:
            said = there.get_full_text_property(self._title) or there.get_wm_name() or ""
        except error.BadWindow:
            return ""
        return said.decode("latin-1") if isinstance(said, bytes) else said

    def place(self, window: int) -> Place | None:
        """Left, top, width and height; None if the window is no longer there."""
        there = self._client.create_resource_object("window", window)
        try:
            size, corner = there.get_geometry(), self._client.screen().root.translate_coords(there, 0, 0)
        except (error.BadWindow, error.BadDrawable):
            return None
        return corner.x, corner.y, size.width, size.height
