"""Engine processes, driven by python-chess over UCI or CECP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import chess.engine
from chess.engine import INFO_BASIC, INFO_SCORE, Limit, UciProtocol, XBoardProtocol

from oddfish.engine.board import VariantBoard, board_class
from oddfish.engine.game import Game
from oddfish.engine.match.control import Clock
from oddfish.engine.match.games import CRASH, HANG, ILLEGAL, MATE_SCORE, TIME, Answer, Fault
from oddfish.engine.match.plan import CECP, UCI, EngineSpec, MatchError
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Variant

#: Seconds an engine may take to begin (to load its nets …), those after which it is tried with the other protocol, and
#: those that CECP is given while it is not known which it is.
START_PATIENCE, DETECT_PATIENCE, _GUESS_PATIENCE = 60.0, 5.0, 10.0
#: Seconds that python-chess gives CECP engines to tell their features, unless they ask for more.
_FEATURES_PATIENCE = 2.0
#: Seconds between ``quit`` and being killed.
QUIT_PATIENCE = 3.0
#: Seconds by which a timer may fire too early or late; whether a move was in time is told by timestamps.
_SLACK = 0.05
#: What CECP calls options that UCI has under these names.
_CECP_NAMES = {"hash": "memory", "threads": "cores"}
#: What follows ``info`` where a depth has been searched, or so far that there is a score.
_TOLD = re.compile(r"(?=.*\bscore )(?!string).*?\bdepth (\d+)")
_CECP_RESULTS = ("1-0", "0-1", "1/2-1/2")


class _Silence(Exception):
    """An engine has not introduced itself; the text says why."""


class _Witness(chess.engine.Protocol):
    """What the runner must know and python-chess does not tell: when exactly a search was asked for and answered, what
    the answer was even if it is no good, what the engine refused (CECP), and what it wrote on standard error."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.refused = asyncio.Event(), asyncio.Event()
        self.asked_at = self.answered_at = 0.0
        self.answer = self.claim = self.refusal = ""
        self.extra = 0  # moves made unasked after the answer
        self.depth: int | None = None  # of what UCI told last with a score; other infos come as time goes by
        self.errors: deque[str] = deque(maxlen=5)

    def begin(self) -> None:
        """A turn begins."""
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
        if word == "info" and (told := _TOLD.match(rest)):
            self.depth = int(told[1])
        super().line_received(line)

    def error_line_received(self, line: str) -> None:
        self.errors.append(line)
        super().error_line_received(line)


class _Uci(_Witness, UciProtocol):
    """python-chess's UCI, witnessed."""


class _Cecp(_Witness, XBoardProtocol):
    """python-chess's CECP, witnessed."""


