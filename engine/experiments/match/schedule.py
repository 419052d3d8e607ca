"""The schedule of a match: which game can start next, and who plays first in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from oddfish.engine.experiments.match.knockout import Knockout
from oddfish.engine.experiments.match.plan import Job, Plan
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.rematch import swaps


class Schedule:
    """Hands out the games of a plan that have not been played, in order.

    If the last result decides who plays first (:data:`~oddfish.engine.rematch.FIRST`), the games of a pairing are
    played one after another; those of different pairings can still be played in parallel.

    Args:
        plan: the match.
        records: the finished games by number, which the match goes on adding to.
    """

    def __init__(self, plan: Plan, records: Mapping[int, Record]):
        self._plan = plan
        self._records = records
        self._knockout = Knockout(plan, records) if plan.format == "knockout" else None
        self._jobs = (job for job in plan.jobs() if job.number not in records)
        self._last: dict[tuple[int, int], Job] = {}  # each pairing's latest game
        self._next: dict[tuple[int, int], deque[Job]] = {}
        if plan.first != "alternate":
            for job in plan.jobs():
                if job.number in records:
                    self._last[_pairing(job)] = job
                else:
                    self._next.setdefault(_pairing(job), deque()).append(job)

    def next(self) -> Job | None:
        """The next game that can start now; None if all have started, or if the rest must wait for a running game to
        end."""
        if self._knockout is not None:
            return self._knockout.next()
        if self._plan.first == "alternate":
            return next(self._jobs, None)
        ready = [jobs[0] for pairing, jobs in self._next.items() if jobs and self._is_over(pairing)]
        if not ready:
            return None
        job = min(ready)
        pairing = _pairing(job)
        before = self._last.get(pairing)
        self._last[pairing] = self._next[pairing].popleft()
        return job if before is None else self._seated(job, self._records[before.number])

    def _is_over(self, pairing: tuple[int, int]) -> bool:
        last = self._last.get(pairing)
        return last is None or last.number in self._records

    def _seated(self, job: Job, before: Record) -> Job:
        """The game with the sides that follow from the result of the one before."""
        first = before.black if swaps(self._plan.first, before.winner) else before.white
        if self._plan.engines[job.white].name == first:
            return job
        return job._replace(white=job.black, black=job.white)


def _pairing(job: Job) -> tuple[int, int]:
    """The two players of a game, in the order of the plan."""
    return min(job.white, job.black), max(job.white, job.black)
