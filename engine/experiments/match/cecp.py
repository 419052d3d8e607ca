"""Drives an engine over CECP, by python-chess, an optional package: ``pip install 'oddfish[python-chess]'``."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import time
from collections.abc import Iterator, Mapping
from typing import Any, cast

import chess.engine
from chess.engine import INFO_BASIC, INFO_SCORE, Limit, PlayResult, XBoardProtocol

from oddfish.engine.board import VariantBoard, board_class
from oddfish.engine.experiments.match.control import Clock
from oddfish.engine.experiments.match.engine_output import NO_BOOK, cecp_kind, plain_thinking
from oddfish.engine.experiments.match.monitored import (
    LONGEST_ANSWER,
    EngineError,
    EngineTerminatedError,
    Monitored,
)
from oddfish.engine.experiments.match.option_lines import EngineOption, OptionValue, read_cecp_option, read_features
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant

_RESULTS = ("1-0", "0-1", "1/2-1/2")
#: Features to keep of an engine, and characters of each.
_MOST_FEATURES, _LONGEST_VALUE = 200, 10_000
#: Moves without a search to pass on to python-chess.
_MOST_EXTRA = 10
#: Options that python-chess knows by other commands.
_COMMANDS = ("random", "computer", "cores", "memory")


@contextlib.contextmanager
def _own_errors() -> Iterator[None]:
    """Raise our exceptions for python-chess's."""
    try:
        yield
    except chess.engine.EngineTerminatedError as error:
        raise EngineTerminatedError(str(error)) from None
    except chess.engine.EngineError as error:
        raise EngineError(str(error)) from None