@dataclass
class Player:
    """One engine, whose process is started when first needed and anew after a fault.

    Args:
        spec: which, and its options.
        variant: the game.
        rules: the variant's options as set for the match: the engine is told those that are no secret.
        patience: seconds without any answer after which it counts as hung.
        speaks: the protocol it has been found to speak; '' if that is not known yet.
    """

    spec: EngineSpec
    variant: Variant
    rules: Mapping[str, Any]
    patience: float
    speaks: str = ""
    protocol: _Uci | _Cecp | None = field(default=None, init=False)
    starts: int = field(default=0, init=False)
    _board: Any = field(default=None, init=False)
    _game: object = field(default=None, init=False)
    _clock_id: object = field(default=None, init=False)

    @property
    def running(self) -> bool:
        return self.protocol is not None and not self.protocol.returncode.done()

    # Processes ----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the process, unless it runs, and set its options.

        Raises:
            MatchError: it does not start, does not know the variant, or refuses an option.
        """
        if self.running:
            return
        await self.kill()
        self.protocol = await self._begin()
        self.speaks = UCI if isinstance(self.protocol, _Uci) else CECP
        self.starts += 1
        try:
            self._board_class = self._find_variant()
            await self._set_options()
        except BaseException:
            await self.kill()
            raise

    async def _begin(self) -> _Uci | _Cecp:
        """A process that has introduced itself, in the protocol it is known or found to speak."""
        known = self.speaks or self.spec.protocol()
        attempts = {
            UCI: [(UCI, START_PATIENCE)],
            CECP: [(CECP, _FEATURES_PATIENCE), (CECP, START_PATIENCE)],
            "auto": [
                (UCI, DETECT_PATIENCE), (CECP, _FEATURES_PATIENCE), (CECP, _GUESS_PATIENCE), (UCI, START_PATIENCE),
                (CECP, START_PATIENCE),
            ],
        }[known]  # fmt: skip
        problems: dict[str, None] = {}
        for proto, patience in attempts:
            try:
                return await self._open(proto, patience)
            except _Silence as error:
                problems[str(error)] = None
        raise MatchError(f"engine {self.spec.name} does not start: {'; '.join(problems)}")

    async def _open(self, proto: str, patience: float) -> _Uci | _Cecp:
        """A process that has introduced itself.

        Raises:
            MatchError: there is no such program.
            _Silence: it does not introduce itself in this protocol.
        """
        kind: type[_Uci | _Cecp] = _Uci if proto == UCI else _Cecp
        try:
            command = self.spec.command()
            directory = self.spec.dir or None
            _, protocol = await kind.popen(command, setpgrp=True, cwd=directory)
        except (OSError, ValueError) as error:
            raise MatchError(f"engine {self.spec.name} cannot be started: {error}") from None
        hello: asyncio.Future[Any] = asyncio.ensure_future(protocol.initialize())
        refused: asyncio.Future[Any] = asyncio.ensure_future(protocol.refused.wait())
        try:
            if proto == CECP and patience > _FEATURES_PATIENCE:
                await asyncio.sleep(0)  # hello is said now
                protocol.pipe_data_received(1, b"feature done=0\n")  # as if it had asked for time: busy, it had none
            await asyncio.wait({hello, refused}, timeout=patience + _SLACK, return_when=asyncio.FIRST_COMPLETED)
            if not hello.done():
                raise chess.engine.EngineError(protocol.refusal or f"no answer in {patience:g} s")
            hello.result()
        except chess.engine.EngineError as error:
            await _kill(protocol)
            told = "".join(f", {line}" for line in protocol.errors)
            raise _Silence(f"{error} ({proto.upper()}){told}") from None
        except BaseException:
            await _kill(protocol)
            raise
        finally:
            hello.cancel()
            refused.cancel()
        return protocol

    async def kill(self) -> None:
        """End the process at once."""
        protocol, self.protocol = self.protocol, None
        if protocol is not None:
            await _kill(protocol)

    async def quit(self) -> None:
        """End the process, politely at first."""
        protocol = self.protocol
        if protocol is not None and not protocol.returncode.done():
            with contextlib.suppress(Exception):
                await asyncio.wait_for(protocol.quit(), QUIT_PATIENCE)
        await self.kill()

    # Variant and options ------------------------------------------------------------------------------------

    def _find_variant(self) -> type[VariantBoard]:
        """The class of boards that carries the name the engine knows the variant by.

        Raises:
            MatchError: it does not know it.
        """
        names = [self.spec.variant] if self.spec.variant else [self.variant.name]
        own = board_class(self.variant.name)
        if isinstance(self.protocol, _Cecp):
            known = str(self.protocol.features.get("variants", "normal")).split(",")
            if names[0] not in known:
                raise self._unknown(known)
            return _named(own, own.uci_variant, names[0])
        assert self.protocol is not None
        if names == ["normal"]:
            names = ["chess", "normal"]
        option = self.protocol.options.get("UCI_Variant")
        known = (option.var or names) if option is not None else ["chess"]
        for name in names:
            if name in known:
                return _named(own, name, own.xboard_variant)
        raise self._unknown(known)

    def _unknown(self, known: list[str]) -> MatchError:
        name = self.spec.variant or self.variant.name
        return MatchError(f"engine {self.spec.name} does not know the variant {name}; it knows {', '.join(known)}")

    async def _set_options(self) -> None:
        protocol = self.protocol
        assert protocol is not None
        values: dict[str, Any] = {}
        for option in self._told():
            value = self.rules[option.name]
            name = self._option_name(option.name)
            if name is not None:
                values[name] = self._value(name, value)
            elif value != option.default:
                raise MatchError(f"engine {self.spec.name} cannot be told {option.name}={value}: it has no such option")
        for wanted, text in self.spec.options.items():
            name = self._option_name(wanted)
            if name is None:
                known = ", ".join(protocol.options)
                raise MatchError(f"engine {self.spec.name} has no option {wanted}; it has {known}")
            values[name] = self._value(name, text)
        try:
            await asyncio.wait_for(protocol.configure(values), START_PATIENCE)
            if isinstance(protocol, _Uci) and "UCI_Variant" in protocol.options:
                # python-chess says so again, but with the first position, when the clock runs.
                protocol.send_line(f"setoption name UCI_Variant value {self._board_class.uci_variant}")
            await asyncio.wait_for(protocol.ping(), START_PATIENCE)
        except (asyncio.TimeoutError, chess.engine.EngineError) as error:
            reason = str(error) or "no answer"
            raise MatchError(f"engine {self.spec.name} does not take its options: {reason}") from None

    def _told(self) -> list[Option]:
        """The rules an engine needs to hear of: neither the referee's secrets nor what every FEN says."""
        in_fen = self.variant.tags(Game(self.variant).position)
        return [
            option
            for option in self.variant.options
            if option.name not in self.variant.secrets and option.name not in in_fen
        ]

    def _option_name(self, wanted: str) -> str | None:
        """The engine's own spelling of an option's name."""
        assert self.protocol is not None
        keys = {wanted.lower()}
        if self.speaks == CECP:
            keys.add(_CECP_NAMES.get(wanted.lower(), wanted.lower()))
        return next((name for name in self.protocol.options if name.lower() in keys), None)

    def _value(self, name: str, value: Any) -> str | int | bool | None:
        """A value as python-chess wants it."""
        assert self.protocol is not None
        option = self.protocol.options[name]
        choices = tuple(option.var or ())
        if option.type == "check":
            return bool(Option(name, "check", False).read(value))
        if option.type == "combo" and choices:
            return Option(name, "combo", "", choices=choices).read(value)
        return None if option.type in ("button", "reset", "save") else str(value)

    # Games --------------------------------------------------------------------------------------------------

    async def new_game(self, game: Game) -> None:
        """Make ready for a game, of which the engine will know what is on the board and how it came about.

        Raises:
            MatchError: see :meth:`start`.
            Fault: the engine does not answer.
        """
        await self.start()
        protocol = self.protocol
        assert protocol is not None
        self._board = self._board_class.of_game(game)
        self._game = self._clock_id = object()
        if isinstance(protocol, _Cecp):
            protocol.send_line("new")  # python-chess sends it with the first move, when the clock runs
        await self._ping()

    async def _ping(self) -> None:
        assert self.protocol is not None
        try:
            await asyncio.wait_for(self.protocol.ping(), self.patience)
        except asyncio.TimeoutError:
            raise Fault(HANG, f"no answer to ping in {self.patience:g} s") from None
        except chess.engine.EngineError as error:
            raise self._crash(error) from None

    def hear(self, move: str) -> None:
        """A complete move was made by somebody."""
        self._board.push_uci(move)

    def check_limits(self, clock: Clock) -> None:
        """Refuse limits that the protocol cannot express.

        Raises:
            MatchError: says which.
        """
        if isinstance(self.protocol, _Cecp) and clock.control.nodes:
            if clock.control.timed:
                raise MatchError(f"engine {self.spec.name}: CECP cannot limit nodes and time at once")
            if not self.protocol.features.get("nps"):
                raise MatchError(f"engine {self.spec.name} takes no node limits (it lacks CECP's feature nps)")

    async def settle(self) -> None:
        """After a move that the referee completed, or that left the turn where it was: a CECP engine completes it in
        its own way and may have gone on by itself. It is halted, and if it has, the position is sent anew.

        Raises:
            Fault: it does not answer.
        """
        protocol = self.protocol
        if not isinstance(protocol, _Cecp):
            return
        protocol.send_line("force")
        await self._ping()
        if protocol.extra:
            self._game = object()

    async def play(self, clock: Clock, rival: Clock, draw_offered: bool = False) -> Answer:
        """The engine's answer to the position heard of last.

        Args:
            clock: its own.
            rival: the opponent's.
            draw_offered: the opponent has offered a draw.

        Raises:
            Fault: it has forfeited the game.
        """
        protocol = self.protocol
        assert protocol is not None
        protocol.begin()
        limit = self._limit(clock, rival)
        search = asyncio.ensure_future(
            protocol.play(self._board, limit, game=self._game, info=INFO_BASIC | INFO_SCORE, draw_offered=draw_offered)
        )
        try:
            result = await self._await(search, clock)
        except chess.engine.EngineTerminatedError as error:
            raise self._crash(error) from None
        except chess.engine.EngineError as error:
            if protocol.refusal:
                raise Fault(CRASH, f"it refuses the game: {protocol.refusal}") from None
            if protocol.answer:
                raise Fault(ILLEGAL, f"{protocol.answer}: {error}") from None
            raise Fault(CRASH, str(error)) from None
        finally:
            search.cancel()
        seconds = max((protocol.answered_at or time.perf_counter()) - protocol.asked_at, 0.0)
        if clock.overrun(seconds):
            raise Fault(TIME, f"{seconds:.3f} s used, {clock.allowance:.3f} s left")
        return self._answer(result, seconds)

    async def _await(self, search: asyncio.Future[chess.engine.PlayResult], clock: Clock) -> chess.engine.PlayResult:
        """The search's result; patience until it has begun, and from then on its time."""
        protocol = self.protocol
        assert protocol is not None
        begun = asyncio.ensure_future(protocol.asked.wait())
        try:
            either: set[asyncio.Future[Any]] = {search, begun}
            await asyncio.wait(either, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begun.cancel()
        if not search.done() and not protocol.asked.is_set():
            raise Fault(HANG, f"not ready for a move in {self.patience:g} s")
        allowance = clock.allowance
        if allowance is None:
            allowed = self.patience
        else:
            allowed = allowance + clock.control.margin / 1000 + _SLACK
        await asyncio.wait({search}, timeout=allowed)
        if search.done():
            return search.result()
        if allowance is None:
            raise Fault(HANG, f"no move in {self.patience:g} s")
        protocol.send_line("stop" if isinstance(protocol, _Uci) else "?")
        await asyncio.wait({search}, timeout=self.patience)
        if not search.done():
            raise Fault(HANG, f"no move in {allowance:.3f} s, nor in {self.patience:g} s after being told to")
        if isinstance(search.exception(), chess.engine.EngineTerminatedError):
            return search.result()
        raise Fault(TIME, f"no move in {allowance:.3f} s")

    def _limit(self, clock: Clock, rival: Clock) -> Limit:
        white, black = (clock, rival) if self._board.turn else (rival, clock)
        control = clock.control
        return Limit(
            time=control.move_time or None,
            depth=control.depth or None,
            nodes=control.nodes or None,
            white_clock=white.left if control.clocked and white.control.clocked else None,
            black_clock=black.left if control.clocked and black.control.clocked else None,
            white_inc=white.control.increment if control.clocked and white.control.clocked else None,
            black_inc=black.control.increment if control.clocked and black.control.clocked else None,
            remaining_moves=clock.moves_to_go or None,
            clock_id=self._clock_id,
        )

    def _answer(self, result: chess.engine.PlayResult, seconds: float) -> Answer:
        protocol, info = self.protocol, result.info
        assert protocol is not None
        score = info.get("score")
        return Answer(
            move=result.move.uci() if result.move is not None else None,
            seconds=seconds,
            score=None if score is None else score.relative.score(mate_score=MATE_SCORE),
            depth=(protocol.depth or 0) if self.speaks == UCI else info.get("depth", 0),
            nodes=info.get("nodes", 0),
            offers_draw=result.draw_offered,
            resigns=result.resigned,
            claim=protocol.claim,
        )

    def _crash(self, error: Exception) -> Fault:
        told = "".join(f"; {line}" for line in self.protocol.errors) if self.protocol is not None else ""
        return Fault(CRASH, f"{error}{told}")


def _named(own: type[VariantBoard], uci: str, xboard: str) -> type[VariantBoard]:
    """The class of a variant's boards under names of an engine's own."""
    if (uci, xboard) == (own.uci_variant, own.xboard_variant):
        return own
    return type(own.__name__, (own,), {"uci_variant": uci, "xboard_variant": xboard})


async def _kill(protocol: _Uci | _Cecp) -> None:
    """End an engine and whatever it has started, and wait for its end."""
    transport = protocol.transport
    if transport is None:
        return
    if sys.platform == "win32":
        with contextlib.suppress(ProcessLookupError):
            transport.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(transport.get_pid(), signal.SIGKILL)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.shield(protocol.returncode), QUIT_PATIENCE)
    transport.close()
