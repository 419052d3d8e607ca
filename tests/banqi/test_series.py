"""Series of captures in XBoard: a turn of several moves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from banqi.xboard import BANQI, click, marked, replied, shown
from support.pipes import CecpEngine

pytestmark = pytest.mark.sampled(3)

SERIES = "8/k7/8/8/8/n7/p7/R1P5 w - - 0 1"


@pytest.fixture
def series() -> Iterator[CecpEngine]:
    with CecpEngine("--option", "MultiCapture=true", variant=BANQI) as running:
        running.ask("force", f"setboard {SERIES}", "sd 1", "easy")
        yield running


def test_a_person_continues_a_series(series: CecpEngine):
    lines = click(series, "a1", "a2")
    assert lines[1:3] == ["move @@@@", "click a2"]
    assert marked(lines[3]) == {"b3": "R", "b2": "Y"}
    assert marked(series.ask("lift c1")[0]) == {}
    assert click(series, "c1", "a1")[2] == "Illegal move (only the piece on a2 may go on capturing): c1a1"
    assert marked(series.ask("lift a2")[0]) == {"b3": "R", "b2": "Y"}
    assert click(series, "a2", "a3")[1:] == []
    assert shown(series).endswith("/R7/8/2P5")
    assert " b r " in series.fen()


@pytest.mark.parametrize("before", [["force"], ["playother"]])
def test_a_person_ends_a_series(series: CecpEngine, before: list[str]):
    series.ask(*before)
    click(series, "a1", "a2")
    lines = click(series, "a2", "b2")
    assert lines[1:3] == ["Illegal move (the turn is over): a2b2", "move @@@@"]
    if before == ["playother"]:
        replied(series, "a3")
    else:
        assert shown(series).endswith("/n7/R7/2P5")
        assert " b r " in series.fen()


def test_the_engine_does_not_play_on_for_the_person(series: CecpEngine):
    """XBoard sends `go` after the first move, although the turn may go on."""
    series.ask("lift a1", "put a2", "usermove a1a2", "go")
    assert shown(series).endswith("/n7/R7/2P5")
    assert click(series, "a2", "b2")[1] == "Illegal move (the turn is over): a2b2"
    replied(series, "a3")


def test_a_person_takes_a_whole_turn_back(series: CecpEngine):
    series.ask("lift a1", "put a2", "usermove a1a2", "go", "lift a2", "put a3", "usermove a2a3")
    replied(series, "a7")
    assert series.ask("remove") == ["highlight 8/8/8/8/8/8/8/8"]  # the engine's move and the second capture
    assert shown(series).endswith("/n7/R7/2P5")
    assert marked(series.ask("lift a2")[0]) == {"b3": "R", "b2": "Y"}
    assert series.ask("remove") == ["highlight 8/8/8/8/8/8/8/8"]
    assert shown(series) == SERIES.split()[0]


def test_taking_back_an_engine_s_long_turn():
    """XBoard takes two plies back; the engine makes it take back the rest."""
    fen, options = "8/K7/8/8/8/N7/P7/r7", ("--option", "MultiCapture=true", "--option", "DarkCapture=true")
    with CecpEngine(*options, variant=BANQI) as engine:
        engine.ask("force", f"setboard {fen} w - - 0 1", "sd 4", "easy", "lift a7", "put a8", "usermove a7a8", "go")
        replied(engine, "a2a3")
        lines = engine.ask("remove")
        assert [line.split(" (")[0] for line in lines[:-2]] == ["Illegal move"] * 2
        assert lines[-2:] == ["1 0 0 0 taken back: your move", "highlight 8/8/8/8/8/8/8/8"]
        assert shown(engine) == fen
