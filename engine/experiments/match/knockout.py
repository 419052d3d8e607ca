"""Knockout: the winner of each pairing advances, until one engine is left.

Engines are seeded in the order of the command line: the first meets the last, and the first two can only meet in the
final. If their number is not a power of two, the first ones have byes. A pairing that is tied after its games continues
pair by pair; if it is still tied after `EXTRA_PAIRS`, the engine named first advances.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from oddfish.engine.experiments.match.plan import Job, Plan
from oddfish.engine.experiments.match.records import Record

EXTRA_PAIRS = 10


class Tie(NamedTuple):
    """Two engines, one of which advances.

    Attributes:
        stage: the stage of the knockout, from 0.
        number: the number of the pairing, from 0, over all stages.
        one: the engine with the better seed; None if it is not known yet.
        two: the other one; None if it is not known yet, or there is none (``bye``).
        bye: whether ``one`` advances without a game.
    """

    stage: int
    number: int
    one: int | None
    two: int | None
    bye: bool


class Knockout:
    """The bracket of a plan, and which of its games can start next.

    Args:
        plan: the match.
        records: the finished games by number, which the match goes on adding to.
    """

    def __init__(self, plan: Plan, records: Mapping[int, Record]):
        self._plan, self._records = plan, records
        self._most = plan.games + 2 * EXTRA_PAIRS  # games of a pairing
        self._numbers = {engine.name: number for number, engine in enumerate(plan.engines)}
        self._started: set[int] = set()
        self._seeds = [0]
        while len(self._seeds) < len(plan.engines):
            double = 2 * len(self._seeds)
            self._seeds = [seed for one in self._seeds for seed in (one, double - 1 - one)]
        self._byes = [number for number, second in enumerate(self._seeds[1::2]) if second >= len(plan.engines)]

    def next(self) -> Job | None:
        """The next game that can start now; None if all have started or the rest depend on running games."""
        for tie in self.ties():
            if tie.one is None or tie.two is None:
                continue
            for place in range(self._games(tie)):
                job = self._job(tie, place)
                if job.number not in self._records and job.number not in self._started:
                    self._started.add(job.number)
                    return job
        return None

    def ties(self) -> list[Tie]:
        """All pairings, stage by stage, with the engines known so far."""
        found: list[Tie] = []
        count = len(self._plan.engines)
        entrants = [(seed if seed < count else None) for seed in self._seeds]
        here = [
            Tie(0, number, one, two, bye=two is None)
            for number, (one, two) in enumerate(zip(entrants[::2], entrants[1::2]))
        ]
        while here:
            found += here
            winners = [self.winner(tie) for tie in here]
            here = [
                self._between(here[0].stage + 1, len(found) + number, winners[2 * number], winners[2 * number + 1])
                for number in range(len(here) // 2)
            ]
        return found

    @staticmethod
    def _between(stage: int, number: int, one: int | None, two: int | None) -> Tie:
        if one is not None and two is not None:
            one, two = min(one, two), max(one, two)
        return Tie(stage, number, one, two, bye=False)

    def points(self, tie: Tie, games: int | None = None) -> tuple[float, float]:
        """The points of both engines of a pairing, in its first ``games`` or in all so far."""
        one = two = 0.0
        for place in range(self._most if games is None else games):
            record = self._records.get(self._number(tie, place))
            if record is not None:
                mine = record.score if self._numbers[record.white] == tie.one else 1 - record.score
                one += mine
                two += 1 - mine
        return one, two

    def winner(self, tie: Tie) -> int | None:
        """The engine that advances; None if it is not known yet."""
        if tie.bye:
            return tie.one
        if tie.one is None or tie.two is None or not self._is_complete(tie, self._games(tie)):
            return None
        one, two = self.points(tie)
        return tie.two if two > one else tie.one

    @property
    def total(self) -> int:
        """The number of games, as far as it is known: tied pairings add to those of the plan."""
        return sum(self._games(tie) for tie in self.ties() if not tie.bye)

    def stage_name(self, stage: int) -> str:
        """The name of a stage, such as "semi-final"."""
        left = len(self._seeds) >> stage
        return {2: "final", 4: "semi-final", 8: "quarter-final"}.get(left, f"round of {left}")

    def _games(self, tie: Tie) -> int:
        """How many games a pairing needs, by the results so far."""
        needed = self._plan.games
        while needed < self._most and self._is_complete(tie, needed):
            one, two = self.points(tie, needed)
            if one != two:
                break
            needed += 2
        return needed

    def _is_complete(self, tie: Tie, games: int) -> bool:
        return all(self._number(tie, place) in self._records for place in range(games))

    def _number(self, tie: Tie, place: int) -> int:
        """The number of a game of a pairing, in which the first has place 0. The planned games of all pairings come
        first, then the games that decide level ones."""
        games, before = self._plan.games, tie.number - sum(bye < tie.number for bye in self._byes)
        if place < games:
            return before * games + place + 1
        pairings = len(self._plan.engines) - 1
        return pairings * games + before * (self._most - games) + place - games + 1

    def _job(self, tie: Tie, place: int) -> Job:
        assert tie.one is not None and tie.two is not None
        pairs = self._most // 2
        white, black = (tie.two, tie.one) if place % 2 else (tie.one, tie.two)
        round_number, pair = tie.stage * pairs + place // 2, tie.number * pairs + place // 2
        return Job(self._number(tie, place), round_number, pair, white, black)
