"""The standings of a match: counts over finished games, and the sequential test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from oddfish.engine.experiments.match.knockout import Knockout
from oddfish.engine.experiments.match.plan import Plan
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.statistics import Tally


class Score:
    """The score of one engine."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = 0
        #: Complete pairs worth 0, 1/2, 1, 3/2 and 2 points.
        self.pairs = [0, 0, 0, 0, 0]

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; 0 without games."""
        return self.points / max(self.games, 1)

    @property
    def by_games(self) -> Tally:
        return Tally.of_games(self.wins, self.draws, self.losses)

    @property
    def by_pairs(self) -> Tally:
        return Tally.of_pairs(self.pairs)

    @property
    def tally(self) -> Tally:
        """The tally for computing errors: of pairs if there are any."""
        return self.by_pairs if self.by_pairs.total else self.by_games


class Standings:
    """The finished games of a match."""

    def __init__(self, plan: Plan, records: Iterable[Record] = ()):
        self.plan = plan
        self.records: dict[int, Record] = {}
        #: Faults by engine and kind.
        self.faults: Counter[tuple[str, str]] = Counter()
        self.reasons: Counter[str] = Counter()
        #: ``H0`` or ``H1`` once the plan's SPRT is over, and the pairs that it has used, by points.
        self.verdict: str | None = None
        self.tested_pairs = [0, 0, 0, 0, 0]
        self._pairs: dict[int, list[Record]] = {}
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        self.records[record.number] = record
        self._pairs.setdefault(record.pair, []).append(record)
        self.reasons[record.reason] += 1
        if record.fault is not None:
            self.faults[record.fault] += 1
        if len(self.plan.engines) == 2:
            self._test()

    def score(self, name: str, against: str | None = None) -> Score:
        """The score of an engine, in all games or against one opponent."""
        score = Score()
        for pair in self._pairs.values():
            points = []
            for record in pair:
                if name not in (record.white, record.black) or against not in (None, record.white, record.black):
                    break
                mine = record.score if record.white == name else 1 - record.score
                score.wins += mine == 1
                score.draws += mine == 0.5
                score.losses += mine == 0
                points.append(mine)
            if len(points) == 2 and self.plan.first == "alternate":  # otherwise sides are not swapped
                score.pairs[round(2 * sum(points))] += 1
        return score

    @property
    def total(self) -> int:
        """The number of games of the match, including those so far that decide tied pairings of a knockout."""
        return Knockout(self.plan, self.records).total if self.plan.format == "knockout" else self.plan.total

    def ranked(self) -> list[tuple[str, Score]]:
        """The engines with their scores, the highest share of points first."""
        scores = [(engine.name, self.score(engine.name)) for engine in self.plan.engines]
        return sorted(scores, key=lambda item: -item[1].share)

    def faults_of(self, name: str) -> int:
        """The number of games that an engine lost by a fault."""
        return sum(count for (engine, _), count in self.faults.items() if engine == name)

    def final(self) -> Standings:
        """The standings up to the pair that ended the test, which you can reproduce from the seed."""
        if self.verdict is None:
            return self
        pairs = sum(self.tested_pairs)
        return Standings(self.plan, (record for record in self.records.values() if record.pair < pairs))

    def _test(self) -> None:
        """Continue the sequential test.

        Pairs count in the order of the schedule, up to the first incomplete one. Counting games as they end would
        favour short games and make the result depend on timing.
        """
        first = self.plan.engines[0].name
        while self.verdict is None and len(games := self._pairs.get(sum(self.tested_pairs), ())) == 2:
            points = sum(game.score if game.white == first else 1 - game.score for game in games)
            self.tested_pairs[round(2 * points)] += 1
            if self.plan.sprt is not None:
                self.verdict = self.plan.sprt.decision(Tally.of_pairs(self.tested_pairs))
