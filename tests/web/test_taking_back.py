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

    def __init__(self, monkeypatch: pytest.MonkeyPatch, increment: float = 0):
        self.now = 0.0
        monkeypatch.setattr(timing, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.sessions = Sessions(most=1, idle=600.0, searches=1)
        self.session: Session = self.sessions.create(
            {"variant": "half-chess", "players": ["human", "human"], "base": 60, "increment": increment}, "me"
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


@pytest.mark.parametrize(
    ("spent", "left", "mended"),
    [
        ((20, 30, 41), 30000, 40000),
        ((59.5, 0, 1), 60000, 6000),  # a tenth of the minute instead of the half second that was left
    ],
)
def test_a_loss_on_time_is_taken_back(
    monkeypatch: pytest.MonkeyPatch, spent: tuple[float, float, float], left: int, mended: int
) -> None:
    """The loser gets back the time with which the turn began, or enough to play on."""

    async def test() -> None:
        game = Game(monkeypatch)
        game.move("e2", "e4")
        game.now += spent[0]
        game.move("e7", "e5")
        game.now += spent[1]
        game.move("g1", "f3")
        await game.lose_on_time(spent[2])
        assert game.clock == {"left": [left, 0], "running": None}
        game.send("back")
        assert game.session.table.result() is None
        assert len(game.session.table.game.moves) == 3
        assert game.clock == {"left": [left, mended], "running": 1}
        game.now += 5
        game.move("b8", "c6")
        assert game.clock == {"left": [left, mended - 5000], "running": 0}
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
