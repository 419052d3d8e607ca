"""Drives an engine over UCI."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from oddfish.engine.experiments.match.control import Clock
from oddfish.engine.experiments.match.engine_output import MOST_INFOS, NO_BOOK, Thinking, last_thoughts, uci_kind
from oddfish.engine.experiments.match.monitored import (
    LOG,
    LONGEST_ANSWER,
    EngineError,
    EngineTerminatedError,
    Monitored,
)
from oddfish.engine.experiments.match.option_lines import EngineOption, OptionValue, read_uci_option
from oddfish.engine.game import Game

#: UCI's name for chess, and the position that ``startpos`` stands for in it.
_CHESS = "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#: Characters to keep of what an engine says about an option.
_LONGEST_REFUSAL = 500


class Uci(Monitored):
    """An engine process. All waiting ends with :class:`EngineTerminatedError` when the process does.

    Attributes:
        options: the engine's options by name.
        config: the values of its options, as far as they are known.
        refused_option: what the engine said about the first option that it refused; '' if it refused none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()
        self.transport = None
        self.returncode = self.loop.create_future()
        self.options: dict[str, EngineOption] = {}
        self.config: dict[str, OptionValue] = {}
        self.initialized = False
        self.refused_option = ""
        self._configured: set[str] = set()
        self._setting = False  # options have been sent, and the engine has not been ready since
        self._hello: asyncio.Future[None] | None = None
        self._when_ready: deque[Callable[[], None]] = deque()  # what to do at each readyok, in order
        self._position = self._moves = ""  # the command `position`, and the moves that belong to it
        self._searching = False
        self._held_go = ""  # the command to send once the engine is ready
        self._seconds = self._patience = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._infos: deque[str] = deque(maxlen=2 * MOST_INFOS)
        self._waiting: asyncio.Future[None] | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self.transport.get_pid() if self.transport is not None else '?'})>"

    # The process --------------------------------------------------------------------------------------------

    @classmethod
    async def start(cls, command: list[str], cwd: str | None = None) -> Uci:
        """Start an engine in a new process group.

        Raises:
            OSError, ValueError: the program cannot be started.
        """
        group: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        elif sys.version_info >= (3, 11):
            group = {"process_group": 0}
        _, protocol = await asyncio.get_running_loop().subprocess_exec(cls, *command, cwd=cwd, **group)
        return protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport
        LOG.debug("%s: Connection made", self)

    def connection_lost(self, exc: Exception | None) -> None:
        assert self.transport is not None
        code = self.transport.get_returncode()
        LOG.debug("%s: Connection lost (exit code: %s, error: %s)", self, code, exc)
        self.returncode.set_result(-1 if code is None else code)
        if self._hello is not None:
            _resolve(self._hello)
        while self._when_ready:
            self._when_ready.popleft()()
        self._wake()

    def send_line(self, *lines: str) -> None:
        """Send lines with a single write, so that the engine wakes up once."""
        if LOG.isEnabledFor(logging.DEBUG):
            for line in lines:
                LOG.debug("%s: << %s", self, line)
        assert self.transport is not None
        pipe = self.transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        pipe.write(("\n".join(lines) + "\n").encode())

    def _check_running(self) -> None:
        if self.returncode.done():
            code = self.returncode.result()
            raise EngineTerminatedError(f"engine process died unexpectedly (exit code: {code})")

    async def quit(self) -> None:
        """Ask the engine to quit, and wait until it does."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    # The handshake and options ------------------------------------------------------------------------------

    async def initialize(self) -> None:
        """Send ``uci``, and wait for ``uciok``."""
        self._check_running()
        self._hello = self.loop.create_future()
        self.send_line("uci")
        await self._hello
        if not self.initialized:
            self._check_running()

    async def ping(self) -> None:
        """Wait until the engine has processed all commands."""
        self._check_running()
        ready = self.loop.create_future()
        self._when_ready.append(lambda: _resolve(ready))
        self.send_line("isready")
        await ready
        self._check_running()

    def option(self, name: str) -> EngineOption | None:
        """The engine's option with this name, in any case."""
        return next((option for own, option in self.options.items() if own.lower() == name.lower()), None)

    async def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set options, by the engine's own names; unchanged values are not sent.

        Raises:
            EngineError: an option does not take its value, or matches set the option themselves.
        """
        self._check_running()
        self._setting = True
        for name, given in values.items():
            if self.options[name].is_managed():
                raise EngineError(f"cannot set {name}, which matches set themselves")
            self._set(name, self.parsed(name, given))
            self._configured.add(name)

    def _set(self, name: str, value: OptionValue) -> None:
        if value is None:
            self.send_line(f"setoption name {name}")
        elif self.config.get(name) != value:
            self.send_line(f"setoption name {name} value {str(value).lower() if isinstance(value, bool) else value}")
        self.config[name] = value

    # Games --------------------------------------------------------------------------------------------------

    def new_game(self, game: Game, variant: str) -> None:
        """Announce a new game; sets the options that matches control to their defaults.

        Args:
            variant: the engine's name for the game's variant.
        """
        fen = game.positions[0].fen()
        self._position = "position startpos" if (variant, fen) == _CHESS else f"position fen {fen}"
        self._moves = "".join(f" {text.lower()}" for text in game.texts())
        for name in ("UCI_AnalyseMode", "Ponder", "UCI_Chess960", "MultiPV"):
            option = self.option(name)
            if option is not None and option.name not in self._configured:
                value = option.default if name == "MultiPV" else False
                if value is not None:
                    self._set(option.name, value)
        self.send_line("ucinewgame")

    def push(self, move: str) -> None:
        """Add a move to the game."""
        self._moves += f" {move.lower()}"

    def search(self, go: str, seconds: float, patience: float = 0.0) -> None:
        """Send the commands ``position`` and ``go``; :meth:`answered` waits for the answer.

        Args:
            seconds: the time for the answer.
            patience: the time to get ready for ``go``, which is not on the clock: on a busy machine, an engine that has
                slept may wait longer for a processor than it thinks. 0 sends both commands at once.
        """
        self.begin()
        self._infos.clear()
        self._searching = True
        self._held_go, self._seconds, self._patience = go, seconds, patience
        position = f"{self._position} moves{self._moves}" if self._moves else self._position
        if patience:
            self._when_ready.append(self._ready_to_go)
            self.send_line(position, "isready")
        else:
            self._go(position)

    def _ready_to_go(self) -> None:
        if self._held_go and not self.returncode.done():
            self._go()
            if self._waiting is not None:
                self._set_timer(self._seconds)

    def _go(self, *before: str) -> None:
        go, self._held_go = self._held_go, ""
        self.send_line(*before, go)
        self.asked_at = time.perf_counter()

    @property
    def preparing(self) -> bool:
        """Whether the engine has not yet been ready for the search."""
        return bool(self._held_go)

    async def answered(self, seconds: float | None = None) -> bool:
        """Wait for the answer to :meth:`search`; False if none arrives in the time given there, or here.

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
        if self._searching:
            self._check_running()
        return not self._searching

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._wake)

    def _wake(self) -> None:
        if self._waiting is not None:
            _resolve(self._waiting)

    def abandon(self) -> None:
        """Stop a search that has not answered yet; its answer is ignored."""
        if self._searching and not self._held_go and not self.returncode.done():
            self.send_line("stop")
        self._searching, self._held_go = False, ""

    def thoughts(self) -> Thinking:
        """What the engine has said about the search."""
        return last_thoughts(self._infos)

    # Its lines ----------------------------------------------------------------------------------------------

    kind = staticmethod(uci_kind)

    def take(self, line: str) -> None:
        word, rest = (*line.split(maxsplit=1), "", "")[:2]
        if self.is_refusal(line):
            return
        if not self.initialized:
            self._greet(line)
        elif word == "readyok":
            self._setting = False
            if self._when_ready:
                self._when_ready.popleft()()
        elif self._setting:
            self._note_refused_option(line.strip())
        elif self._searching and not self._held_go:
            if word.startswith("info"):
                self._infos.append(line)
            elif word.startswith("bestmove"):
                self._searching = False
                self.answered_at = self.received_at
                self.answer = rest.strip()[:LONGEST_ANSWER]
                self._wake()

    def _note_refused_option(self, line: str) -> None:
        """Keep an ``info string`` that refuses an option, as this program does: it quotes the command. Other comments,
        which may also name options, do not count."""
        reason, _, command = line.partition(" [setoption name ")
        quoted = any(f"{command} ".startswith((f"{name} ", f"{name}]")) for name in self._configured)
        no_book = "BookFile" in self._configured and line.endswith(NO_BOOK)
        if (quoted or no_book) and not self.refused_option:
            self.refused_option = " ".join(reason.split()[2:])[:_LONGEST_REFUSAL]

    def _greet(self, line: str) -> None:
        """Process a line of the handshake."""
        words = line.split(maxsplit=2)
        self.recognized |= words[:1] == ["uciok"] or words[:2] in (["id", "name"], ["option", "name"])
        if words[:1] == ["option"]:
            option, problem = read_uci_option(line)
            if self.keep(option, problem, len(line)) and option is not None and option.default is not None:
                self.config[option.name] = option.default
        elif words == ["uciok"] and self._hello is not None:
            self.initialized = True
            _resolve(self._hello)


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def go_command(clocks: tuple[Clock, Clock], side: int) -> str:
    """The UCI command ``go`` with a side's limits and the time left on both clocks."""
    own = clocks[side].control
    words = ["go"]
    if own.clocked:
        both = [(letter, clock) for letter, clock in zip("wb", clocks) if clock.control.clocked]
        words += [f"{letter}time {max(1, round(1000 * clock.left))}" for letter, clock in both]
        words += [f"{letter}inc {round(1000 * clock.control.increment)}" for letter, clock in both]
        if clocks[side].moves_to_go:
            words.append(f"movestogo {clocks[side].moves_to_go}")
    if own.depth:
        words.append(f"depth {own.depth}")
    if own.nodes:
        words.append(f"nodes {own.nodes}")
    if own.move_time:
        words.append(f"movetime {max(1, round(1000 * own.move_time))}")
    return " ".join(words)
