"""The same work on one thing after another, by several processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

#: Items that are given out to each process before the first of them is done.
_AHEAD = 4


def worked(
    make: Callable[[], Callable[[Item], Done]], items: Iterable[Item], concurrency: int
) -> Generator[Done, None, None]:
    """What a worker makes of each item, in their order; there may be no end of them.

    Args:
        make: makes a worker. With more than one, each is made in a process of its own, so that ``make``, the items and
            what becomes of them must be picklable.
        items: what to work on.
        concurrency: how many are worked on at once.
    """
    if concurrency == 1:
        yield from map(make(), items)
        return
    fresh = get_context("spawn")  # the fork of a process with threads may hang
    with ProcessPoolExecutor(concurrency, fresh, _prepare, (make,)) as pool:
        try:
            yield from in_order(lambda item: pool.submit(_work, item), items, lambda: _AHEAD * concurrency)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def in_order(
    submit: Callable[[Item], Future[Done]], items: Iterable[Item], ahead: Callable[[], int]
) -> Generator[Done, None, None]:
    """What becomes of each item, in their order; there may be no end of them.

    Args:
        submit: begins the work on an item elsewhere.
        items: what to work on.
        ahead: how many items, at least one, may be submitted before the first of them is done; asked each time.
    """
    queue = iter(items)
    running: deque[Future[Done]] = deque()
    try:
        while True:
            running.extend(map(submit, islice(queue, max(ahead() - len(running), 0))))
            if not running:
                return
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()


_worker: Callable[[Any], Any] | None = None


def _prepare(make: Callable[[], Callable[[Any], Any]]) -> None:
    """Initialize a process."""
    global _worker
    _worker = make()


def _work(item: Any) -> Any:
    assert _worker is not None
    return _worker(item)
