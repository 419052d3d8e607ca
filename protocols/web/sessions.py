"""All sessions of a server."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

from oddfish.protocols.web.messages import RefusedError
from oddfish.protocols.web.session import Session
from oddfish.protocols.web.thinking import Pool


class Sessions:
    """Sessions by name.

    Args:
        most: the maximum number of sessions. A new one then replaces the one that no page shows and that has been idle
            longest.
        idle: seconds after which a session that no page shows ends.
        searches: the maximum number of searches for moves, and of other searches, at the same time.
    """

    def __init__(self, most: int, idle: float, searches: int):
        self._most, self._idle = most, idle
        self._pool, self._advice = Pool(searches), Pool(searches)
        self._open: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._open)

    def create(self, message: Mapping[str, Any], owner: str) -> Session:
        """Open a session.

        Args:
            owner: the secret of the browser that creates it.

        Raises:
            RefusedError: the game is impossible, or there are too many sessions.
        """
        self.sweep()
        if len(self._open) >= self._most:
            unseen = [session for session in self._open.values() if not session.events.listeners]
            if not unseen:
                raise RefusedError(f"There are already {self._most} open games. Close one of them first.")
            self._end(min(unseen, key=lambda session: session.used))
        session = Session(secrets.token_urlsafe(9), message, self._pool, self._advice, owner)
        self._open[session.name] = session
        session.begin()
        return session

    def find(self, name: str) -> Session | None:
        return self._open.get(name)

    def sweep(self) -> None:
        """End the sessions that have been idle for too long."""
        now = time.monotonic()
        for session in [*self._open.values()]:
            if not session.events.listeners and now - session.used > self._idle:
                self._end(session)

    def close(self) -> None:
        """End all sessions."""
        for session in [*self._open.values()]:
            self._end(session)

    def _end(self, session: Session) -> None:
        del self._open[session.name]
        session.close()
