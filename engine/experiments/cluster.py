"""Runs functions on a Dask cluster, for the option ``--cluster`` of ``oddfish match`` and ``oddfish perft``.

A task calls a function of this program by name on a worker. Its result depends only on its arguments: if a worker is
lost, another one runs the task again, and you get one result. Only modules that need a cluster import distributed (the
extra ``cluster``).
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

import dask
import distributed
from distributed.core import Status
from distributed.versions import VersionMismatchWarning

from oddfish.engine import NAME
from oddfish.engine.files import FileError, open_file

T = TypeVar("T")

#: Seconds to connect to the scheduler, and between two counts of the workers.
_CONNECT, _COUNT_INTERVAL = 10.0, 0.5
#: Seconds between checks whether a running task is cancelled, and seconds for cancelling tasks at the end.
_WATCH_INTERVAL, _WITHDRAW = 0.2, 5.0
#: Give up on a task after Dask has blamed it this many times for the death of workers (several each time, see Dask's
#: setting ``distributed.scheduler.allowed-failures``), because the task may be killing them.
_KILLS = 4
#: The settings of TLS that name a client's files, below ``distributed.comm.tls`` in Dask's configuration.
_TLS_FILES = ("ca-file", "client.cert", "client.key")
#: The expression that forms a task. A worker that lacks oddfish would die when it unpickles one of our functions, but
#: it can report that it cannot evaluate this.
_TASK = f"__import__({__name__!r}, fromlist=['perform']).perform(*args)"
#: Loggers of Dask's client that write to standard error. Everything important is also raised as an exception.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc")


class ClusterError(Exception):
    """The cluster cannot be used, or is lost; the message says why."""


class Cluster:
    """A connection to a Dask scheduler, as a context manager; leaving the context cancels running tasks.

    Args:
        address: the scheduler's address, ``tcp://HOST:PORT`` (``tls://`` if Dask is configured with certificates).
        at_once: the maximum number of submitted tasks at a time; None for no maximum.
        notify: called on another thread with a message when there are no workers, and when there are workers again.
    """

    def __init__(self, address: str, at_once: int | None = None, notify: Callable[[str], None] = lambda text: None):
        self.address = address
        #: The number of threads of all workers, as last counted.
        self.threads = 0
        self._notify = notify
        self._at_once = at_once
        self._name = f"oddfish-{uuid.uuid4().hex}"
        self._submitted = 0
        self._calls: set[asyncio.Task[Any]] = set()
        self._populated = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda loop, context: None)  # closing interrupts Dask's own tasks
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster", daemon=True)
        self._levels: list[tuple[logging.Logger, int]] = []

    def __enter__(self) -> Cluster:
        """
        Raises:
            ClusterError: there is no scheduler at this address.
        """
        for logger in map(logging.getLogger, _LOGGERS):
            self._levels.append((logger, logger.level))
            logger.setLevel(logging.CRITICAL + 1)
        warnings.simplefilter("ignore", VersionMismatchWarning)  # Dask's; `perform` checks the versions that matter
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
        try:
            self._client = distributed.Client(
                self.address, asynchronous=True, set_as_default=False, timeout=_CONNECT, name="oddfish"
            )
        except (OSError, ValueError, TypeError) as error:
            raise ClusterError(f"cannot use Dask's TLS settings: {_tls_reason(error)}") from None
        try:
            # Dask's timeout ends once the connection is open, so a program that never answers needs another one.
            self.threads = await asyncio.wait_for(self._greet(), 2 * _CONNECT)
        except (OSError, RuntimeError, ValueError, TypeError, ImportError, asyncio.TimeoutError) as error:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._client.close(), _WITHDRAW)
            raise ClusterError(f"no Dask scheduler at {self.address}: {_reason(error)}") from None
        self._slots = asyncio.Semaphore(self._at_once) if self._at_once is not None else contextlib.nullcontext()
        self._counting = asyncio.ensure_future(self._count_threads())

    async def _greet(self) -> int:
        """Wait for the scheduler; returns the number of threads."""
        await self._client
        return sum((await self._client.nthreads()).values())

    async def _disconnect(self) -> None:
        self._counting.cancel()
        for call in self._calls:
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls, timeout=_WITHDRAW)
        with contextlib.suppress(Exception):  # the connection is no longer needed
            await asyncio.wait_for(self._client.close(), _WITHDRAW)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _count_threads(self) -> None:
        """Keep ``threads`` up to date."""
        alone = False
        while True:
            if self.threads:
                self._populated.set()
            else:
                self._populated.clear()
            if alone != (not self.threads):
                alone = not alone
                self._notify(
                    f"no workers at {self.address}: waiting"
                    if alone
                    else f"workers at {self.address}: {self.threads} threads"
                )
            await asyncio.sleep(_COUNT_INTERVAL)
            with contextlib.suppress(OSError, asyncio.TimeoutError):  # tasks report a lost scheduler
                self.threads = sum((await self._client.nthreads()).values())

    def wait(self) -> None:
        """Wait until there are workers.

        Raises:
            ClusterError: the scheduler is lost.
        """
        while not self._populated.wait(_COUNT_INTERVAL):
            if self._client.status != "running":
                raise self._lost()

    def submit(self, function: Callable[..., T], *args: Any) -> concurrent.futures.Future[T]:
        """Call a module-level function on a worker, with arguments of built-in types. Cancelling the future cancels the
        call.

        The future raises the function's exception, or:
            ClusterError: the scheduler is lost, the task has killed many workers, or a worker has another version.
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
            words = {"args": (environment(), name, *args)}
            future = self._client.submit(eval, _TASK, words, key=key, pure=False)
            try:
                result: T = await future
                return result
            except distributed.scheduler.KilledWorker:
                continue
            except (asyncio.CancelledError, concurrent.futures.CancelledError):
                if future.cancelled():
                    raise self._lost() from None
                with contextlib.suppress(Exception):  # disconnecting cancels it anyway
                    await future.cancel()
                raise
            except ModuleNotFoundError as error:
                where = f"the scheduler at {self.address} or one of its workers lacks a module"
                raise ClusterError(f"{where} ({error}): install oddfish[cluster] there") from None
        raise ClusterError(f"{function.__name__}: all workers that ran it died; see their logs")

    def _lost(self) -> ClusterError:
        return ClusterError(f"the Dask scheduler at {self.address} is lost")


