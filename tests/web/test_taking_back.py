"""The clocks when a move, or a loss on time, is taken back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.protocols.web import timing
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.session import Session
from oddfish.protocols.web.sessions import Sessions
from web.test_abandoned import in_a_loop, until


class Game:
    """A game of two people at one page, with a minute each. Time passes only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now = 0.0
        monkeypatch.setattr(timing, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.sessions = Sessions(most=1, idle=600.0, searches=1)
        self.session: Session = self.sessions.create(
            {"variant": "half-chess", "players": ["human", "human"], "base": 60}, "me"
        )
        self._page = Visitor("me", None, lambda _: None)
        self.session.enter(self._page, None)

    def send(self, kind: str, **wishes: Any) -> None:
        self.session.handle({"t": kind, **wishes}, self._page)

    def move(self, *squares: str) -> None:
        self.send("click", clicks=[*squares], ply=len(self.session.table.game.moves))

    async def lose_on_time(self, seconds: float) -> None:
        """Let time pass until the flag falls."""
        self.now += seconds
        self.send("seat", side=0, player="human")  # the session looks at the clock again
        await until(lambda: self.session.table.result() is not None)

    @property
    def clock(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.session.state()["clock"]
        return shown


def test_a_loss_on_time_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loser gets back the time with which the turn began."""

    async def test() -> None:
        game = Game(monkeypatch)
        game.move("e2", "e4")
        game.now += 20
        game.move("e7", "e5")
        game.now += 30
        game.move("g1", "f3")
        await game.lose_on_time(41)
        assert game.clock == {"left": [30000, 0], "running": None}
        game.send("back")
        assert game.session.table.result() is None
        assert len(game.session.table.game.moves) == 3
        assert game.clock == {"left": [30000, 40000], "running": 1}
        game.now += 10
        game.move("b8", "c6")
        assert game.clock == {"left": [30000, 30000], "running": 0}
        game.sessions.close()

    in_a_loop(test)


def test_taking_back_leaves_time_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the turn began with hardly any."""

    async def test() -> None:
        game = Game(monkeypatch)
        game.move("e2", "e4")
        game.now += 59.5
        game.move("e7", "e5")
        game.move("g1", "f3")
        await game.lose_on_time(1)
        game.send("back")
        assert game.clock == {"left": [60000, 6000], "running": 1}
        game.sessions.close()

    in_a_loop(test)


def test_no_clock_runs_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        game = Game(monkeypatch)
        game.move("e2", "e4")
        game.now += 20
        game.send("back")
        assert game.clock == {"left": [60000, 40000], "running": None}
        game.sessions.close()

    in_a_loop(test)
