"""Applies one function to many items in several processes."""

from __future__ import annotations

import pickle
import subprocess
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

from oddfish.engine.experiments import children, worker
from oddfish.engine.interpreter import module_command

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Items to submit to each process before the first of them is done.
_AHEAD = 4


class WorkerError(RuntimeError):
    """A worker process ended before its work was done."""


class WorkerTraceback(Exception):
    """The worker's traceback, as the cause of an exception that the worker raised."""

    def __str__(self) -> str:
        return f"in a worker process:\n{self.args[0]}"


def map_in_processes(
    make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], concurrency: int
) -> Generator[Result, None, None]:
    """Apply a worker to each item and yield the results in the order of the items, which may be endless.

    Closing the generator ends the processes, and so does an exception.

    Args:
        make: makes a worker. With ``concurrency`` above 1 each process makes its own worker, so ``make``, the items and
            the results must be picklable and come from importable modules.
        items: the items to work on.
        concurrency: the number of processes; 1 works in this process.

    Raises:
        WorkerError: a process has ended.
        Exception: any exception that ``make`` or the worker raises.
    """
    if concurrency == 1:
        yield from map(make(), items)
        return
    # Not multiprocessing: its processes import from the current folder.
    processes = [_Process(make) for _ in range(concurrency)]
    idle: SimpleQueue[_Process] = SimpleQueue()
    for process in processes:
        idle.put(process)

    def work(item: Item) -> Any:
        process = idle.get()
        try:
            return process.work(item)
        finally:
            idle.put(process)

    pool = ThreadPoolExecutor(concurrency)
    try:
        yield from results_in_order(lambda item: pool.submit(work, item), items, lambda: _AHEAD * concurrency)
    finally:
        for process in processes:
            process.kill()  # a thread that waits for it then gets an error
        pool.shutdown(cancel_futures=True)
        for process in processes:
            process.close()


class _Process:
    """A process that makes its worker when it gets the first item."""

    def __init__(self, make: Callable[[], Callable[[Any], Any]]):
        self._make: Callable[[], Callable[[Any], Any]] | None = make
        # Ctrl-C must not reach the process: the parent handles it.
        self._process = subprocess.Popen(
            module_command(worker.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        children.guard(self._process.pid)

    def work(self, item: Any) -> Any:
        """The worker's result."""
        if self._make is not None:
            self._ask(self._make)
            self._make = None
        return self._ask(item)

    def _ask(self, request: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            worker.send(self._process.stdin, request)
            answer = worker.receive(self._process.stdout)
        except (EOFError, OSError):
            raise WorkerError(f"a worker process has ended with status {self._process.wait()}") from None
        result, error, trace = pickle.loads(answer)
        if error is not None:
            raise error from WorkerTraceback(trace)
        return result

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        """Wait for the process to end and close the pipes."""
        self._process.communicate()
        children.release(self._process.pid)


def results_in_order(
    submit: Callable[[Item], Future[Result]], items: Iterable[Item], ahead: Callable[[], int]
) -> Generator[Result, None, None]:
    """Submit items and yield their results in the order of the items, which may be endless.

    Args:
        submit: starts the work on an item elsewhere.
        items: the items to work on.
        ahead: returns the number of items, at least 1, to submit before the first of them is done; called each time.
    """
    queue = iter(items)
    running: deque[Future[Result]] = deque()
    try:
        while True:
            running.extend(map(submit, islice(queue, max(ahead() - len(running), 0))))
            if not running:
                return
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()
