"""The inbox of a session: lines of input and calls from other threads, in order, with and without a reading thread."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from oddfish.protocols.streams import MAX_LINE, Inbox, Line, LineSplitter, PollingInbox, ReadingInbox


@pytest.fixture(params=[PollingInbox, ReadingInbox])
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[Inbox, Callable[[bytes], Any], Callable[[], None]]]:
    """An inbox, how to write to it, and how to close the writing end."""
    reading, writing = os.pipe()
    open_ends = {writing}

    def end() -> None:
        if open_ends:
            os.close(open_ends.pop())

    yield request.param(reading), lambda data: os.write(writing, data), end
    end()


def texts(inbox: Inbox, count: int) -> list[str]:
    found = [inbox.get() for _ in range(count)]
    return [event.text if isinstance(event, Line) else "" for event in found]


def test_lines_come_in_order_and_then_the_end(opened: Any) -> None:
    inbox, write, end = opened
    write(b"one\ntwo\r\n thr")
    assert texts(inbox, 2) == ["one", "two"]
    write(b"ee\nlast")
    end()
    assert texts(inbox, 2) == ["three", "last"]
    assert inbox.get() is None


def test_calls_of_other_threads_wake_it(opened: Any) -> None:
    inbox, _, end = opened
    called: list[int] = []
    for number in range(3):
        threading.Timer(0.02 * number, inbox.post, [lambda number=number: called.append(number)]).start()
        event = inbox.get()
        assert callable(event)
        event()
    assert called == [0, 1, 2]
    end()
    assert inbox.get() is None
    inbox.post(lambda: called.append(3))  # a search may end after the input
    event = inbox.get()
    assert callable(event)
    inbox.close()
    assert inbox.get() is None


def test_what_was_read_ahead_stands_before_later_calls(opened: Any) -> None:
    inbox, write, _ = opened
    write(b"a\nb\nc\n")
    assert texts(inbox, 1) == ["a"]
    time.sleep(0.05)
    inbox.post(lambda: None)
    assert texts(inbox, 2) == ["b", "c"]
    assert callable(inbox.get())


@pytest.mark.quick(3)
def test_a_full_pipe_of_calls_loses_none(opened: Any) -> None:
    """More calls than a pipe holds bytes, from several threads, before anything takes them."""
    inbox, write, end = opened
    called: list[int] = []
    threads = [
        threading.Thread(target=lambda: [inbox.post(lambda: called.append(0)) for _ in range(30_000)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    write(b"line\n")
    for thread in threads:
        thread.join()
    end()
    lines = 0
    while len(called) < 120_000 or not lines:
        event = inbox.get()
        if isinstance(event, Line):
            lines += 1
        elif event is not None:
            event()
    assert (len(called), lines) == (120_000, 1)


@pytest.mark.quick(3)
def test_input_is_not_read_without_bound(opened: Any) -> None:
    """Lines that are not taken stay in the pipe, which then blocks the writer."""
    inbox, write, _ = opened
    written = [0]

    def flood() -> None:
        with suppress(OSError):  # the end of the test closes the pipe
            while True:
                written[0] += write(b"x\n" * 5000)

    threading.Thread(target=flood, daemon=True).start()
    assert texts(inbox, 1) == ["x"]
    time.sleep(0.3)
    before = written[0]
    time.sleep(0.2)
    assert written[0] == before < 2_000_000
    deadline = time.monotonic() + 60
    while written[0] == before:
        assert texts(inbox, 1) == ["x"]
        assert time.monotonic() < deadline


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.quick(9)
def test_chunks_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    words = [
        b"go depth 1",
        b"",
        b" \tuci\0 ",
        b"\xff\xfe",
        b"x" * rng.choice([5, MAX_LINE + (1 << 17)]),
        "stóp".encode(),
    ]
    data = b"\n".join(rng.choices(words, k=12)) + rng.choice([b"", b"\n"])

    def split(most: int) -> list[Line]:
        splitter, rest, found = LineSplitter(), data, list[Line]()
        while rest:
            size = rng.randint(1, most)
            found += splitter.feed(rest[:size])
            rest = rest[size:]
        return found + splitter.feed(b"")

    complete = [line.text for line in split(1 << 16) if line.complete]
    assert complete == [line.text for line in split(1 << 12) if line.complete]
    assert complete == [
        raw.decode("utf-8", "replace").replace("\0", " ").strip()
        for raw in data.removesuffix(b"\n").split(b"\n")
        if len(raw) <= MAX_LINE
    ]
