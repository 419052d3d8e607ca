"""A pool of workers on a cluster, each with its own engine processes."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

from oddfish.engine.experiments.cluster import Cluster, ClusterError, cancellable, here
from oddfish.engine.experiments.match.openings import Opening
from oddfish.engine.experiments.match.plan import Job, MatchError, OpeningSource, Plan
from oddfish.engine.experiments.match.pool import GameWorker, Spectator
from oddfish.engine.experiments.match.records import Record


class ClusterPool:
    """The workers of a cluster.

    Args:
        plan: the match.
        cluster: a connected cluster.
        slots: concurrent games; None for the workers' number of threads.
    """

    def __init__(self, plan: Plan, cluster: Cluster, slots: int | None = None):
        # Choose openings here: workers may not have the file.
        self._plan = replace(plan, openings=OpeningSource()).to_json()
        self._cluster = cluster
        self._slots = slots
        self._speaks: dict[str, str] = {}

    @property
    def slots(self) -> int:
        return self._slots or max(self._cluster.threads, 1)

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
        """Nothing to release: workers keep no engines between games."""


def play_job(
    plan: dict[str, Any], job: tuple[int, ...], opening: tuple[Any, ...], speaks: dict[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Play one game, on a worker of the cluster.

    Args:
        plan: the match, as JSON.
        job: the fields of a :class:`Job`.
        opening: the fields of an :class:`Opening`.
        speaks: the protocols of engines that have started before, by name.

    Returns:
        The record as JSON, and the protocols known now.

    Raises:
        MatchError: an engine cannot be used on this worker.
    """
    logging.getLogger("chess.engine").setLevel(logging.CRITICAL + 1)  # faults are in the records
    worker = GameWorker(Plan.from_json(plan), speaks)

    async def run() -> Record:
        game = asyncio.ensure_future(worker.play(Job(*job), Opening(*opening)))
        loop = asyncio.get_running_loop()
        try:
            with cancellable(lambda: loop.call_soon_threadsafe(game.cancel)):
                return await game
        finally:
            await worker.close()

    try:
        return asyncio.run(run()).to_json(), worker.speaks
    except MatchError as error:
        raise MatchError(f"{error} (on worker {here()})") from None
