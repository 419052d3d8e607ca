"""python-chess's UCI and CECP, monitored, and guarded against what engines send."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shlex
import time
from collections import deque
from typing import Any

import chess.engine
from chess.engine import EngineTerminatedError, UciProtocol, XBoardProtocol

from oddfish.engine.experiments import children
from oddfish.engine.experiments.match.engine_output import (
    MOST_INFOS,
    LineBuffer,
    Thinking,
    cecp_kind,
    last_thoughts,
    latest,
    plain_thinking,
    uci_kind,
)
from oddfish.engine.experiments.match.option_lines import read_cecp_option, read_features, read_uci_option

_LOG = logging.getLogger("chess.engine")
#: Seconds between ``quit`` and SIGKILL.
QUIT_PATIENCE = 3.0
_CECP_RESULTS = ("1-0", "0-1", "1/2-1/2")
#: Lines of standard error to keep, and characters of each; characters to keep of an answer.
_MOST_ERRORS, _LONGEST_ERROR, _LONGEST_ANSWER = 5, 500, 200
#: Options, their total length in characters, features and problems to keep of an engine.
_MOST_OPTIONS, _MOST_OPTION_TEXT, _MOST_FEATURES, _MOST_PROBLEMS = 1000, 1 << 20, 200, 8
#: Characters to keep of a feature or a name.
_LONGEST_VALUE = 10_000
#: Moves without a search to pass on to python-chess.
_MOST_EXTRA = 10
#: CECP's options that python-chess knows by other commands.
_OWN_CECP = ("random", "computer", "cores", "memory")


class Monitored(chess.engine.Protocol):
    """Records what python-chess does not report: the exact times of a search's command and answer, the answer even if
    it is illegal, what the engine rejected (CECP), and what it wrote to standard error."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.refused = asyncio.Event(), asyncio.Event()
        self.asked_at = self.answered_at = self.received_at = 0.0
        self.answer = self.claim = self.refusal = ""
        self.extra = 0  # unsolicited moves after the answer
        self.errors: deque[str] = deque(maxlen=_MOST_ERRORS)
        self.problems: list[str] = []
        #: Whether the engine has sent a line that only engines of this protocol send.
        self.recognized = False
        self._buffers = {1: LineBuffer(), 2: LineBuffer()}
        self._awaited: list[str] = []  # answers to isready or ping
        self._option_text = 0

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Pass on whole lines that have an effect and that python-chess understands. After an exception here,
        nothing more would be read from the engine; slow work would delay its answers during a flood of other lines."""
        self.received_at = time.perf_counter()
        lines = self._buffers[fd].take(data.encode() if isinstance(data, str) else data)
        logged = _LOG.isEnabledFor(logging.DEBUG)
        if fd != 1:
            for line in lines if logged else lines[-_MOST_ERRORS:]:
                self.error_line_received(line.decode("utf-8", "replace"))
            return
        if logged:
            for line in lines:
                _LOG.debug("%s: printed %s", self, line[:_LONGEST_ERROR].decode("utf-8", "replace"))
        for line in latest(lines, self.kind):
            text = line.decode("utf-8", "replace")
            try:
                if not self.taken(text) and self.expected(text) and (passed := self.checked(text)):
                    super().pipe_data_received(fd, passed.encode() + b"\n")
            except Exception as error:
                self.note(f"the line '{text:.80}' ({error!s:.200})")

    @staticmethod
    def kind(line: bytes) -> str:
        """The kind of a line (:mod:`engine_output`)."""
        raise NotImplementedError

    def taken(self, line: str) -> bool:
        """Whether this class deals with a line itself, and python-chess does not see it."""
        return False

    def expected(self, line: str) -> bool:
        """Whether a line has an effect now."""
        word = line.split(maxsplit=1)[0]
        if word in ("readyok", "pong"):
            answer = " ".join(line.split())
            if answer not in self._awaited:
                return False
            self._awaited.remove(answer)
        elif word == "move":
            return self.asked.is_set() and self.extra < _MOST_EXTRA
        elif line.startswith(("Error", "Illegal move")):
            return not self.refusal and not self.answer
        return self.command is not None

    def checked(self, line: str) -> str:
        """A line as python-chess may see it, or ''."""
        raise NotImplementedError

    def keep(self, option: chess.engine.Option | None, problem: str, length: int) -> bool:
        """Remember an option, read from a text of this length, and its problem; False if there are too many."""
        if problem:
            self.note(f"option {problem}")
        self._option_text += length
        if option is None or len(self.options) >= _MOST_OPTIONS or self._option_text > _MOST_OPTION_TEXT:
            return False
        self.options[option.name] = option
        return True

    def note(self, problem: str) -> None:
        """Remember what is wrong with the engine's lines."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)

    def begin(self) -> None:
        """Reset before a search."""
        self.asked.clear()
        self.asked_at = self.answered_at = 0.0
        self.answer = self.claim = self.refusal = ""
        self.extra = 0

    def send_line(self, line: str) -> None:
        super().send_line(line)
        if line == "isready" or line.startswith("ping "):
            self._awaited.append(line.replace("isready", "readyok").replace("ping", "pong"))
        if line == "go":
            self.asked_at = time.perf_counter()
            self.asked.set()

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if line.startswith(("Error", "Illegal move")) and not self.answer:
            self.refusal = line.strip()[:_LONGEST_ANSWER]
            self.refused.set()
        if self.asked.is_set() and not self.answer and not self.claim:
            if word == "move":
                self.answered_at = self.received_at
                self.answer = rest.strip()[:_LONGEST_ANSWER]
            elif word in _CECP_RESULTS or word == "resign":
                self.answered_at = self.received_at
                self.claim = line.strip()[:_LONGEST_ANSWER]
        elif word == "move" and self.answer:
            self.extra += 1
        super().line_received(line)

    def error_line_received(self, line: str) -> None:
        self.errors.append(line[:_LONGEST_ERROR])
        super().error_line_received(line)


