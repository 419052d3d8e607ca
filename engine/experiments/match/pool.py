"""Pools of workers that play games: the interface, and the pool of workers on this machine."""

from __future__ import annotations

import asyncio
import datetime
import time
from typing import Protocol

from oddfish.engine.experiments.match.games import Played
from oddfish.engine.experiments.match.openings import Opening, begin
from oddfish.engine.experiments.match.plan import Job, MatchError, Plan
from oddfish.engine.experiments.match.players import Player
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.referee import play_game
from oddfish.engine.game import Game
from oddfish.engine.variants import get_variant

#: The match ends when an engine that has run before fails to start this many times in a row.
_START_ATTEMPTS = 3
#: Characters to record of what an engine said.
_LONGEST_DETAIL = 1000


class Spectator(Protocol):
    """Observes a match."""

    def started(self, job: Job) -> None:
        """A game starts."""

    def moved(self, job: Job, game: Game) -> None:
        """A move was made. Games on other machines do not report moves."""

    def finished(self, job: Job, record: Record) -> None:
        """A game is over and recorded."""


class GamePool(Protocol):
    """Plays games, several at a time."""

    @property
    def slots(self) -> int:
        """The maximum number of concurrent games, at least 1; may change."""

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None) -> Record:
        """Play a game. Cancelling abandons it.

        Raises:
            MatchError: an engine or the pool itself cannot be used.
        """

    async def close(self) -> None:
        """Release everything that is kept for further games."""


class GameWorker:
    """Plays one game after another and keeps the engine processes between games.

    Args:
        plan: the match.
        speaks: the protocols of engines that have started before, by name; new ones are added.
    """

    def __init__(self, plan: Plan, speaks: dict[str, str]):
        self.plan = plan
        self.speaks = speaks
        self._variant = get_variant(plan.variant)
        self._rules = Game(self._variant, plan.options, seed=0).options
        self._players: dict[int, Player] = {}

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None = None) -> Record:
        """Play a game. Without time limits, deterministic engines always play the same game.

        Raises:
            MatchError: an engine cannot be used.
        """
        await self._quit_except({job.white, job.black})
        for number in (job.white, job.black):
            if number not in self._players:
                spec = self.plan.engines[number]
                speaks = self.speaks.get(spec.name, "")
                self._players[number] = Player(spec, self._variant, self._rules, self.plan.patience, speaks)
        players = self._players[job.white], self._players[job.black]
        game = begin(self.plan, opening, job.round)
        fen, made = game.positions[0].fen(), len(game.moves)
        deal = game.deal.text() if game.deal is not None else ""
        await self._start(players)
        if spectator is not None:
            spectator.started(job)
        begun = time.monotonic()
        controls = self.plan.control_of(players[0].spec), self.plan.control_of(players[1].spec)
        played = await play_game(
            game,
            players,
            controls,
            self.plan.adjudication,
            on_move=None if spectator is None else lambda game: spectator.moved(job, game),
        )
        await self._clean_up(players, played)
        names = players[0].spec.name, players[1].spec.name
        return Record(
            number=job.number,
            round=job.round,
            pair=job.pair,
            white=names[0],
            black=names[1],
            result=played.result.text,
            reason=played.result.reason,
            detail=played.detail[:_LONGEST_DETAIL],
            fault=None if played.fault is None else (names[played.fault[0]], played.fault[1]),
            fen=fen,
            opening=made,
            moves=tuple(game.texts()),
            seed=self.plan.seed_of(job.round),
            deal=deal,
            date=datetime.datetime.now().isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - begun, 3),
            thoughts=tuple(played.thoughts),
        )

    async def close(self) -> None:
        """Quit all engines, even if cancelled."""
        await asyncio.shield(self._quit_except(set()))

    async def _quit_except(self, kept: set[int]) -> None:
        others = [self._players.pop(number) for number in list(self._players) if number not in kept]
        await asyncio.gather(*(player.quit() for player in others))

    async def _start(self, players: tuple[Player, Player]) -> None:
        """Start both engines. Retries an engine that has run before.

        Raises:
            MatchError: an engine does not start.
        """
        for player in players:
            for attempt in range(_START_ATTEMPTS):
                try:
                    await player.start()
                    break
                except MatchError:
                    if player.spec.name not in self.speaks or attempt == _START_ATTEMPTS - 1:
                        raise
            self.speaks[player.spec.name] = player.speaks

    async def _clean_up(self, players: tuple[Player, Player], played: Played) -> None:
        """Quit engines that restart for each game, and kill engines at fault."""
        for side, player in enumerate(players):
            if player.spec.restart:
                await player.quit()
            elif played.fault is not None and played.fault[0] == side:
                await player.kill()


class LocalPool:
    """Workers on this machine.

    Args:
        plan: the match.
        slots: the number of workers.
    """

    def __init__(self, plan: Plan, slots: int):
        self.plan = plan
        self.slots = slots
        self._speaks: dict[str, str] = {}
        self._idle: list[GameWorker] = []

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None) -> Record:
        worker = self._idle.pop() if self._idle else GameWorker(self.plan, self._speaks)
        try:
            record = await worker.play(job, opening, spectator)
        except BaseException:
            await worker.close()
            raise
        self._idle.append(worker)
        return record

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._idle))
