"""python-chess's UCI and CECP, monitored, and guarded against what engines send."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shlex
import time
from collections import deque
from collections.abc import Iterator

import chess.engine
from chess.engine import UciProtocol, XBoardProtocol

from oddfish.engine.experiments import children
from oddfish.engine.experiments.match.option_lines import read_cecp_option, read_features, read_uci_option

#: Seconds between ``quit`` and SIGKILL.
QUIT_PATIENCE = 3.0
#: The rest of an ``info`` line with a depth and a score.
_DEPTH = re.compile(r"(?=.*\bscore )(?!string).*?\bdepth (\d+)")
_CECP_RESULTS = ("1-0", "0-1", "1/2-1/2")
#: Bytes of a line; the rest of a longer one is dropped. Characters of a line of standard error.
_LONGEST_LINE, _LONGEST_ERROR = 1 << 20, 500
#: Options and problems to keep of an engine.
_MOST_OPTIONS, _MOST_PROBLEMS = 1000, 8
#: CECP's options that python-chess knows by other commands.
_OWN_CECP = ("random", "computer", "cores", "memory")


class LineBuffer:
    """Splits a stream of bytes into lines.

    Lines end in LF or CRLF. Bytes that are not UTF-8 are replaced, NULs dropped, and long lines cut off: an engine may
    send text without an end.
    """

    def __init__(self) -> None:
        self._part = bytearray()

    def take(self, data: bytes) -> Iterator[str]:
        """The lines that these bytes complete."""
        *lines, rest = data.replace(b"\0", b"").split(b"\n")
        for line in lines:
            self._add(line)
            yield self._part.rstrip(b"\r").decode("utf-8", "replace")
            self._part.clear()
        self._add(rest)

    def _add(self, data: bytes) -> None:
        self._part += data[: max(_LONGEST_LINE - len(self._part), 0)]


class Monitored(chess.engine.Protocol):
    """Records what python-chess does not report: the exact times of a search's command and answer, the answer even if
    it is illegal, what the engine rejected (CECP), and what it wrote to standard error."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.refused = asyncio.Event(), asyncio.Event()
        self.asked_at = self.answered_at = 0.0
        self.answer = self.claim = self.refusal = ""
        self.extra = 0  # unsolicited moves after the answer
        self.depth: int | None = None  # of the last UCI info with a score; other infos may be from a later depth
        self.errors: deque[str] = deque(maxlen=5)
        self.problems: list[str] = []
        #: Whether the engine has sent a line that only engines of this protocol send.
        self.recognized = False
        self._lines = {1: LineBuffer(), 2: LineBuffer()}

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """Pass on whole lines that python-chess understands. An exception here would make the engine deaf."""
        for line in self._lines[fd].take(data.encode() if isinstance(data, str) else data):
            try:
                passed = self.checked(line) if fd == 1 else line
                if passed:
                    super().pipe_data_received(fd, passed.encode() + b"\n")
            except Exception as error:
                self.note(f"the line '{line:.80}' ({error})")

    def checked(self, line: str) -> str:
        """A line as python-chess may see it, or ''."""
        return line

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
        self.depth = None

    def send_line(self, line: str) -> None:
        super().send_line(line)
        if line == "go" or line.startswith("go "):
            self.asked_at = time.perf_counter()
            self.asked.set()

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        if line.startswith(("Error", "Illegal move")) and not self.answer:
            self.refusal = line.strip()
            self.refused.set()
        if self.asked.is_set() and not self.answer and not self.claim:
            if word in ("bestmove", "move"):
                self.answered_at = time.perf_counter()
                self.answer = rest.strip()
            elif word in _CECP_RESULTS or word == "resign":
                self.answered_at = time.perf_counter()
                self.claim = line.strip()
        elif word == "move" and self.answer:
            self.extra += 1
        if word == "info" and (found := _DEPTH.match(rest)):
            self.depth = int(found[1])
        super().line_received(line)

    def error_line_received(self, line: str) -> None:
        self.errors.append(line[:_LONGEST_ERROR])
        super().error_line_received(line)


class Uci(Monitored, UciProtocol):
    """python-chess's UCI, monitored."""

    def checked(self, line: str) -> str:
        words = line.split(maxsplit=2)
        self.recognized |= words[:1] == ["uciok"] or words[:2] in (["id", "name"], ["option", "name"])
        if words[:1] != ["option"] or self.initialized:
            return line
        option, problem = read_uci_option(line)
        if problem:
            self.note(f"option {problem}")
        if option is not None and len(self.options) < _MOST_OPTIONS:
            self.options[option.name] = option
            if option.default is not None:
                self.config[option.name] = option.default
        return ""


class Cecp(Monitored, XBoardProtocol):
    """python-chess's CECP, monitored."""

    def checked(self, line: str) -> str:
        word, _, rest = line.strip().partition(" ")
        if word != "feature" or self.initialized:
            return line
        self.recognized = True
        kept = []
        for name, value in read_features(rest):
            if name != "option":
                kept.append(shlex.quote(f"{name}={value}"))
                continue
            option, problem = read_cecp_option(value)
            if problem:
                self.note(f"option {problem}")
            if option is not None and option.name not in _OWN_CECP and len(self.options) < _MOST_OPTIONS:
                self.options[option.name] = option
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