class Uci(Monitored, UciProtocol):
    """python-chess's UCI, monitored. python-chess completes the handshake and sets options; searches are run here,
    since its boards and commands take longer per move than a fast engine."""

    kind = staticmethod(uci_kind)

    def __init__(self) -> None:
        super().__init__()
        self._searching = False
        self._held_go = ""  # the command to send once the engine is ready
        self._seconds = self._patience = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._infos: deque[str] = deque(maxlen=2 * MOST_INFOS)
        self._waiting: asyncio.Future[None] | None = None

    def new_game(self) -> None:
        """Announce a new game, with the options that python-chess manages at their defaults."""
        defaults: dict[str, Any] = {"UCI_AnalyseMode": False, "Ponder": False, "UCI_Chess960": False}
        if "MultiPV" in self.options:
            defaults["MultiPV"] = self.options["MultiPV"].default
        for name, value in defaults.items():
            if name in self.options and name not in self.target_config and self.config.get(name) != value:
                self.send_line(f"setoption name {name} value {str(value).lower()}")
                self.config[name] = value
        self.send_line("ucinewgame")

    def search(self, position: str, go: str, seconds: float, patience: float = 0.0) -> None:
        """Send the commands ``position`` and ``go``; :meth:`answered` waits for the answer.

        Args:
            seconds: the time for the answer.
            patience: the time to get ready for ``go``, which is not on the clock: on a busy machine, an engine that
                has slept may wait for a processor longer than it thinks. 0 sends both commands at once.
        """
        self.begin()
        self._infos.clear()
        self._searching = True
        self._held_go, self._seconds, self._patience = go, seconds, patience
        if patience:
            self._send(position, "isready")
        else:
            self._begin(position)

    def _begin(self, *before: str) -> None:
        go, self._held_go = self._held_go, ""
        self._send(*before, go)
        self.asked_at = time.perf_counter()

    def _send(self, *lines: str) -> None:
        """Send lines by one write, so that the engine wakes once; the log gets them one by one."""
        for text in lines if _LOG.isEnabledFor(logging.DEBUG) else ("\n".join(lines),):
            UciProtocol.send_line(self, text)

    @property
    def preparing(self) -> bool:
        """Whether the engine has not yet been ready for the search."""
        return bool(self._held_go)

    async def answered(self, seconds: float | None = None) -> bool:
        """Wait for the answer to :meth:`search`; False if there is none in the time given there, or here.

        Raises:
            EngineTerminatedError: the process has ended.
        """
        if self._searching and not self.returncode.done():
            self._waiting = waiting = self.loop.create_future()
            self._set_timer((self._patience if self._held_go else self._seconds) if seconds is None else seconds)
            try:
                await waiting
            finally:
                self._set_timer(None)
                self._waiting = None
        if self._searching and self.returncode.done():
            code = self.returncode.result()
            raise EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")
        return not self._searching

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._wake)

    def abandon(self) -> None:
        """Stop a search that has no answer yet; its answer is ignored."""
        if self._searching and not self._held_go and not self.returncode.done():
            self.send_line("stop")
        self._searching, self._held_go = False, ""

    def thoughts(self) -> Thinking:
        """What the engine has said about the search."""
        return last_thoughts(self._infos)

    def taken(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        if word == "readyok" and self._held_go:
            self._begin()
            if self._waiting is not None:
                self._set_timer(self._seconds)
            return True
        if not word.startswith(("info", "bestmove")) or not self.initialized:
            return False
        if not self._searching or self._held_go:
            return True
        if word.startswith("info"):
            self._infos.append(line)
        else:
            self._searching = False
            self.answered_at = self.received_at
            self.answer = rest.strip()[:_LONGEST_ANSWER]
            self._wake()
        return True

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wake()

    def checked(self, line: str) -> str:
        if self.initialized:
            return line[:_LONGEST_ANSWER]
        words = line.split(maxsplit=2)
        self.recognized |= words[:1] == ["uciok"] or words[:2] in (["id", "name"], ["option", "name"])
        if words[:1] == ["id"]:
            return line[:_LONGEST_ANSWER] if words[1:2] in (["name"], ["author"]) else ""
        if words[:1] != ["option"]:
            return line[:_LONGEST_ANSWER]
        option, problem = read_uci_option(line)
        if self.keep(option, problem, len(line)) and option is not None and option.default is not None:
            self.config[option.name] = option.default
        return ""


class Cecp(Monitored, XBoardProtocol):
    """python-chess's CECP, monitored."""

    kind = staticmethod(cecp_kind)

    def checked(self, line: str) -> str:
        word, _, rest = line.strip().partition(" ")
        if self.initialized and word != "feature":
            thought = word[:1].isdigit() and word not in _CECP_RESULTS
            return plain_thinking(line) if thought else line[:_LONGEST_ANSWER]
        if self.initialized or word != "feature":
            return line[:_LONGEST_ANSWER]
        self.recognized = True
        kept: list[str] = []
        for name, value in read_features(rest):
            if name == "option":
                option, problem = read_cecp_option(value)
                if option is None or option.name not in _OWN_CECP:
                    self.keep(option, problem, len(value))
            elif name in self.features or len(self.features) + len(kept) < _MOST_FEATURES:
                kept.append(shlex.quote(f"{name[:_LONGEST_ANSWER]}={value[:_LONGEST_VALUE]}"))
        return f"feature {' '.join(kept)}" if kept else ""


async def end(protocol: Uci | Cecp) -> None:
    """Kill an engine and its child processes, and wait for it to exit."""
    transport = protocol.transport
    if transport is None:
        return
    pid = transport.get_pid()
    children.kill(pid)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.shield(protocol.returncode), QUIT_PATIENCE)
    transport.close()
    children.release(pid)
