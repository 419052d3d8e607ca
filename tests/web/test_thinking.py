"""The engine's searches for a page, when they are cancelled or fail."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("starlette")

from oddfish.engine.game import Game
from oddfish.engine.puzzles import puzzles_of
from oddfish.engine.searcher import Best, Limits
from oddfish.engine.variants import get_variant
from oddfish.protocols.web.errands import Errands
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.sessions import Sessions
from oddfish.protocols.web.thinking import Pool, Thinker
from web.test_abandoned import in_a_loop, until

BEST = Best(None, None, None, 0, 0)


class Endless:
    """A searcher whose searches end only when they are stopped. It does not begin to wait before its second search."""

    def __init__(self) -> None:
        self.ended: list[threading.Event] = []
        self._answer: Callable[[Best], None] = lambda _: None
        self._second = threading.Event()

    def go(self, game: Game, limits: Limits, on_info: object, on_done: Callable[[Best], None]) -> None:
        self._answer = on_done
        self.ended.append(threading.Event())
        if len(self.ended) == 2:
            self._second.set()

    def stop(self) -> None:
        if self.ended and not self.ended[-1].is_set():
            self.ended[-1].set()
            self._answer(BEST)

    def wait(self, timeout: float | None = None) -> bool:
        self._second.wait(20)
        return self.ended[-1].wait(20)


def test_a_cancelled_search_does_not_wait_for_the_next() -> None:
    async def test() -> None:
        pool = Pool(2)
        thinker = Thinker(pool, 0)
        searcher = thinker.searcher = Endless()  # type: ignore[assignment]
        game, limits = Game(get_variant("half-chess")), Limits(infinite=True)
        first = asyncio.create_task(thinker.think(game, limits))
        await until(lambda: searcher.ended)
        first.cancel()
        second = asyncio.create_task(thinker.think(game, limits))
        await asyncio.wait([first], timeout=10)
        assert first.cancelled()
        assert len(searcher.ended) == 2 and not second.done()
        assert not pool.turns.locked()  # there is room for another search
        thinker.close()
        assert await second == BEST

    in_a_loop(test)


def test_a_search_that_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page no longer says that the engine is thinking, and the game goes on after a take-back."""
    think = Thinker.think
    fails = [True]

    async def sometimes(self: Thinker, *given: Any) -> Best:
        if fails:
            fails.clear()
            raise MemoryError
        return await think(self, *given)

    monkeypatch.setattr(Thinker, "think", sometimes)

    async def test() -> None:
        sessions = Sessions(most=1, idle=600.0, searches=1)
        told: list[dict[str, Any]] = []
        mine = Visitor("me", None, told.append)
        session = sessions.create({"variant": "half-chess", "level": 0}, "me")
        session.enter(mine, None)
        session.handle({"t": "click", "clicks": ["e2", "e4"], "ply": 0}, mine)
        await until(lambda: not fails)
        await asyncio.sleep(0)
        assert not session.state()["thinking"]
        assert "turn" in told[-2]["t"] and not told[-2]["thinking"]
        assert "MemoryError" in told[-1]["text"]
        session.handle({"t": "back"}, mine)
        session.handle({"t": "click", "clicks": ["e2", "e4"], "ply": 0}, mine)
        await until(lambda: told[-1]["t"] == "ply" and told[-1]["ply"] == 2)
        sessions.close()

    in_a_loop(test)


REQUESTS = {
    "find a hint": {"t": "hint"},
    "consider the draw": {"t": "draw"},
    "judge your move": {"t": "click", "ply": 0},
    "analyse": {"t": "analyse", "lines": 1},
    "review the game": {"t": "review"},
}


@pytest.mark.parametrize("purpose", REQUESTS)
def test_advice_that_fails_is_reported(purpose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player would wait for it for ever."""

    async def fail(self: Thinker, *given: Any) -> Best:
        raise MemoryError("no room")

    monkeypatch.setattr(Thinker, "think", fail)

    async def test() -> None:
        sessions = Sessions(most=1, idle=600.0, searches=1)
        told: list[dict[str, Any]] = []
        mine = Visitor("me", None, told.append)
        puzzle = {"puzzle": 0} if purpose == "judge your move" else {}
        session = sessions.create({"variant": "half-chess", **puzzle}, "me")
        session.enter(mine, None)
        message = REQUESTS[purpose]
        if puzzle:
            game = session.table.game
            texts = [game.position.text(move) for move in game.legal_moves()]
            move = next(text for text in texts if text not in puzzles_of("half-chess")[0].line)
            message = {**message, "clicks": [move[:2], move[2:4]]}
        session.handle(message, mine)
        await until(lambda: told[-1]["t"] == "note")
        assert told[-1]["text"].startswith(f"The engine cannot {purpose} (no room).")
        sessions.close()

    in_a_loop(test)


def test_an_errand_that_is_replaced_before_it_starts() -> None:
    """Nothing is left of it: no note, and no coroutine that was never awaited."""

    async def test() -> None:
        done: list[str] = []
        told: list[Any] = []

        async def work(name: str) -> None:
            done.append(name)

        errands = Errands(told.append)
        errands.run("wait", lambda: work("first"))
        errands.run("wait", lambda: work("second"))
        await until(lambda: done)
        assert done == ["second"] and not told

    in_a_loop(test)
