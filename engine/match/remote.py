"""Games played by a cluster's workers, each with engines of its own."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

from oddfish.engine.cluster import Cluster, ClusterError, here, unless_unwanted
from oddfish.engine.match.openings import Opening
from oddfish.engine.match.plan import Job, MatchError, OpeningSource, Plan
from oddfish.engine.match.records import Record
from oddfish.engine.match.venue import Spectator, Table


class ClusterVenue:
    """The workers of a cluster.

    Args:
        plan: the match.
        cluster: open.
        places: games at a time; None is as many as the workers have threads.
    """

    def __init__(self, plan: Plan, cluster: Cluster, places: int | None = None):
        # Openings are decided where the match is: their file need not be anywhere else.
        self._plan = replace(plan, openings=OpeningSource()).to_json()
        self._cluster = cluster
        self._places = places
        self._speaks: dict[str, str] = {}

    @property
    def places(self) -> int:
        return self._places or max(self._cluster.threads, 1)

    async def play(self, job: Job, opening: Opening, spectator: Spectator | None) -> Record:
        moves = opening.fen, dict(opening.options), tuple(opening.moves)
        future = self._cluster.submit(play_job, self._plan, tuple(job), moves, dict(self._speaks))
        if spectator is not None:
            spectator.started(job)
        try:
            values, speaks = await asyncio.wrap_future(future)
        except ClusterError as error:
            raise MatchError(str(error)) from None
        self._speaks.update(speaks)
        return Record.from_json(values)

    async def close(self) -> None:
        """Nothing is kept from game to game."""


def play_job(
    plan: dict[str, Any], job: tuple[int, ...], opening: tuple[Any, ...], speaks: dict[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """On a worker: play one game.

    Args:
        plan: the match, as JSON.
        job: the fields of the game's :class:`Job`.
        opening: those of its :class:`Opening`.
        speaks: the protocols that engines are known to speak.

    Returns:
        the record as JSON, and the protocols that are known now.

    Raises:
        MatchError: an engine cannot be used here.
    """
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL + 1)  # what it has to say, records tell
    table = Table(Plan.from_json(plan), speaks)

    async def run() -> Record:
        game = asyncio.ensure_future(table.play(Job(*job), Opening(*opening)))
        loop = asyncio.get_running_loop()
        try:
            with unless_unwanted(lambda: loop.call_soon_threadsafe(game.cancel)):
                return await game
        finally:
            await table.close()

    try:
        return asyncio.run(run()).to_json(), table.speaks
    except MatchError as error:
        raise MatchError(f"{error} (on the worker {here()})") from None
