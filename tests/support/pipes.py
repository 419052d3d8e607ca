"""Drives engines over pipes: sends lines and waits for patterns, without sleeping."""

from __future__ import annotations

import contextlib
import re
import subprocess
import threading
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from types import TracebackType

from oddfish.engine.interpreter import module_command

#: Seconds to wait for any one line; only an engine that hangs takes that long.
PATIENCE = 60.0


class Stopwatch:
    """Measures seconds until ``stop``, without the time in which the machine was too busy to run anything.

    A thread that only sleeps measures this: the time by which it oversleeps is not the engine's fault.
    """

    STEP = 0.005  # seconds of each sleep
    USUAL = 0.001  # seconds by which it oversleeps on an idle machine

    def __init__(self) -> None:
        self._stalled = 0.0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._sleep, daemon=True)
        self._begun = time.monotonic()
        self._thread.start()

    def _sleep(self) -> None:
        while not self._stopped.is_set():
            asleep = time.monotonic()
            time.sleep(self.STEP)
            self._stalled += max(time.monotonic() - asleep - self.STEP - self.USUAL, 0.0)

    def stop(self) -> float:
        seconds = time.monotonic() - self._begun
        self._stopped.set()
        self._thread.join()
        return seconds - self._stalled


class Engine:
    """One engine process.

    >>> with Engine("--uci") as engine:
    ...     engine.send("isready")
    ...     engine.expect("readyok")
    'readyok'
    """

    def __init__(self, *arguments: str, command: Sequence[str] | None = None):
        words = list(command or module_command("oddfish"))
        self.process = subprocess.Popen(
            [*words, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.seen: list[str] = []  # everything read so far
        self.errors: list[str] = []
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode("utf-8").rstrip("\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace").rstrip("\n"))

    def send(self, *lines: str) -> None:
        """Send lines, all in one write."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def until(self, pattern: str, timeout: float = PATIENCE) -> list[str]:
        """The lines up to and including the first that matches the regular expression at its beginning."""
        wanted = re.compile(pattern)
        deadline = time.monotonic() + timeout
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            except Empty:
                raise AssertionError(f"no line like {pattern!r} in {timeout} s; last came {lines[-10:]}") from None
            if line is None:
                raise AssertionError(
                    f"the engine ended before a line like {pattern!r}; last came {lines[-10:]}; "
                    f"stderr: {self.errors[-10:]}"
                )
            lines.append(line)
            self.seen.append(line)
            if wanted.match(line):
                return lines

    def expect(self, pattern: str, timeout: float = PATIENCE) -> str:
        """The first line that matches the regular expression at its beginning; earlier lines are dropped."""
        return self.until(pattern, timeout)[-1]

    def fen(self) -> str:
        self.send("d")
        fen, _key = self.until("Key: ")[-2:]
        return fen.removeprefix("Fen: ")

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self, timeout: float = PATIENCE) -> int:
        """Wait until the process ends by itself; returns its exit status."""
        status = self.process.wait(timeout)
        for thread in self._threads:
            thread.join(timeout)
        return status

    def rest(self) -> list[str]:
        """The remaining output of an engine that has ended."""
        lines: list[str] = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        return lines

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.process.poll() is None:
                self.send("quit")
                self.process.wait(PATIENCE)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            if kind is None:
                raise
        finally:
            self.process.kill()
            self.process.wait()
            for thread in self._threads:
                thread.join(5)
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                if stream is not None:
                    with contextlib.suppress(BrokenPipeError):
                        stream.close()
        if kind is None:
            assert not self.errors, f"on stderr: {self.errors}"


class UciEngine(Engine):
    """An engine that has answered ``uci``."""

    def __init__(self, *arguments: str, variant: str | None = None):
        super().__init__(*arguments)
        self.send("uci")
        self.hello = self.until("uciok")
        if variant is not None:
            self.send(f"setoption name UCI_Variant value {variant}")

    def sync(self) -> list[str]:
        """The output up to the point where the engine has handled everything sent so far."""
        self.send("isready")
        return self.until("readyok$")[:-1]


class CecpEngine(Engine):
    """An engine that has answered ``protover`` and begun a game.

    Args:
        clicks: accept the feature `highlight`, as XBoard does: moves are then plies on XBoard's board.
    """

    def __init__(self, *arguments: str, variant: str | None = None, clicks: bool = True):
        super().__init__(*arguments)
        self._pings = 0
        self.send("xboard", "protover 2")
        self.hello = self.until("feature done=1")
        if clicks:
            self.send("accepted highlight")
        self.send("new")
        if variant is not None and variant != "normal":
            self.send(f"variant {variant}")
        self.sync()

    def sync(self) -> list[str]:
        """The output up to the point where the engine has handled everything sent so far."""
        self._pings += 1
        self.send(f"ping {self._pings}")
        return self.until(f"pong {self._pings}$")[:-1]

    def ask(self, *lines: str) -> list[str]:
        """Send lines and return the answers."""
        self.sync()
        self.send(*lines)
        return self.sync()
