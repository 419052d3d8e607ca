"""The windows of a screen, read from its X server by our own client. Starting a program (xdotool) for each question
would take several times as long, and the tests read windows very often."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from Xlib import X, Xatom, error
from Xlib.display import Display as Client

Place = tuple[int, int, int, int]

_WORDS = 1 << 14  # of 4 bytes each, more than any property here has


@dataclass(frozen=True)
class Titled:
    """A window with a title on the screen."""

    window: int
    title: str
    process: int | None  # of the process that it names as its owner


class XClient:
    """A client of the X server of the screen ``name`` (":7")."""

    def __init__(self, name: str) -> None:
        self._client = Client(name)
        # python-xlib's RandR mistakes the codes of X's own errors for its own, which would break the connection.
        self._client.display.error_classes.update(error.xerror_class)
        self._title = self._client.intern_atom("_NET_WM_NAME")
        self._managed = self._client.intern_atom("_NET_CLIENT_LIST")
        self._process = self._client.intern_atom("_NET_WM_PID")

    def close(self) -> None:
        self._client.close()

    def titled(self) -> list[Titled]:
        """The titled windows on the screen that the window manager manages."""
        managed = self._property(self._client.screen().root.id, self._managed)
        return [titled for window in managed for titled in self._titled(window)]

    def _titled(self, window: int) -> Iterator[Titled]:
        there = self._client.create_resource_object("window", window)
        with contextlib.suppress(error.BadWindow):  # closed in the meantime
            if there.get_attributes().map_state == X.IsViewable and (title := self.title(window)):
                process = self._property(window, self._process)
                yield Titled(window, title, int(process[0]) if process else None)

    def title(self, window: int) -> str:
        """The title; '' if the window has none or is closed."""
        try:
            said = self._property(window, self._title) or self._property(window, Xatom.WM_NAME)
        except error.BadWindow:
            return ""
        return bytes(said).decode(errors="replace")

    def _property(self, window: int, name: int) -> Sequence[int]:
        """The value of a property, bytes or numbers; empty if there is no such property. One request reads all of it,
        because the property could become shorter before a second one."""
        there = self._client.create_resource_object("window", window)
        found = there.get_property(name, X.AnyPropertyType, 0, _WORDS)
        return found.value if found else b""

    def place(self, window: int) -> Place | None:
        """Left, top, width and height; None if the window is closed."""
        there = self._client.create_resource_object("window", window)
        try:
            size, corner = there.get_geometry(), self._client.screen().root.translate_coords(there, 0, 0)
        except (error.BadWindow, error.BadDrawable):
            return None
        return corner.x, corner.y, size.width, size.height
