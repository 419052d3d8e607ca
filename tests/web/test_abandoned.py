"""Games that no page shows any more must not keep the engine from others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from oddfish.protocols.web import analysis as module
from oddfish.protocols.web.seats import Visitor
from oddfish.protocols.web.session import Session
from oddfish.protocols.web.sessions import Sessions


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test's event loop in another thread: Playwright may run one in this thread."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(test())  # type: ignore[arg-type]
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(120)
    assert not thread.is_alive()
    if failures:
        raise failures[0]


async def until(true: Callable[[], object]) -> None:
    for _ in range(6000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen within a minute")


def visited(*moves: str) -> tuple[Sessions, Session, Visitor, list[dict[str, Any]]]:
    """A game between two people after some moves, on one page: all games, this one, the page, and its events."""
    sessions, told = Sessions(most=8, idle=600.0, searches=2), list[dict[str, Any]]()
    page = Visitor("me", None, told.append)
    one = sessions.create({"variant": "normal", "players": ["human", "human"], "moves": [*moves]}, "me")
    one.enter(page, None)
    return sessions, one, page, told


def test_an_analysis_ends_when_its_page_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GRACE", 0.05)

    async def test() -> None:
        sessions = Sessions(most=8, idle=600.0, searches=1)
        told: list[dict[str, Any]] = []
        mine = Visitor("me", None, told.append)
        first = sessions.create({"variant": "normal", "players": ["human", "human"]}, "me")
        leave = first.enter(mine, None)
        first.handle({"t": "analyse", "lines": 2, "ply": 0}, mine)
        await until(lambda: any(event["t"] == "lines" for event in told))
        leave()
        again = first.enter(mine, None)  # a page that loads again within the grace
        await asyncio.sleep(0.2)
        count = len(told)
        await until(lambda: len(told) > count)  # goes on
        again()
        second = sessions.create({"variant": "normal", "players": ["human", "human"]}, "me")
        second.enter(mine, None)
        second.handle({"t": "hint"}, mine)  # waits for the only search there may be
        await until(lambda: any(event["t"] == "hint" for event in told))
        sessions.close()

    in_a_loop(test)


@pytest.mark.later
def test_a_review_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_GRACE", 0.0)
    monkeypatch.setattr(module, "_NODES", 100_000)  # it must not be over before the page comes back

    async def test() -> None:
        sessions = Sessions(most=8, idle=600.0, searches=1)
        told: list[dict[str, Any]] = []
        mine = Visitor("me", None, told.append)
        moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
        one = sessions.create({"variant": "normal", "players": ["human", "human"], "moves": moves}, "me")
        leave = one.enter(mine, None)
        one.handle({"t": "review"}, mine)
        leave()
        await asyncio.sleep(0.02)
        one.enter(mine, None)
        await until(lambda: any(event["t"] == "reviewed" for event in told))
        sessions.close()

    in_a_loop(test)


def test_the_analysis_of_a_finished_game_says_so() -> None:
    async def test() -> None:
        sessions, one, mine, told = visited("f2f3", "e7e5", "g2g4", "d8h4")
        one.handle({"t": "analyse", "lines": 3, "ply": 4}, mine)
        assert [event for event in told if event["t"] == "lines"] == [
            {"t": "lines", "ply": 4, "over": True, "lines": []}
        ]
        one.handle({"t": "analyse", "lines": 3, "ply": 3}, mine)
        await until(lambda: any(event["t"] == "lines" and event["lines"] for event in told))
        sessions.close()

    in_a_loop(test)


def test_an_analysis_does_not_end_a_review() -> None:
    async def test() -> None:
        sessions, one, mine, told = visited("e2e4", "e7e5", "g1f3", "b8c6")
        one.handle({"t": "review"}, mine)
        one.handle({"t": "analyse", "lines": 1, "ply": 2}, mine)  # as when you step through the game meanwhile
        await until(lambda: any(event["t"] == "lines" for event in told))
        await until(lambda: any(event["t"] == "reviewed" for event in told))
        sessions.close()

    in_a_loop(test)
