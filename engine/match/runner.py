"""A whole match: engines in parallel, games in order, every finished one recorded at once."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import signal
import time
from collections.abc import Iterator
from typing import Protocol

from oddfish.engine.game import Game
from oddfish.engine.match.games import Played
from oddfish.engine.match.openings import Openings
from oddfish.engine.match.plan import Job, MatchError, Plan
from oddfish.engine.match.players import Player
from oddfish.engine.match.records import Journal, PgnFile, Record
from oddfish.engine.match.referee import play_game
from oddfish.engine.match.standings import Standings
from oddfish.engine.variants import get_variant

#: An engine that has run before and now fails to start so often in a row ends the match.
_FAILED_STARTS = 3


class Spectator(Protocol):
    """Who watches a match."""

    def started(self, job: Job, game: Game) -> None:
        """A game begins."""

    def moved(self, job: Job, game: Game) -> None:
        """A move was made."""

    def finished(self, job: Job, record: Record) -> None:
        """A game is over and counted."""


class Runner:
    """Plays a plan's missing games.

    Args:
        plan: the match.
        standings: games played before.
        concurrency: games at a time.
        journal: where finished games are written down, if anywhere.
        pgn: likewise.
        spectator: is told what happens.
    """

    def __init__(
        self,
        plan: Plan,
        standings: Standings,
        concurrency: int = 1,
        journal: Journal | None = None,
        pgn: PgnFile | None = None,
        spectator: Spectator | None = None,
    ):
        self.plan = plan
        self.standings = standings
        self.concurrency = min(concurrency, plan.total)
        self.journal, self.pgn, self.spectator = journal, pgn, spectator
        self.variant = get_variant(plan.variant)
        self.openings = Openings(plan)
        self.interrupted = False
        self._rules = Game(self.variant, plan.options, seed=0).options
        self._jobs: Iterator[Job] = (job for job in plan.jobs() if job.number not in standings.records)
        self._tasks: list[asyncio.Task[None]] = []
        #: The protocol each engine that has ever started was found to speak.
        self._speaks: dict[str, str] = {}

    def run(self) -> bool:
        """Play; whether the match came to its end (and was not interrupted).

        Raises:
            MatchError: an engine cannot be used; finished games are recorded.
        """
        asyncio.run(self._run())
        return not self.interrupted

    def interrupt(self) -> None:
        """Give up running games and end."""
        self.interrupted = True
        self._stop()

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        handled = []
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.interrupt)
                handled.append(number)
        try:
            if self.standings.verdict is None:
                self._tasks = [asyncio.ensure_future(self._work()) for _ in range(self.concurrency)]
            try:
                if self._tasks:
                    await asyncio.wait(self._tasks, return_when=asyncio.FIRST_EXCEPTION)
            except asyncio.CancelledError:
                self.interrupted = True  # Ctrl-C where the loop handles no signals
            self._stop()
            for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    raise outcome
        finally:
            for number in handled:
                loop.remove_signal_handler(number)

    async def _work(self) -> None:
        """Play games as long as there are any."""
        players: dict[int, Player] = {}
        try:
            for job in self._jobs:
                await self._dismiss(players, {job.white, job.black})
                for number in (job.white, job.black):
                    if number not in players:
                        spec = self.plan.engines[number]
                        speaks = self._speaks.get(spec.name, "")
                        players[number] = Player(spec, self.variant, self._rules, self.plan.patience, speaks)
                await self._play(job, (players[job.white], players[job.black]))
        finally:
            await asyncio.shield(self._dismiss(players, set()))

    async def _dismiss(self, players: dict[int, Player], kept: set[int]) -> None:
        gone = [players.pop(number) for number in list(players) if number not in kept]
        await asyncio.gather(*(player.quit() for player in gone))

    async def _play(self, job: Job, players: tuple[Player, Player]) -> None:
        game = await asyncio.to_thread(self.openings.game, job.round)
        fen, opening = game.positions[0].fen(), len(game.moves)
        deal = game.deal.text() if game.deal is not None else ""
        spectator = self.spectator
        await self._start(players)
        if spectator is not None:
            spectator.started(job, game)
        begun = time.monotonic()
        controls = self.plan.control_of(players[0].spec), self.plan.control_of(players[1].spec)
        played = await play_game(
            game,
            players,
            controls,
            self.plan.adjudication,
            on_move=None if spectator is None else lambda game: spectator.moved(job, game),
        )
        await self._tidy(players, played)
        names = players[0].spec.name, players[1].spec.name
        self._finish(
            job,
            Record(
                number=job.number,
                round=job.round,
                pair=job.pair,
                white=names[0],
                black=names[1],
                result=played.result.text,
                reason=played.result.reason,
                detail=played.detail,
                fault=None if played.fault is None else (names[played.fault[0]], played.fault[1]),
                fen=fen,
                opening=opening,
                moves=tuple(game.texts()),
                seed=self.plan.seed_of(job.round),
                deal=deal,
                date=datetime.datetime.now().isoformat(timespec="seconds"),
                seconds=round(time.monotonic() - begun, 3),
                thoughts=tuple(played.thoughts),
            ),
        )

    async def _start(self, players: tuple[Player, Player]) -> None:
        """Have both engines run; one that ran before may fail at it a few times.

        Raises:
            MatchError: it does not start.
        """
        for player in players:
            for attempt in range(_FAILED_STARTS):
                try:
                    await player.start()
                    break
                except MatchError:
                    if player.spec.name not in self._speaks or attempt == _FAILED_STARTS - 1:
                        raise
            self._speaks[player.spec.name] = player.speaks

    async def _tidy(self, players: tuple[Player, Player], played: Played) -> None:
        """End processes that cannot be trusted with, or are not to play, another game."""
        for side, player in enumerate(players):
            if player.spec.restart:
                await player.quit()
            elif played.fault is not None and played.fault[0] == side:
                await player.kill()

    def _finish(self, job: Job, record: Record) -> None:
        self.standings.add(record)
        if self.journal is not None:
            self.journal.append(record)
        if self.pgn is not None:
            self.pgn.append(record)
        if self.spectator is not None:
            self.spectator.finished(job, record)
        if self.standings.verdict is not None:
            self._stop()
