"""Records are written on another thread: other games go on, and a record is on disk before its game counts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from oddfish.engine.experiments.match.control import Control
from oddfish.engine.experiments.match.plan import EngineSpec, Job, Plan
from oddfish.engine.experiments.match.records import Record
from oddfish.engine.experiments.match.runner import Runner
from oddfish.engine.experiments.match.standings import Standings

#: Seconds for something that happens at once unless it is blocked.
PATIENCE = 10.0


class Games:
    """A pool whose games end when the test says so."""

    def __init__(self, slots: int, play: Callable[[int], Any]):
        self.slots, self._play = slots, play
        self.started: list[int] = []

    async def play(self, job: Job, opening: object, spectator: object) -> Record:
        self.started.append(job.number)
        await self._play(job.number)
        return Record(job.number, job.round, job.pair, "a", "b", "1-0", "checkmate", "", None, "", 0, (), 1, "",
                      "2026-01-01", 1.0, ())  # fmt: skip

    async def close(self) -> None:
        pass


class Kept:
    """A journal that calls a function before it keeps a record."""

    def __init__(self, before: Callable[[int], object]):
        self.numbers: list[int] = []
        self._before = before

    def append(self, record: Record) -> None:
        self._before(record.number)
        self.numbers.append(record.number)


def runner(pool: Games, journal: Kept, games: int) -> Runner:
    plan = Plan("normal", (EngineSpec("a", "a"), EngineSpec("b", "b")), Control(nodes=1), games=games)
    return Runner(plan, Standings(plan), pool, journal)  # type: ignore[arg-type]


def test_other_games_go_on_while_a_record_is_written() -> None:
    """The first record is not done before the second game has ended."""
    ended = threading.Event()
    waited: list[bool] = []

    async def play(number: int) -> None:
        if number == 2:
            while not writing.is_set():
                await asyncio.sleep(0.001)
            ended.set()

    writing = threading.Event()

    def write(number: int) -> None:
        if number == 1:
            writing.set()
            waited.append(ended.wait(PATIENCE))

    journal = Kept(write)
    assert runner(Games(2, play), journal, 2).run()
    assert waited == [True]
    assert journal.numbers == [1, 2]


def test_a_record_is_on_disk_before_its_slot_is_used_again() -> None:
    """Records are written one at a time, in the order in which their games ended, before the next game starts."""
    seen: list[tuple[int, list[int], list[int]]] = []
    busy = threading.Lock()

    def write(number: int) -> None:
        with busy:
            seen.append((number, list(pool.started), list(match.standings.records)))

    async def play(number: int) -> None:
        await asyncio.sleep(0)

    pool = Games(1, play)
    match = runner(pool, Kept(write), 4)
    assert match.run()
    assert seen == [(number, list(range(1, number + 1)), list(range(1, number))) for number in range(1, 5)]
    assert list(match.standings.records) == [1, 2, 3, 4]


def test_an_interruption_keeps_games_that_are_over() -> None:
    """One record is being written and another waits for it when the match is interrupted; a third game is running."""
    over = threading.Event()

    async def play(number: int) -> None:
        if number == 2:
            over.set()
        elif number == 3:
            await asyncio.Event().wait()

    def write(number: int) -> None:
        if number == 1:
            assert over.wait(PATIENCE)
            done = threading.Event()
            loop.call_soon_threadsafe(lambda: (match.interrupt(), done.set()))
            assert done.wait(PATIENCE)

    async def noticed(number: int) -> None:
        nonlocal loop
        loop = asyncio.get_running_loop()
        await play(number)

    loop: Any = None
    journal = Kept(write)
    match = runner(Games(3, noticed), journal, 20)
    assert not match.run()
    assert journal.numbers == [1, 2]
    assert list(match.standings.records) == [1, 2]
