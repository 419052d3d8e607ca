"""The common part of the drivers of UCI and CECP: they read an engine's lines within bounds, and note what the engine
rejected and what it wrote to standard error."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Callable, MutableMapping
from functools import partial

from oddfish.engine.experiments import children
from oddfish.engine.experiments.match.engine_output import LineBuffer, latest
from oddfish.engine.experiments.match.option_lines import EngineOption, OptionValue

#: The log of the lines in both directions. python-chess, which drives CECP, also logs there.
LOG = logging.getLogger("chess.engine")
#: Seconds between ``quit`` and SIGKILL.
QUIT_PATIENCE = 3.0
#: Seconds after an engine's end in which to read its last lines; by then all of them are in the pipes.
_LAST_LINES = 0.1
#: Lines of standard error to keep, and characters of each; characters to keep of an answer.
_MOST_ERRORS, _LONGEST_ERROR, LONGEST_ANSWER = 5, 500, 200
#: Options, their total length in characters, and problems to keep of an engine.
_MOST_OPTIONS, _MOST_OPTION_TEXT, _MOST_PROBLEMS = 1000, 1 << 20, 8


class EngineError(Exception):
    """An engine does not do what its driver needs."""


class EngineTerminatedError(EngineError):
    """An engine's process has ended."""


class _Output(asyncio.Protocol):
    """Passes on what a process prints as soon as it is read. asyncio's own protocol for such a pipe, which still
    handles its end, waits for the event loop's next turn, which costs time between moves."""

    def __init__(self, read: Callable[[bytes], None], rest: asyncio.BaseProtocol):
        self._read, self._rest = read, rest

    def data_received(self, data: bytes) -> None:
        self._read(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest.connection_lost(exc)


class Monitored(asyncio.SubprocessProtocol):
    """Reads an engine's output. A driver is a subclass; ``options`` has the options that the engine announced."""

    options: MutableMapping[str, EngineOption]
    transport: asyncio.SubprocessTransport | None
    returncode: asyncio.Future[int]

    def __init__(self) -> None:
        super().__init__()
        self.refused = asyncio.Event()
        self.asked_at = self.answered_at = self.received_at = 0.0
        self.answer = self.claim = self.refusal = ""
        self.errors: deque[str] = deque(maxlen=_MOST_ERRORS)
        self.problems: list[str] = []
        #: Whether the engine has sent a line that only engines of this protocol send.
        self.recognized = False
        self._buffers = {1: LineBuffer(), 2: LineBuffer()}
        self._option_text = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        for fd in (1, 2):
            pipe = transport.get_pipe_transport(fd)
            assert pipe is not None
            pipe.set_protocol(_Output(partial(self.pipe_data_received, fd), pipe.get_protocol()))

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Pass on whole lines that have an effect. After an exception here, nothing more would be read from the engine;
        slow work would delay its answers during a flood of other lines."""
        self.received_at = time.perf_counter()
        lines = self._buffers[fd].take(data.encode() if isinstance(data, str) else data)
        logged = LOG.isEnabledFor(logging.DEBUG)
        if fd != 1:
            for line in lines if logged else lines[-_MOST_ERRORS:]:
                text = line.decode("utf-8", "replace")
                self.errors.append(text[:_LONGEST_ERROR])
                LOG.warning("%s: stderr >> %s", self, text)
            return
        if logged:
            for line in lines:
                LOG.debug("%s: printed %s", self, line[:_LONGEST_ERROR].decode("utf-8", "replace"))
        for line in latest(lines, self.kind):
            text = line.decode("utf-8", "replace")
            try:
                self.take(text)
            except Exception as error:
                self.note(f"the line '{text:.80}' ({error!s:.200})")

    @staticmethod
    def kind(line: bytes) -> str:
        """The kind of a line (:mod:`engine_output`)."""
        raise NotImplementedError

    def take(self, line: str) -> None:
        """Process a line from the engine."""
        raise NotImplementedError

    def is_refusal(self, line: str) -> bool:
        """Whether the engine rejects a command with this line; the first such line before the answer is kept."""
        if not line.startswith(("Error", "Illegal move")):
            return False
        if not self.refusal and not self.answer:
            self.refusal = line.strip()[:LONGEST_ANSWER]
            self.refused.set()
        return True

    def keep(self, option: EngineOption | None, problem: str, length: int) -> bool:
        """Remember an option, read from a text of this length, and its problem; False if there are too many."""
        if problem:
            self.note(f"option {problem}")
        self._option_text += length
        if option is None or len(self.options) >= _MOST_OPTIONS or self._option_text > _MOST_OPTION_TEXT:
            return False
        self.options[option.name] = option
        return True

    def parsed(self, name: str, value: OptionValue) -> OptionValue:
        """The value of an option as the engine receives it.

        Raises:
            EngineError: the option does not take this value.
        """
        try:
            return self.options[name].parse(value)
        except ValueError as error:
            raise EngineError(str(error)) from None

    def note(self, problem: str) -> None:
        """Remember what is wrong with the engine's lines."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)

    def begin(self) -> None:
        """Reset before a search."""
        self.asked_at = self.answered_at = 0.0
        self.answer = self.claim = self.refusal = ""

    def process_exited(self) -> None:
        """Lose the connection soon, even if other processes, such as the engine's children, hold the pipes: asyncio
        waits for them all to close."""
        super().process_exited()
        asyncio.get_running_loop().call_later(_LAST_LINES, self._close_pipes)

    def _close_pipes(self) -> None:
        """Close the pipes, and kill the engine if it runs."""
        assert self.transport is not None
        pipe = self.transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        if not pipe.is_closing():
            pipe.abort()  # a plain close would first wait until someone reads what is left in its buffer
        self.transport.close()

    async def end(self) -> None:
        """Kill the engine and its child processes, and wait for it to exit."""
        if self.transport is None:
            return
        pid = self.transport.get_pid()
        children.kill(pid)
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.returncode), QUIT_PATIENCE)
        self._close_pipes()
        children.release(pid)