def _reason(error: BaseException | None) -> str:
    """The message of the root cause, which is the most informative."""
    text = ""
    while error is not None:
        text = str(error).strip() or text
        error = error.__cause__
    return text or "no answer"


def _tls_reason(error: Exception) -> str:
    """What is wrong with Dask's TLS settings, with the files: OpenSSL's errors do not name them."""
    named = (dask.config.get(f"distributed.comm.tls.{name}", None) for name in _TLS_FILES)
    files = list(dict.fromkeys(str(file) for file in named if file))
    for file in files:
        try:
            open_file(file).close()
        except FileError as unreadable:
            return str(unreadable)
    return ": ".join(filter(None, (", ".join(files), _reason(error))))


# On the workers -------------------------------------------------------------------------------------------------


def environment() -> str:
    """The versions that must be the same at both ends: this program's, and Python's without its patch level."""
    return f"{NAME} on Python {'.'.join(platform.python_version_tuple()[:2])}"


def perform(wanted: str, name: str, *args: Any) -> Any:
    """Run ``MODULE:FUNCTION`` on a worker, after checking that it has the caller's environment. This looks up the
    function only after the check, so that a mismatch is reported as such.

    Raises:
        ClusterError: the environments differ.
    """
    if environment() != wanted:
        raise ClusterError(f"worker {here()} has {environment()}, expected {wanted}")
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(module), function)(*args)


def here() -> str:
    """The address of this worker."""
    return distributed.get_worker().address


@contextlib.contextmanager
def cancellable(stop: Callable[[], object]) -> Iterator[None]:
    """For use in a task: calls ``stop`` on another thread when the result is no longer needed because the task was
    cancelled, its client has disconnected, or the worker is closing. The context then raises ``Reschedule``, so that
    Dask runs the task elsewhere if it is still needed.

    Dask does not interrupt functions, so long ones need this.
    """
    worker = distributed.get_worker()
    key = worker.get_current_task()
    over, stopped = threading.Event(), threading.Event()

    def watch() -> None:
        while not over.wait(_WATCH_INTERVAL):
            task = worker.state.tasks.get(key)
            if task is None or task.state in ("cancelled", "resumed") or worker.status in _CLOSING:
                stopped.set()
                stop()
                return

    watcher = threading.Thread(target=watch, name="cancellable", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        if stopped.is_set():
            raise distributed.Reschedule


_CLOSING = (Status.closing, Status.closed, Status.failed, Status.stopping, Status.stopped)
