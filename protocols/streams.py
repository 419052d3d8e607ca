"""The engine's input and output: one thread handles all input in order, and output is never buffered."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple, Protocol

from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.search.pipes import Answering, Listener, Outlet

#: The maximum length of a line in bytes: enough for a very long game.
MAX_LINE = 1 << 20
_CHUNK = 1 << 16
#: The maximum number of lines to read ahead; more lines wait in the pipe.
_READ_AHEAD = 1024
#: Bytes of the stack of a thread that only waits.
_SMALL_STACK = 1 << 19


class Line(NamedTuple):
    """A line of input. A line that is too long is cut off, and is not ``complete``."""

    text: str
    complete: bool = True


Event = Line | Callable[[], None]


def start_thread(run: Callable[[], None]) -> None:
    """Start a thread that only waits for something, with a small stack.

    Raises:
        MemoryError: there is no memory for it.
    """
    before = threading.stack_size(_SMALL_STACK)
    try:
        BackgroundThread(run)
    finally:
        threading.stack_size(before)


class LineSplitter:
    """Splits what a pipe delivers into lines. Lines are stripped; NULs become spaces, and invalid UTF-8 becomes
    replacement characters. A byte order mark is dropped: some programs, such as those in .NET, begin with one."""

    def __init__(self) -> None:
        self._rest, self._dropping = b"", False

    @property
    def is_empty(self) -> bool:
        """Whether the next chunk begins a line."""
        return not self._rest and not self._dropping

    def feed(self, chunk: bytes) -> list[Line]:
        """The lines that a chunk completes. An empty chunk ends the input and returns a last line without a newline."""
        if not chunk:
            rest, self._rest = self._rest, b""
            return [Line(_decode(rest))] if rest else []
        if self._dropping:
            _, newline, chunk = chunk.partition(b"\n")
            if not newline:
                return []
            self._dropping = False
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        found = [Line(_decode(raw)) for raw in lines]
        if len(self._rest) > MAX_LINE:
            found.append(Line(_decode(self._rest[:80]), complete=False))
            self._rest, self._dropping = b"", True
        return found


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, _CHUNK)
    except OSError:  # the other end is closed, or never existed
        return b""


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", " ").strip()


class Inbox(Protocol):
    """The events for the session's thread, in order: lines of input and calls from other threads."""

    def post(self, call: Callable[[], None]) -> None:
        """Call a function on the session's thread."""

    def close(self) -> None:
        """End the session after the events so far."""

    def get(self) -> Event | None:
        """Wait for the next event; None at the end."""

    def attend(self, search: Answering | None, write: Writer) -> None:
        """While a search runs, end it on ``stop`` and answer ``isready`` as soon as the line arrives, if nothing is
        waiting before it and the system allows it. ``stop`` still becomes an event."""

    def wake_on_signals(self) -> None:
        """Make signals wake :meth:`get`, which can miss one that comes just before it begins to wait. Call this on the
        main thread."""


def open_inbox() -> Inbox:
    """The inbox of standard input."""
    return PollingInbox(0) if hasattr(select, "poll") else ReadingInbox(0)


class PollingInbox:
    """An inbox that waits for input on the session's thread, so that no other thread delays a line."""

    def __init__(self, fd: int):
        self._lines = LineSplitter()
        self._events: deque[Event | None] = deque()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._wake, False)
        self._listener = Listener(fd, self._woken)
        self._reading = True

    def post(self, call: Callable[[], None]) -> None:
        self._add(call)

    def close(self) -> None:
        self._add(None)

    def _add(self, event: Event | None) -> None:
        self._events.append(event)
        with suppress(BlockingIOError):  # the pipe is full, so it wakes the reader anyway
            os.write(self._wake, b"\0")

    def get(self) -> Event | None:
        while True:
            # Before the next event leaves, queue the lines that have arrived by now, while there is room.
            if (self._reading and len(self._events) < _READ_AHEAD) or not self._events:
                self._take(None if not self._events else 0)
            if self._events:
                return self._events.popleft()

    def _take(self, timeout: int | None) -> None:
        """Wait for input or another thread's event, then take the input that is there."""
        _, chunk = self._listener.listen(timeout, not self._events and self._lines.is_empty)
        if chunk is not None:
            self._events.extend(self._lines.feed(chunk))
            if not chunk:
                self._reading = False
                self._events.append(None)

    def attend(self, search: Answering | None, write: Writer) -> None:
        self._listener.attend(search, write.outlet)

    def wake_on_signals(self) -> None:
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)


class ReadingInbox:
    """An inbox with a reading thread, for systems that cannot wait for a pipe and for other threads at once."""

    def __init__(self, fd: int):
        self._events: SimpleQueue[Event | None] = SimpleQueue()
        self._room = threading.Semaphore(_READ_AHEAD)
        start_thread(lambda: self._fill(fd))

    def _fill(self, fd: int) -> None:
        lines, chunk = LineSplitter(), b"\n"
        while chunk:
            chunk = _read(fd)
            for line in lines.feed(chunk):
                self._room.acquire()
                self._events.put(line)
        self.close()

    def post(self, call: Callable[[], None]) -> None:
        self._events.put(call)

    def close(self) -> None:
        self._events.put(None)

    def attend(self, search: Answering | None, write: Writer) -> None:
        pass

    def wake_on_signals(self) -> None:
        pass

    def get(self) -> Event | None:
        event = self._events.get()
        if isinstance(event, Line):
            self._room.release()
        return event


def on_interrupt(call: Callable[[], None]) -> None:
    """Call a function on a separate thread at each SIGINT, instead of raising KeyboardInterrupt.

    Python runs signal handlers only on the main thread, which does not wake from waiting for an event if another thread
    receives the signal. So each signal writes a byte to a pipe, whichever thread receives it.
    """
    reading, writing = os.pipe()
    if os.name != "nt":
        os.set_blocking(writing, False)

    def wait() -> None:
        while numbers := os.read(reading, 64):
            if signal.SIGINT in numbers:
                call()

    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, lambda *_: None)
    start_thread(wait)


class Writer:
    """Writes whole lines to a pipe, from any thread. Once the reader is gone, calls ``closed`` and stops writing."""

    def __init__(self, fd: int = 1, closed: Callable[[], None] = lambda: None):
        self._fd = fd
        #: The destination of lines and of prepared answers.
        self.outlet = Outlet(fd)
        self._lock = threading.Lock()
        self._closed = closed
        self._open = True

    @property
    def is_open(self) -> bool:
        """False once it is known that the reader has gone."""
        return self._open

    def watch(self) -> None:
        """Notice when the reader goes even if there is nothing to write, on systems that report it."""
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(self._fd, 0)  # errors and a closed other end are always reported
            with suppress(MemoryError):  # then the next line shows it
                start_thread(lambda: self._wait_for_end(poll))

    def _wait_for_end(self, poll: select.poll) -> None:
        poll.poll()
        with self._lock:
            was_open, self._open = self._open, False
        if was_open:
            self._closed()

    def __call__(self, *lines: str) -> None:
        data = _encoded(*lines)
        with self._lock:
            if self._open and not self.outlet.write(data):
                self._open = False
                self._closed()

    def prepare(self, search: Answering, line: str) -> None:
        """Make a search write this line itself when it ends (`Answering.prepare_answer`)."""
        search.prepare_answer(self.outlet, _encoded(line))


def _encoded(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
