"""CECP's time controls, over pipes and in the class TimeControl."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from oddfish.engine.game import Game
from oddfish.protocols.arguments import MAX_TIME, CommandError
from oddfish.protocols.cecp.time_control import TimeControl, read_base, read_seconds
from support.dialogue import thinking
from support.pipes import CecpEngine, Stopwatch

pytestmark = pytest.mark.sampled(3)


@pytest.fixture
def engine() -> Iterator[CecpEngine]:
    with CecpEngine(variant="normal") as running:
        yield running


def test_st_is_not_overrun(engine: CecpEngine):
    start = time.monotonic()
    engine.send("st 0.3", "usermove e2e4")
    engine.expect("move ", timeout=20)
    assert 0.1 < time.monotonic() - start < 10


def test_sd_is_kept_until_new(engine: CecpEngine):
    engine.send("post", "sd 3", "level 0 5 0", "go")
    assert {int(found[1]) for found in thinking(engine.until("move "))} == {1, 2, 3}
    engine.send("new", "st 0.5", "go")
    assert max(int(found[1]) for found in thinking(engine.until("move "))) > 3


def test_sd_0_lifts_the_limit(engine: CecpEngine):
    engine.send("post", "sd 2", "st 0.5", "go")
    assert {int(found[1]) for found in thinking(engine.until("move "))} == {1, 2}
    assert engine.ask("sd 0") == []
    engine.send("go")
    assert max(int(found[1]) for found in thinking(engine.until("move "))) > 2


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["level 40 0:04 0", "level 0 0:04 0", "level 0 0:02 0.05"])
def test_clock_is_not_overrun(engine: CecpEngine, level: str):
    """The flag does not fall in forty moves, by the test's own clock."""
    engine.send("easy", "nopost", level, "force")
    increment = float(level.split()[-1])
    clock = float(level.split()[2].split(":")[1])
    for _ in range(40):
        engine.sync()
        engine.send(f"time {int(clock * 100)}", f"otim {int(clock * 100)}")
        watch = Stopwatch()
        engine.send("go")
        answer = engine.expect("move |1-0|0-1|1/2")
        clock += increment - watch.stop()
        if not answer.startswith("move"):
            break
        engine.send("force")
    assert clock > 0


def test_low_and_negative_clocks(engine: CecpEngine):
    for reading in ("0", "-500", "1"):
        engine.send(f"time {reading}", f"otim {reading}", "go")
        engine.expect("move ", timeout=20)


@pytest.mark.parametrize("text", ["st 0", "st -1", "st 0.0", "sd -1", "sd x"])
def test_limits_that_leave_nothing_are_errors(text: str):
    control = TimeControl()
    control.st("5")
    control.sd("7")
    command, value = text.split()
    with pytest.raises(CommandError):
        getattr(control, command)(value)
    assert (control.move_time, control.depth) == (5000, 7)
    control.st("0.0001")
    assert control.move_time == 1


def test_time_control():
    control = TimeControl()
    game = Game("normal")
    control.level("40 0:30 0", 0)
    assert control.limits(game, 0).time == (30_000, 30_000)
    assert control.limits(game, 0).moves_to_go == 40
    for move in ("e2e4", "e7e5", "g1f3"):
        game.push(move)
    assert control.moves_to_go(game, 0) == 38
    assert control.moves_to_go(game, 1) == 39
    control.own, control.other = 1000, 2000
    assert control.limits(game, 1, spent=100).time == (2000, 900)
    control.count_moves()
    game = Game("normal")
    assert control.moves_to_go(game, 0) == 40
    control.level("40 0:30 0", 3)
    game.push("e2e4")
    assert control.moves_to_go(game, 1) == 40
    control.count_moves()
    game.push("e7e5")
    assert control.moves_to_go(game, 1) == 39
    control.level("0 2 12", 3)
    limits = control.limits(game, 1)
    assert (limits.time, limits.increment, limits.moves_to_go) == ((120_000, 120_000), (12_000, 12_000), 0)
    control.moved(game, 1, 5000)
    assert control.own == 127_000
    control.st("30")
    assert control.limits(game, 1).movetime == 30_000
    control.level("1 1 0", 3)
    assert control.limits(game, 1).movetime == 0
    control.sd("7")
    assert control.limits(game, 1).depth == 7
    control.new_game()
    assert control.limits(game, 1).depth == 0


def test_a_new_control_counts_moves_from_then_on():
    control, game = TimeControl(), Game("normal")
    for move in ("e2e4", "e7e5", "g1f3"):
        game.push(move)
    control.level("40 5 0", 2)
    assert (control.moves_to_go(game, 0), control.moves_to_go(game, 1)) == (39, 40)


def test_a_fixed_time_includes_what_an_interrupted_search_has_spent():
    control, game = TimeControl(), Game("normal")
    control.st("2")
    assert control.limits(game, 0, spent=500).movetime == 1500
    assert control.limits(game, 0, spent=5000).movetime == 1


def test_session_refills_the_clock():
    control = TimeControl()
    control.level("2 1 0", 0)
    game = Game("normal")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        game.push(move)
        if game.turn == 1:
            control.moved(game, 0, 10_000)
    assert control.own == 60_000 - 20_000 + 60_000


@pytest.mark.parametrize(
    ("text", "milliseconds"), [("5", 300_000), ("0:30", 30_000), ("1:30", 90_000), ("25+5", 1_500_000), ("0.5", 30_000)]
)
def test_base_times(text: str, milliseconds: int):
    assert read_base(text) == milliseconds


def test_long_times_are_cut():
    """They still fit the search's numbers."""
    assert read_seconds("1e300", "time") == read_base("9" * 30) == MAX_TIME


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-1", "1:2:3"])
def test_bad_seconds(text: str):
    with pytest.raises(CommandError):
        read_seconds(text, "time")
