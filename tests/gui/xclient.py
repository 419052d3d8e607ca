"""The windows of a screen, asked of its X server by a client of our own: a program started for each question
(xdotool) would take several times as long, and windows are looked at again and again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from Xlib import X, Xatom, error
from Xlib.display import Display as Client

Place = tuple[int, int, int, int]

_WORDS = 1 << 14  # of 4 bytes, more than any property here has


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
        # python-xlib's RandR takes the codes of X's own errors for its own: such an answer would break the connection.
        self._client.display.error_classes.update(error.xerror_class)
        self._title = self._client.intern_atom("_NET_WM_NAME")
        self._managed = self._client.intern_atom("_NET_CLIENT_LIST")
        self._process = self._client.intern_atom("_NET_WM_PID")

    def close(self) -> None:
        self._client.close()

    def titled(self) -> list[Titled]:
        """The titled windows on the screen, those that the window manager has in its care."""
        managed = self._property(self._client.screen().root.id, self._managed)
        return [titled for window in managed for titled in self._titled(window)]

    def _titled(self, window: int) -> Iterator[Titled]:
        there = self._client.create_resource_object("window", window)
        with contextlib.suppress(error.BadWindow):  # closed meanwhile
            if there.get_attributes().map_state == X.IsViewable and (title := self.title(window)):
                process = self._property(window, self._process)
                yield Titled(window, title, int(process[0]) if process else None)

    def title(self, window: int) -> str:
        """Empty if the window has none, or is no longer there."""
        try:
            said = self._property(window, self._title) or self._property(window, Xatom.WM_NAME)
        except error.BadWindow:
            return ""
        return bytes(said).decode(errors="replace")

    def _property(self, window: int, name: int) -> Sequence[int]:
        """What a property holds, bytes or numbers; none if there is no such property. It is all asked for at once: it
        may have become shorter before the rest is."""
        there = self._client.create_resource_object("window", window)
        found = there.get_property(name, X.AnyPropertyType, 0, _WORDS)
        return found.value if found else b""

    def place(self, window: int) -> Place | None:
        """Left, top, width and height; None if the window is no longer there."""
        there = self._client.create_resource_object("window", window)
        try:
            size, corner = there.get_geometry(), self._client.screen().root.translate_coords(there, 0, 0)
        except (error.BadWindow, error.BadDrawable):
            return None
        return corner.x, corner.y, size.width, size.height
