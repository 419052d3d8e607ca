"""The engine's searches; only a few run at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from oddfish.engine.game import Game
from oddfish.engine.searcher import Best, Info, Limits, Searcher

#: Megabytes of a session's hash table.
_HASH_MB = 16
#: Seconds to wait for the end of a stopped search before others may begin.
_LONGEST_END = 2.0


class Pool:
    """The searches of all sessions.

    Args:
        most: how many may run at the same time; others wait.
    """

    def __init__(self, most: int):
        self.turns = asyncio.Semaphore(most)


class Thinker:
    """The engine of one session. Call its methods only in the event loop."""

    def __init__(self, pool: Pool, level: int):
        self._pool = pool
        self.searcher = Searcher(hash_mb=_HASH_MB, threads=1, overhead=20)
        self.searcher.skill.level = level

    async def think(self, game: Game, limits: Limits, on_info: Callable[[Info], None] | None = None) -> Best:
        """Search until the limits are reached, or the task is cancelled.

        Args:
            on_info: called in the event loop with each report.
        """
        async with self._pool.turns:
            loop = asyncio.get_running_loop()
            ended: asyncio.Future[Best] = loop.create_future()

            def report(info: Info) -> None:
                if on_info is not None and not loop.is_closed():
                    loop.call_soon_threadsafe(on_info, info)

            def answer(best: Best) -> None:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(ended.set_result, best)

            self.searcher.go(game, limits, report if on_info else None, answer)
            try:
                await asyncio.wait([ended])
                return ended.result()
            finally:  # wait for this search: the searcher may have begun the next one
                if not ended.done():
                    self.searcher.stop()
                    await asyncio.wait([ended], timeout=_LONGEST_END)

    def close(self) -> None:
        """Stop thinking."""
        self.searcher.stop()
