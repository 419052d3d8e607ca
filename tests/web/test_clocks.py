"""The clocks of a game: when they gain an increment, and in a rematch of players at two pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.protocols.web import timing
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.sessions import Sessions
from oddfish.protocols.web.timing import Clock
from web.test_abandoned import in_a_loop


class Time:
    """It passes only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now = 0.0
        monkeypatch.setattr(timing, "time", SimpleNamespace(monotonic=lambda: self.now))


def test_an_increment_is_for_a_side_whose_clock_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move of a game costs nothing and gains nothing."""
    time, clock = Time(monkeypatch), Clock(60, 2)
    clock.moved(0)
    assert clock.shown() == {"left": [60_000, 60_000], "running": None}
    clock.start(1)
    time.now += 10
    clock.moved(1)
    assert clock.shown() == {"left": [60_000, 52_000], "running": None}


def test_a_loser_on_time_gets_back_the_time_of_the_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the clock was started again meanwhile, as it is when a player changes."""
    time, clock = Time(monkeypatch), Clock(60, 0)
    for _ in range(3):
        clock.start(0)
        time.now += 20
    assert clock.shown() == {"left": [0, 60_000], "running": 0}
    clock.mend()
    assert clock.shown() == {"left": [60_000, 60_000], "running": None}


def test_a_rematch_at_two_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both clocks begin again. The players have swapped sides, so the owner resigns as Black."""

    async def test() -> None:
        time, sessions = Time(monkeypatch), Sessions(most=1, idle=600.0, searches=1)
        wishes: dict[str, Any] = {"variant": "half-chess", "players": ["human", "human"], "base": 60}
        session = sessions.create(wishes, "me")
        owner, guest = (Visitor(browser, seat, lambda _: None) for browser, seat in (("me", None), ("you", 1)))
        for visitor in (owner, guest):
            session.enter(visitor, None)
        session.handle({"t": "click", "clicks": ["e2", "e4"], "ply": 0}, owner)
        time.now += 20
        session.handle({"t": "resign"}, guest)
        assert session.state()["over"]["winner"] == 0
        for visitor in (owner, guest):
            session.handle({"t": "rematch"}, visitor)
        state = session.state()
        assert (state["round"], state["swapped"], state["over"]) == (2, True, None)
        assert state["clock"] == {"left": [60_000, 60_000], "running": None}
        session.handle({"t": "resign"}, owner)
        assert session.state()["over"]["winner"] == 0
        sessions.close()

    in_a_loop(test)
