"""Where games are played: at tables of this machine, or wherever else keeps to the same interface."""

from __future__ import annotations

import asyncio
import datetime
import time
from typing import Protocol

from oddfish.engine.game import Game
from oddfish.engine.match.games import Played
from oddfish.engine.match.openings import Opening, begin
from oddfish.engine.match.plan import Job, MatchError, Plan
from oddfish.engine.match.players import Player
from oddfish.engine.match.records import Record
from oddfish.engine.match.referee import play_game
from oddfish.engine.variants import get_variant

#: An engine that has run before and now fails to start so often in a row ends the match.
_FAILED_STARTS = 3


class Spectator(Protocol):
    """Who watches a match."""

    def started(self, job: Job) -> None:
        """A game begins."""

    def moved(self, job: Job, game: Game) -> None:
        """A move was made, where that can be seen."""

    def finished(self, job: Job, record: Record) -> None:
        """A game is over and counted."""


class Venue(Protocol):
    """Where games are played."""

    @property
    def places(self) -> int:
        """Games that can be played at a time, at least 1; may change."""

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None) -> Record:
        """Play a game; cancelled, it is given up.

        Raises:
            MatchError: an engine or the venue itself cannot be used.
        """

    async def close(self) -> None:
        """End what was kept for further games."""


class Table:
    """Plays one game after the other, and keeps the engines' processes from game to game.

    Args:
        plan: the match.
        speaks: the protocol each engine that has ever started was found to speak, by its name; is extended.
    """

    def __init__(self, plan: Plan, speaks: dict[str, str]):
        self.plan = plan
        self.speaks = speaks
        self._variant = get_variant(plan.variant)
        self._rules = Game(self._variant, plan.options, seed=0).options
        self._players: dict[int, Player] = {}

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None = None) -> Record:
        """Play a game: with engines and limits that do not depend on time, the job and its opening determine it.

        Raises:
            MatchError: an engine cannot be used.
        """
        await self._dismiss({job.white, job.black})
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
        await self._tidy(players, played)
        names = players[0].spec.name, players[1].spec.name
        return Record(
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
            opening=made,
            moves=tuple(game.texts()),
            seed=self.plan.seed_of(job.round),
            deal=deal,
            date=datetime.datetime.now().isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - begun, 3),
            thoughts=tuple(played.thoughts),
        )

    async def close(self) -> None:
        """End the processes, also if it is cancelled meanwhile."""
        await asyncio.shield(self._dismiss(set()))

    async def _dismiss(self, kept: set[int]) -> None:
        gone = [self._players.pop(number) for number in list(self._players) if number not in kept]
        await asyncio.gather(*(player.quit() for player in gone))

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
                    if player.spec.name not in self.speaks or attempt == _FAILED_STARTS - 1:
                        raise
            self.speaks[player.spec.name] = player.speaks

    async def _tidy(self, players: tuple[Player, Player], played: Played) -> None:
        """End processes that cannot be trusted with, or are not to play, another game."""
        for side, player in enumerate(players):
            if player.spec.restart:
                await player.quit()
            elif played.fault is not None and played.fault[0] == side:
                await player.kill()


class LocalVenue:
    """Tables on this machine.

    Args:
        plan: the match.
        places: how many.
    """

    def __init__(self, plan: Plan, places: int = 1):
        self.plan = plan
        self.places = places
        self._speaks: dict[str, str] = {}
        self._free: list[Table] = []

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None) -> Record:
        table = self._free.pop() if self._free else Table(self.plan, self._speaks)
        try:
            record = await table.play(job, opening, spectator)
        except BaseException:
            await table.close()
            raise
        self._free.append(table)
        return record

    async def close(self) -> None:
        await asyncio.gather(*(table.close() for table in self._free))
