"""The schedule of a match: who plays first, and which games wait for others."""

from __future__ import annotations

from typing import Any

import pytest

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Job, MatchError, Plan
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.schedule import Schedule
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt


def make_plan(names: str, **fields: Any) -> Plan:
    engines = tuple(EngineSpec(name, "oddfish") for name in names)
    return Plan("banqi", engines, Control(nodes=10), **fields)


def record(plan: Plan, job: Job, result: str) -> Record:
    names = (plan.engines[job.white].name, plan.engines[job.black].name)
    return Record(
        job.number, job.round, job.pair, *names, result, "no legal move", "", None, "", 0, (), 0, "", "", 0.0, ()
    )


def played(plan: Plan, results: str) -> list[str]:
    """Who plays White in each game of a match with these results: 1 if White wins, 0 if Black wins, = for a draw."""
    records: dict[int, Record] = {}
    schedule = Schedule(plan, records)
    first = []
    for result in results:
        job = schedule.next()
        assert job is not None
        first.append(plan.engines[job.white].name)
        records[job.number] = record(plan, job, {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}[result])
    assert schedule.next() is None or len(records) < plan.total
    return first


@pytest.mark.parametrize(
    ("first", "results", "expected"),
    [
        ("alternate", "110011", "ababab"),
        ("loser", "111111", "ababab"),
        ("loser", "000000", "aaaaaa"),  # the loser, who had played first, does so again
        ("loser", "1==010", "ababba"),
        ("winner", "111111", "aaaaaa"),
        ("winner", "000000", "ababab"),
        ("winner", "=1==00", "abbaba"),
    ],
)
def test_who_plays_first(first: str, results: str, expected: str) -> None:
    plan = make_plan("ab", games=6, first=first)
    assert "".join(played(plan, results)) == expected


def test_a_pairing_waits_for_its_result_and_others_go_on() -> None:
    plan = make_plan("abc", games=2, first="loser")
    records: dict[int, Record] = {}
    schedule = Schedule(plan, records)
    started = [schedule.next() for _ in range(3)]
    assert [job and {job.white, job.black} for job in started] == [{0, 1}, {0, 2}, {1, 2}]
    assert schedule.next() is None
    second = started[1]
    assert second is not None
    records[second.number] = record(plan, second, "0-1")
    following = schedule.next()
    assert following is not None and (following.white, following.black) == (0, 2)
    assert schedule.next() is None


def test_a_resumed_match_goes_on_from_the_last_result() -> None:
    plan = make_plan("ab", games=4, first="loser")
    one, two, *_ = plan.jobs()
    records = {1: record(plan, one, "1-0"), 2: record(plan, two, "1-0")}
    job = Schedule(plan, records).next()
    assert job is not None and job.number == 3 and (job.white, job.black) == (0, 1)
    assert Plan.from_json(plan.to_json()) == plan


def test_games_without_swapped_sides_are_not_pairs() -> None:
    for first, pairs in (("alternate", 1), ("loser", 0)):
        plan = make_plan("ab", games=2, first=first)
        records = [record(plan, job, "1-0") for job in plan.jobs()]
        score = Standings(plan, records).score("a")
        assert (score.games, sum(score.pairs)) == (2, pairs)


def test_options_that_exclude_first() -> None:
    with pytest.raises(MatchError, match="SPRT counts pairs of games with sides swapped, which loser first"):
        make_plan("ab", first="loser", sprt=Sprt(0, 5)).check()
    values = make_plan("ab").to_json()
    assert Plan.from_json({name: value for name, value in values.items() if name != "first"}) == make_plan("ab")
    with pytest.raises(MatchError, match="first: 'youngest'"):
        Plan.from_json({**values, "first": "youngest"})
