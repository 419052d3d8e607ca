"""A Dask cluster as a place to run functions: what ``--cluster`` of ``oddfish match`` and ``oddfish perft`` share.

A task is a function of this program, called by name on a worker, whose result depends on its arguments alone: if its
worker is lost, another one runs it again, and only one result comes back. distributed (the extra ``cluster``) is
imported by this module alone, and this module only where a cluster is used.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import importlib
import logging
import platform
import threading
import uuid
import warnings
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, TypeVar

import distributed
from distributed.core import Status
from distributed.versions import VersionMismatchWarning

from oddfish.engine import NAME

T = TypeVar("T")

#: Seconds to reach the scheduler, and between two looks at how many workers there are.
_CONNECT, _LOOK = 10.0, 0.5
#: Seconds between two looks of a running task at whether it is still wanted, and those in which calls are withdrawn.
_WATCH, _WITHDRAW = 0.2, 5.0
#: A task is given up when Dask has blamed it so often for dead workers (each time for several, see its setting
#: ``distributed.scheduler.allowed-failures``): it may be what kills them.
_KILLS = 4
#: What Dask's client writes to standard error by itself; what matters of it comes as an exception.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc")


class ClusterError(Exception):
    """The cluster cannot be used, or not any more; the text says why."""


class Cluster:
    """A connection to a Dask scheduler, open while the context lasts; leaving it cancels what still runs.

    Args:
        address: of the scheduler, ``tcp://HOST:PORT`` (``tls://`` where Dask's own configuration has certificates).
        at_once: how many tasks may be with the cluster at a time; None is any number.
        notify: is told, on another thread, that there are no workers, and when there are some.
    """

    def __init__(self, address: str, at_once: int | None = None, notify: Callable[[str], None] = lambda text: None):
        self.address = address
        #: The workers' threads in all, as seen last.
        self.threads = 0
        self._notify = notify
        self._at_once = at_once
        self._name = f"oddfish-{uuid.uuid4().hex}"
        self._submitted = 0
        self._calls: set[asyncio.Task[Any]] = set()
        self._populated = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)  # of Dask's own tasks, cut off at the end
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._levels: list[tuple[logging.Logger, int]] = []

    def __enter__(self) -> Cluster:
        """
        Raises:
            ClusterError: there is no scheduler at the address.
        """
        for logger in map(logging.getLogger, _LOGGERS):
            self._levels.append((logger, logger.level))
            logger.setLevel(logging.CRITICAL + 1)
        warnings.simplefilter("ignore", VersionMismatchWarning)  # of Dask; `perform` looks at what matters here
        self._thread.start()
        try:
            self._in_loop(self._connect()).result()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._in_loop(self._disconnect()).result()
        finally:
            self._end()

    def _in_loop(self, coroutine: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        for logger, level in self._levels:
            logger.setLevel(level)

    async def _connect(self) -> None:
        self._client = distributed.Client(
            self.address, asynchronous=True, set_as_default=False, timeout=_CONNECT, name="oddfish"
        )
        try:
            await self._client
            self.threads = sum((await self._client.nthreads()).values())
        except (OSError, ValueError, TypeError, ImportError, asyncio.TimeoutError) as error:
            with contextlib.suppress(Exception):
                await self._client.close()
            raise ClusterError(f"no Dask scheduler at {self.address}: {_reason(error)}") from None
        self._slots = asyncio.Semaphore(self._at_once) if self._at_once is not None else contextlib.nullcontext()
        self._looking = asyncio.ensure_future(self._look())

    async def _disconnect(self) -> None:
        self._looking.cancel()
        for call in self._calls:
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls, timeout=_WITHDRAW)
        with contextlib.suppress(Exception):  # whatever it is, nobody needs the connection any more
            await asyncio.wait_for(self._client.close(), _WITHDRAW)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _look(self) -> None:
        """Keep count of the workers' threads."""
        alone = False
        while True:
            if self.threads:
                self._populated.set()
            else:
                self._populated.clear()
            if alone != (not self.threads):
                alone = not alone
                self._notify(
                    f"no workers at {self.address}: waiting for some"
                    if alone
                    else f"workers at {self.address}: {self.threads} threads"
                )
            await asyncio.sleep(_LOOK)
            with contextlib.suppress(OSError, asyncio.TimeoutError):  # a lost scheduler is the calls' to tell
                self.threads = sum((await self._client.nthreads()).values())

    def wait(self) -> None:
        """Return when there are workers.

        Raises:
            ClusterError: the scheduler is lost.
        """
        while not self._populated.wait(_LOOK):
            if self._client.status != "running":
                raise self._lost()

    def submit(self, function: Callable[..., T], *args: Any) -> concurrent.futures.Future[T]:
        """Have a worker call a module's function with arguments of Python's own types; cancelling the future withdraws
        the call, wherever it is.

        The future's exception is the function's own, or:
            ClusterError: the scheduler is lost, the task has killed many workers, or a worker is not fit for it.
        """
        return self._in_loop(self._tracked(function, args))

    async def _tracked(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        call = asyncio.current_task()
        assert call is not None
        self._calls.add(call)
        try:
            async with self._slots:
                return await self._call(function, args)
        finally:
            self._calls.discard(call)

    async def _call(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        for _ in range(_KILLS):
            if self._client.status != "running":
                raise self._lost()
            self._submitted += 1
            key = f"{self._name}-{self._submitted}"
            name = f"{function.__module__}:{function.__qualname__}"
            future = self._client.submit(perform, environment(), name, *args, key=key, pure=False)
            try:
                result: T = await future
                return result
            except distributed.scheduler.KilledWorker:
                continue
            except (asyncio.CancelledError, concurrent.futures.CancelledError):
                if future.cancelled():
                    raise self._lost() from None
                with contextlib.suppress(Exception):  # the scheduler forgets it with the connection at the latest
                    await future.cancel()
                raise
            except ModuleNotFoundError as error:
                what = f"the scheduler at {self.address} or a worker lacks something"
                raise ClusterError(f"{what} ({error}): install oddfish[cluster] there") from None
        raise ClusterError(f"{function.__name__} has lost all workers that tried it; see their logs")

    def _lost(self) -> ClusterError:
        return ClusterError(f"the Dask scheduler at {self.address} is lost")


def _reason(error: BaseException | None) -> str:
    """The last words of an error and its causes, which are what it is about."""
    told = ""
    while error is not None:
        told = str(error).strip() or told
        error = error.__cause__
    return told or f"no answer in {_CONNECT:g} s"


# On the workers -------------------------------------------------------------------------------------------------


def environment() -> str:
    """What must be the same at both ends: this program and Python, without its patch level."""
    return f"{NAME} on Python {'.'.join(platform.python_version_tuple()[:2])}"


def perform(wanted: str, name: str, *args: Any) -> Any:
    """A task: the result of ``MODULE:FUNCTION``, if this worker is what the caller is; what is there is looked up only
    then, so that another version is told to be one.

    Raises:
        ClusterError: it is not.
    """
    if environment() != wanted:
        raise ClusterError(f"the worker {here()} is {environment()}, but here it is {wanted}")
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)(*args)


def here() -> str:
    """The address of the worker that runs this task."""
    return distributed.get_worker().address


@contextlib.contextmanager
def unless_unwanted(stop: Callable[[], object]) -> Iterator[None]:
    """In a task: call ``stop``, on another thread, once nobody wants the result any more: it was cancelled, its owner
    has gone, or the worker is closing. The context then ends in a way that has Dask run the task elsewhere, if it is
    wanted at all.

    Dask does not interrupt functions, so a long one has to look after that itself.
    """
    worker = distributed.get_worker()
    key = worker.get_current_task()
    over, stopped = threading.Event(), threading.Event()

    def watch() -> None:
        while not over.wait(_WATCH):
            task = worker.state.tasks.get(key)
            if task is None or task.state in ("cancelled", "resumed") or worker.status in _CLOSING:
                stopped.set()
                stop()
                return

    watcher = threading.Thread(target=watch, name="unless_unwanted", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        if stopped.is_set():
            raise distributed.Reschedule


_CLOSING = (Status.closing, Status.closed, Status.failed, Status.stopping, Status.stopped)
