"""What has happened in a session, for pages that have yet to see it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

Event = dict[str, Any]
#: Events that are kept for pages that lost their connection.
_KEPT = 400


class Events:
    """Numbered events, and the pages that listen.

    A page that connects again gets the events after the last one it has seen. If these are no longer kept, it needs the
    whole state instead.
    """

    def __init__(self) -> None:
        self.number = 0  #: the number of the last event, from 1
        self._kept: deque[Event] = deque(maxlen=_KEPT)
        self._listeners: list[Callable[[Event], None]] = []

    @property
    def listeners(self) -> int:
        """The number of pages."""
        return len(self._listeners)

    def post(self, kind: str, **content: Any) -> None:
        """Number an event, keep it and send it to all pages."""
        self.number += 1
        event = {"t": kind, "n": self.number, **content}
        self._kept.append(event)
        self.tell(event)

    def tell(self, event: Event) -> None:
        """Send something that is not worth keeping, such as the progress of a search."""
        for listener in [*self._listeners]:
            listener(event)

    def since(self, number: int) -> list[Event] | None:
        """The events after a number; None if some are no longer kept, or there was no such event."""
        if not 0 < number <= self.number or self.number - number > len(self._kept):
            return None
        return [event for event in self._kept if event["n"] > number]

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Send all further events to a listener, until the returned function is called."""
        self._listeners.append(listener)

        def leave() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return leave
