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
    queue = iter(items)
    fresh = get_context("spawn")  # the fork of a process with threads may hang
    with ProcessPoolExecutor(concurrency, fresh, _prepare, (make,)) as pool:
        running: deque[Future[Done]] = deque()
        try:
            running.extend(pool.submit(_work, item) for item in islice(queue, _AHEAD * concurrency))
            while running:
                yield running.popleft().result()
                running.extend(pool.submit(_work, item) for item in islice(queue, 1))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_worker: Callable[[Any], Any] | None = None


def _prepare(make: Callable[[], Callable[[Any], Any]]) -> None:
    """Initialize a process."""
    global _worker
    _worker = make()


def _work(item: Any) -> Any:
    assert _worker is not None
    return _worker(item)