class Cecp(Monitored, XBoardProtocol):
    """python-chess's CECP, monitored. It records what python-chess does not report: the exact times of a search's
    command and answer, the answer even if it is illegal, and what the engine rejected. All waiting ends with
    :class:`EngineTerminatedError` when the process does."""

    options: dict[str, EngineOption]  # type: ignore[assignment]
    kind = staticmethod(cecp_kind)

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.extra = 0  # unsolicited moves after the answer
        self._without_book = ""  # what the engine said about a book that it cannot use
        self._awaited: list[str] = []  # answers to ping
        self._board: VariantBoard | None = None
        self._round = self._clocks = object()

    @classmethod
    async def start(cls, command: list[str], cwd: str | None = None) -> Cecp:
        """Start an engine in a new process group.

        Raises:
            OSError, ValueError: the program cannot be started.
        """
        _, protocol = await cls.popen(command, setpgrp=True, cwd=cwd)
        return protocol

    # The handshake and options ------------------------------------------------------------------------------

    async def initialize(self) -> None:
        with _own_errors():
            await super().initialize()

    async def ping(self) -> None:
        with _own_errors():
            await super().ping()

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        self.refusal = self._without_book = ""
        with _own_errors():
            await super().configure({name: self.parsed(name, value) for name, value in options.items()})

    @property
    def refused_option(self) -> str:
        """The line by which the engine rejected an option since :meth:`configure`; '' if it rejected none."""
        if self.refusal.startswith("Error (option ") or "): option " in self.refusal:
            return self.refusal
        return self._without_book if "BookFile" in self.config else ""

    def be_patient(self) -> None:
        """Wait for the features as if the engine had requested more time."""
        self.pipe_data_received(1, b"feature done=0\n")

    # Games --------------------------------------------------------------------------------------------------

    def new_game(self, game: Game, variant: str) -> None:
        """Announce a new game.

        Args:
            variant: the engine's name for the game's variant.
        """
        self._board = _named(game.variant, variant).of_game(game)
        self._round = self._clocks = object()
        self.send_line("new")  # python-chess sends it only with the first move, on the clock

    def push(self, move: str) -> None:
        """Add a move to the game."""
        assert self._board is not None
        self._board.push_uci(move)

    def resend(self) -> None:
        """Send the whole game before the next search."""
        self._round = object()

    def begin(self) -> None:
        super().begin()
        self.asked.clear()
        self.extra = 0

    async def search(self, clocks: tuple[Clock, Clock], side: int, draw_offered: bool) -> PlayResult:
        """Search the current position.

        Args:
            clocks: White's and Black's.
            side: the side that the engine moves.
            draw_offered: whether the opponent has offered a draw.

        Raises:
            EngineError: the answer is not a legal move.
        """
        limit = _limit(clocks, side, self._clocks)
        with _own_errors():
            return await self.play(
                cast(chess.Board, self._board),
                limit,
                game=self._round,
                info=INFO_BASIC | INFO_SCORE,
                draw_offered=draw_offered,
            )

    # Lines --------------------------------------------------------------------------------------------------

    def send_line(self, line: str) -> None:
        super().send_line(line)
        if line.startswith("ping "):
            self._awaited.append(line.replace("ping", "pong"))
        if line == "go":
            self.asked_at = time.perf_counter()
            self.asked.set()

    def take(self, line: str) -> None:
        """Pass on a line that python-chess expects and understands."""
        if line.endswith(NO_BOOK):
            self._without_book = self._without_book or line.partition(" ")[2][:LONGEST_ANSWER]
        elif self._expected(line) and (passed := self._checked(line)):
            XBoardProtocol.pipe_data_received(self, 1, passed.encode() + b"\n")

    def _expected(self, line: str) -> bool:
        """Whether a line has an effect now."""
        word = line.split(maxsplit=1)[0]
        if word == "pong":
            answer = " ".join(line.split())
            if answer not in self._awaited:
                return False
            self._awaited.remove(answer)
        elif word == "move":
            return self.asked.is_set() and self.extra < _MOST_EXTRA
        elif line.startswith(("Error", "Illegal move")):
            return not self.refusal and not self.answer
        return self.command is not None

    def _checked(self, line: str) -> str:
        """A line as python-chess may see it, or ''."""
        word, _, rest = line.strip().partition(" ")
        if self.initialized and word != "feature":
            thought = word[:1].isdigit() and word not in _RESULTS
            return plain_thinking(line) if thought else line[:LONGEST_ANSWER]
        if self.initialized or word != "feature":
            return line[:LONGEST_ANSWER]
        self.recognized = True
        kept: list[str] = []
        for name, value in read_features(rest):
            if name == "option":
                option, problem = read_cecp_option(value)
                if option is None or option.name not in _COMMANDS:
                    self.keep(option, problem, len(value))
            elif name in self.features or len(self.features) + len(kept) < _MOST_FEATURES:
                kept.append(shlex.quote(f"{name[:LONGEST_ANSWER]}={value[:_LONGEST_VALUE]}"))
        return f"feature {' '.join(kept)}" if kept else ""

    def line_received(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        self.is_refusal(line)
        if self.asked.is_set() and not self.answer and not self.claim:
            if word == "move":
                self.answered_at = self.received_at
                self.answer = rest.strip()[:LONGEST_ANSWER]
            elif word in _RESULTS or word == "resign":
                self.answered_at = self.received_at
                self.claim = line.strip()[:LONGEST_ANSWER]
        elif word == "move" and self.answer:
            self.extra += 1
        super().line_received(line)


def _named(variant: Variant, name: str) -> type[VariantBoard]:
    """A variant's board class with an engine's name for the variant."""
    own = board_class(variant.name)
    if own.xboard_variant == name:
        return own
    return type(own.__name__, (own,), {"xboard_variant": name})


def _limit(clocks: tuple[Clock, Clock], side: int, clock_id: object) -> Limit:
    white, black = clocks
    control = clocks[side].control
    kept: dict[str, Any] = {}
    for name, clock in (("white", white), ("black", black)):
        if control.clocked and clock.control.clocked:
            kept |= {f"{name}_clock": clock.left, f"{name}_inc": clock.control.increment}
    return Limit(
        time=control.move_time or None,
        depth=control.depth or None,
        nodes=control.nodes or None,
        remaining_moves=clocks[side].moves_to_go or None,
        clock_id=clock_id,
        **kept,
    )
