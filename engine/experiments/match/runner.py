"""Plays a whole match: starts games in order, several at a time, and records each once as soon as it is finished."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys

from oddfish.engine.experiments.match.openings import Openings
from oddfish.engine.experiments.match.plan import Job, Plan
from oddfish.engine.experiments.match.pool import GamePool, Spectator
from oddfish.engine.experiments.match.records import Journal, PgnFile, Record
from oddfish.engine.experiments.match.schedule import Schedule
from oddfish.engine.experiments.match.standings import Standings

#: Seconds between checks for free slots, since the number of slots may change.
_CHECK_INTERVAL = 1.0
#: Seconds after which a thread that writes a record lets the event loop run; Python's default would delay answers by 5
#: ms.
_SWITCH_INTERVAL = 0.0005


def _ending() -> list[int]:
    """The signals that end a match. One that the caller ignores, as nohup does with SIGHUP, stays ignored."""
    hangup = getattr(signal, "SIGHUP", None)
    found = [int(signal.SIGINT), int(signal.SIGTERM)]
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        found.append(int(hangup))
    return found


class Runner:
    """Plays the missing games of a plan: keeps the schedule and the records, and lets a pool play the games.

    Args:
        plan: the match.
        standings: the standings after earlier games.
        pool: plays the games; the runner closes it.
        journal: the file of JSON lines for finished games, if any.
        openings: its openings; None reads them.

    Attributes:
        pgn: the PGN file for finished games, if any.
        spectator: observes the match.
    """

    def __init__(
        self,
        plan: Plan,
        standings: Standings,
        pool: GamePool,
        journal: Journal | None = None,
        openings: Openings | None = None,
    ):
        self.plan = plan
        self.standings = standings
        self.pool = pool
        self.journal = journal
        self.pgn: PgnFile | None = None
        self.spectator: Spectator | None = None
        self.openings = openings or Openings(plan)
        self.interrupted = False
        self._schedule = Schedule(plan, standings.records)
        self._games: set[asyncio.Task[None]] = set()
        self._unfinished: set[asyncio.Task[None]] = set()  # the games among them that are still being played
        self._recording = asyncio.Lock()
        self._stopped = False

    def run(self) -> bool:
        """Play the match; returns False if it was interrupted.

        Raises:
            MatchError: an engine or the pool cannot be used; finished games are recorded.
        """
        interval = sys.getswitchinterval()
        sys.setswitchinterval(min(interval, _SWITCH_INTERVAL))
        try:
            asyncio.run(self._run())
        finally:
            sys.setswitchinterval(interval)
        return not self.interrupted

    def interrupt(self) -> None:
        """Abandon running games and end."""
        self.interrupted = True
        self._stop()

    def _stop(self) -> None:
        """Start no more games and abandon running ones, but record those that are over. This works only once:
        cancelling a game again would interrupt the shutdown of its engines."""
        if not self._stopped:
            self._stopped = True
            for game in self._unfinished:
                game.cancel()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        handled = []
        for number in _ending():
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.interrupt)
                handled.append(number)
        try:
            self._stopped = self.standings.verdict is not None
            try:
                await self._play_all()
            except asyncio.CancelledError:
                self.interrupted = True  # Ctrl-C on systems where the loop handles no signals
            self._stop()
            outcomes = await asyncio.gather(*self._games, return_exceptions=True)
            await self.pool.close()
            for outcome in outcomes:
                if isinstance(outcome, Exception):
                    raise outcome
        finally:
            for number in handled:
                loop.remove_signal_handler(number)

    async def _play_all(self) -> None:
        """Keep the pool busy until all games are played or a game fails; a failed game stays in ``_games``."""
        while True:
            while not self._stopped and len(self._games) < self.pool.slots:
                job = self._schedule.next()
                if job is None:
                    break
                game = asyncio.ensure_future(self._play(job))
                self._games.add(game)
                self._unfinished.add(game)
            if not self._games:
                return
            done, _ = await asyncio.wait(self._games, timeout=_CHECK_INTERVAL, return_when=asyncio.FIRST_COMPLETED)
            if any(game.cancelled() or game.exception() is not None for game in done):
                return
            self._games -= done

    async def _play(self, job: Job) -> None:
        game = asyncio.current_task()
        assert game is not None
        try:
            opening = await asyncio.to_thread(self.openings.opening, job.round)
            record = await self.pool.play(job, opening, self.spectator)
        finally:
            self._unfinished.discard(game)
        async with self._recording:  # one after the other, in the order in which the games ended
            if job.number in self.standings.records:
                return
            if self.journal is not None or self.pgn is not None:
                await asyncio.to_thread(self._write, record)
            self.standings.add(record)
        if self.spectator is not None:
            self.spectator.finished(job, record)
        if self.standings.verdict is not None:
            self._stop()

    def _write(self, record: Record) -> None:
        """Put a finished game on disk. This takes milliseconds, during which the event loop reads the answers in other
        games."""
        if self.journal is not None:
            self.journal.append(record)
        if self.pgn is not None:
            self.pgn.append(record)
