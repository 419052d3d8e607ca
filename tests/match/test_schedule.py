"""The schedule of a match: who plays first, and which games wait for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.knockout import EXTRA_PAIRS, Knockout
from oddfish.engine.experiments.match.plan import EngineSpec, Job, MatchError, Plan
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.report import knockout_lines
from oddfish.engine.experiments.match.schedule import Schedule
from oddfish.engine.experiments.match.standings import Standings
from oddfish.engine.experiments.match.statistics import Sprt
from support.matches import record


def make_plan(names: str, **fields: Any) -> Plan:
    engines = tuple(EngineSpec(name, "oddfish") for name in names)
    return Plan("banqi", engines, Control(nodes=10), **fields)


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


# ------------------------------------------------------------------------------------------------- tournaments


def play_out(plan: Plan, strongest: str, level: Collection[frozenset[str]] = (), at_once: int = 3) -> Standings:
    """Play a tournament in which the engine that comes first in ``strongest`` wins, or all games are drawn if the pair
    is in ``level``; several games run at a time and end in another order than they began."""
    standings = Standings(plan)
    schedule = Schedule(plan, standings.records)
    running: list[Job] = []
    while True:
        while len(running) < at_once and (job := schedule.next()) is not None:
            running.append(job)
        if not running:
            return standings
        job = running.pop()
        names = plan.engines[job.white].name, plan.engines[job.black].name
        result = "1-0" if strongest.index(names[0]) < strongest.index(names[1]) else "0-1"
        standings.add(record(plan, job, "1/2-1/2" if frozenset(names) in level else result))


def meetings(standings: Standings) -> Counter[str]:
    return Counter("".join(sorted((game.white, game.black))) for game in standings.records.values())


def test_stages_have_their_names() -> None:
    knockout = Knockout(make_plan("abcdefghijklmnop", games=2, format="knockout"), {})
    names = ["round of 16", "quarter-final", "semi-final", "final"]
    assert [knockout.stage_name(stage) for stage in range(4)] == names


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    plan = make_plan("abcd", games=4, format="gauntlet")
    assert plan.total == 12
    assert meetings(play_out(plan, "abcd")) == {"ab": 4, "ac": 4, "ad": 4}


@pytest.mark.parametrize("at_once", [1, 3, 50])
@pytest.mark.parametrize(
    ("names", "strongest", "expected", "winner"),
    [
        ("ab", "ba", "ab", "b"),
        ("abc", "cba", "bc ac", "c"),  # a has a bye
        ("abcd", "abcd", "ad bc ab", "a"),
        ("abcd", "dcba", "ad bc cd", "d"),
        ("abcde", "edcba", "de bc ae ce", "e"),
        ("abcdefgh", "abcdefgh", "ah de bg cf ad bc ab", "a"),
    ],
)
def test_a_knockout(names: str, strongest: str, expected: str, winner: str, at_once: int) -> None:
    plan = make_plan(names, games=2, format="knockout")
    standings = play_out(plan, strongest, at_once=at_once)
    assert meetings(standings) == dict.fromkeys(expected.split(), 2)
    assert {*standings.records} == {*range(1, plan.total + 1)}
    assert knockout_lines(standings)[-1] == f"winner: {winner}"
    whites = Counter(game.white for game in standings.records.values())
    blacks = Counter(game.black for game in standings.records.values())
    assert whites == blacks
    pairs = Counter(game.pair for game in standings.records.values())
    assert set(pairs.values()) == {2}


def test_a_level_pairing_goes_on_and_in_the_end_the_better_seed_does() -> None:
    plan = make_plan("abcd", games=4, format="knockout")
    standings = play_out(plan, "dcba", {frozenset("bc")})
    assert meetings(standings) == {"ad": 4, "bc": 4 + 2 * EXTRA_PAIRS, "bd": 4}
    between = sorted(number for number, game in standings.records.items() if {game.white, game.black} == {"b", "c"})
    extra = 12 + 2 * EXTRA_PAIRS  # those of a - d would come before
    assert between == [*range(5, 9), *range(extra + 1, extra + 2 * EXTRA_PAIRS + 1)]
    assert knockout_lines(standings) == [
        "semi-final: a 0 - 4 d", "semi-final: b 12 - 12 c", "final: b 0 - 4 d", "winner: d"
    ]  # fmt: skip


def test_extra_games_count_as_planned_once_they_are_needed() -> None:
    plan = make_plan("abc", games=2, format="knockout")
    standings = Standings(plan)
    schedule = Schedule(plan, standings.records)
    totals = []
    for result in [*["1/2-1/2"] * 4, "1-0", "0-1"]:  # b - c is level after two games and after four
        totals.append(standings.total)
        job = schedule.next()
        assert job is not None
        standings.add(record(plan, job, result))
    assert schedule.next() is not None
    assert totals == [4, 4, 6, 6, 8, 8]


def test_extra_pairs_end_when_one_decides() -> None:
    plan = make_plan("ab", games=2, format="knockout")
    records: dict[int, Record] = {}
    knockout = Knockout(plan, records)
    for result in ("1-0", "1-0", "1/2-1/2", "1/2-1/2", "0-1"):
        job = knockout.next()
        assert job is not None
        records[job.number] = record(plan, job, result)
    assert knockout.winner(knockout.ties()[-1]) is None
    job = knockout.next()
    assert job is not None
    records[job.number] = record(plan, job, "1/2-1/2")
    assert knockout.next() is None
    assert knockout.winner(knockout.ties()[-1]) == 1
    assert knockout.points(knockout.ties()[-1]) == (2.5, 3.5)


def test_a_knockout_is_resumed() -> None:
    """Whatever part of the games is known, the same games are played as without an interruption."""
    plan = make_plan("abcdef", games=4, format="knockout")
    whole = play_out(plan, "fbdace")
    numbers = sorted(whole.records)
    for kept in range(0, len(numbers), 3):
        standings = Standings(plan, (whole.records[number] for number in numbers[:kept]))
        schedule = Schedule(plan, standings.records)
        while (job := schedule.next()) is not None:
            standings.add(whole.records[job.number])
        assert {*standings.records} == {*whole.records}


def test_a_knockout_swaps_sides() -> None:
    with pytest.raises(MatchError, match="knockout plays pairs"):
        make_plan("ab", format="knockout", first="loser").check()
    values = make_plan("abc", format="knockout").to_json()
    assert Plan.from_json(values).format == "knockout"
    with pytest.raises(MatchError, match="format: 'swiss'"):
        Plan.from_json({**values, "format": "swiss"})
    del values["format"]
    assert Plan.from_json(values).format == "round-robin"
