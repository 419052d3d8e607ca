"""What the engine does for a session besides playing, such as finding a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from oddfish.protocols.web.events import Event


def failure_note(failed: str, error: Exception, advice: str) -> Event:
    """The note for the pages when the engine fails."""
    reason = str(error) or type(error).__name__
    return {"t": "note", "text": f"The engine cannot {failed} ({reason}). {advice}"}


class Errands:
    """Runs one errand; a new one replaces it.

    Args:
        tell: sends a note to the pages, after an errand that failed.
    """

    def __init__(self, tell: Callable[[Event], None]):
        self._tell = tell
        self._task: asyncio.Task[None] | None = None

    def run(self, purpose: str, work: Callable[[], Coroutine[Any, Any, None]], advice: str = "Try again.") -> None:
        """Start an errand in place of the running one.

        Args:
            purpose: the words after "The engine cannot" if it fails.
            advice: what the reader can do then.
        """
        self.drop()
        self._task = asyncio.get_running_loop().create_task(self._work(purpose, work, advice))

    def drop(self) -> None:
        """Give up the running errand."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _work(self, purpose: str, work: Callable[[], Coroutine[Any, Any, None]], advice: str) -> None:
        try:
            await work()
        except Exception as error:
            self._tell(failure_note(purpose, error, advice))
            raise
