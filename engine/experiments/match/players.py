"""The engines of a match: their processes, options and moves, over UCI or CECP."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from oddfish.engine.experiments import children
from oddfish.engine.experiments.match.control import Clock
from oddfish.engine.experiments.match.games import CRASH, HANG, ILLEGAL, MATE_SCORE, TIME, Answer, Fault
from oddfish.engine.experiments.match.monitored import QUIT_PATIENCE, EngineError, EngineTerminatedError
from oddfish.engine.experiments.match.option_lines import OptionValue
from oddfish.engine.experiments.match.plan import CECP, UCI, EngineSpec, MatchError
from oddfish.engine.experiments.match.uci import Uci, go_command
from oddfish.engine.game import Game
from oddfish.engine.options import Option, normalized
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:  # slow to import, and needs python-chess
    from chess.engine import PlayResult

    from oddfish.engine.experiments.match.cecp import Cecp

_LOG = logging.getLogger(__name__)
#: Seconds for an engine to start (load networks …), seconds before trying the other protocol, and seconds for CECP
#: while the protocol is unknown.
START_PATIENCE, DETECT_PATIENCE, _GUESS_PATIENCE = 60.0, 5.0, 10.0
#: Seconds that python-chess waits for the features of CECP engines, unless they request more time.
_FEATURES_PATIENCE = 2.0
#: Seconds by which a timer may fire early or late. Whether a move was in time depends on timestamps.
_SLACK = 0.05
#: CECP's names for options that UCI defines.
_CECP_NAMES = {"hash": "memory", "threads": "cores"}
#: The variant of engines that announce no variants.
_UCI_DEFAULT, _CECP_DEFAULT = "chess", "normal"


#: The answers of UCI engines that have no move.
_NO_MOVE = ("(none)", "NULL")


class _NoHandshake(Exception):
    """An engine did not complete its handshake; the message says why."""


@dataclass
class Player:
    """One engine. Its process starts when first needed, and again after a fault.

    Args:
        spec: the engine and its options.
        variant: the game.
        rules: the variant's options for the match; the engine receives those that are not hidden from players.
        patience: seconds without a response after which it counts as hung.
        speaks: the engine's protocol; '' if not yet known.
    """

    spec: EngineSpec
    variant: Variant
    rules: Mapping[str, Any]
    patience: float
    speaks: str = ""
    protocol: Uci | Cecp | None = field(default=None, init=False)
    starts: int = field(default=0, init=False)
    _name: str = field(default="", init=False)  # the engine's name for the variant

    @property
    def running(self) -> bool:
        return self.protocol is not None and not self.protocol.returncode.done()

    # Processes ----------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the process unless it is running, and set its options.

        Raises:
            MatchError: it does not start, does not support the variant, or rejects an option.
        """
        if self.running:
            return
        await self.kill()
        self.protocol = await self._begin()
        self.speaks = UCI if isinstance(self.protocol, Uci) else CECP
        self.starts += 1
        try:
            self._name = self._find_variant()
            await self._set_options()
        except BaseException:
            await self.kill()
            raise

    async def _begin(self) -> Uci | Cecp:
        """Start the process and complete the handshake. This tries both protocols unless the engine's is known."""
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
            except _NoHandshake as error:
                problems[str(error)] = None
        raise MatchError(f"engine {self.spec.name} does not start: {'; '.join(problems)}")

    async def _open(self, proto: str, patience: float) -> Uci | Cecp:
        """Start the process and complete the handshake in one protocol.

        Raises:
            MatchError: there is no such program.
            _NoHandshake: the engine does not answer in this protocol.
        """
        try:
            protocol = await self._run(proto)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise MatchError(f"engine {self.spec.name} cannot be started: {reason}") from None
        assert protocol.transport is not None
        children.guard(protocol.transport.get_pid())
        hello: asyncio.Future[Any] = asyncio.ensure_future(protocol.initialize())
        refused: asyncio.Future[Any] = asyncio.ensure_future(protocol.refused.wait())
        try:
            if not isinstance(protocol, Uci) and patience > _FEATURES_PATIENCE:
                await asyncio.sleep(0)  # let the handshake begin
                protocol.be_patient()
            started: set[asyncio.Future[Any]] = {hello, refused}
            await asyncio.wait(started, timeout=patience + _SLACK, return_when=asyncio.FIRST_COMPLETED)
            if proto == UCI and protocol.recognized and not hello.done() and not refused.done():
                patience = START_PATIENCE  # it is not done yet, but another protocol would not help
                await asyncio.wait(started, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if not hello.done():
                raise EngineError(protocol.refusal or f"no response in {patience:g} s")
            hello.result()
        except EngineError as error:
            await protocol.end()
            errors = "".join(f", {line}" for line in protocol.errors)
            problem = f"{error} ({proto.upper()}){errors}"
            if proto == UCI and protocol.recognized:  # another protocol would not help
                raise MatchError(f"engine {self.spec.name} does not start: {problem}") from None
            raise _NoHandshake(problem) from None
        except BaseException:
            await protocol.end()
            raise
        finally:
            hello.cancel()
            refused.cancel()
        if protocol.problems:
            _LOG.warning("engine %s: left out or taken as text: %s", self.spec.name, "; ".join(protocol.problems))
        return protocol

    async def _run(self, proto: str) -> Uci | Cecp:
        """Start the process.

        Raises:
            OSError, ValueError: the program cannot be started.
            _NoHandshake: this protocol needs a package that is missing.
        """
        command, directory = self.spec.command(), self.spec.dir or None
        if proto == UCI:
            return await Uci.start(command, directory)
        try:
            from oddfish.engine.experiments.match.cecp import Cecp
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "chess":
                raise
            raise _NoHandshake("CECP needs python-chess: pip install 'oddfish[python-chess]'") from None
        return await Cecp.start(command, directory)

    async def kill(self) -> None:
        """Kill the process."""
        protocol, self.protocol = self.protocol, None
        if protocol is not None:
            await protocol.end()

    async def quit(self) -> None:
        """Ask the process to quit, and kill it if it does not."""
        protocol = self.protocol
        if protocol is not None and not protocol.returncode.done():
            with contextlib.suppress(Exception):
                await asyncio.wait_for(protocol.quit(), QUIT_PATIENCE)
        await self.kill()

    # Variant and options ------------------------------------------------------------------------------------

    def _find_variant(self) -> str:
        """The engine's name for the variant.

        Raises:
            MatchError: the engine does not support the variant.
        """
        name = self.spec.variant or self.variant.name
        protocol = self.protocol
        assert protocol is not None
        if not isinstance(protocol, Uci):
            known = str(protocol.features.get("variants", _CECP_DEFAULT)).split(",")
            if name not in known:
                raise self._unknown(known)
            return name
        names = [*self.variant.aliases, name] if name == self.variant.name else [name]
        option = protocol.option("UCI_Variant")
        known = list(option.var or names) if option is not None else [_UCI_DEFAULT]
        for name in names:
            if name in known:
                return name
        raise self._unknown(known)

    def _unknown(self, known: list[str]) -> MatchError:
        name = self.spec.variant or self.variant.name
        return MatchError(f"engine {self.spec.name} does not know the variant {name}; it knows {', '.join(known)}")

    async def _set_options(self) -> None:
        protocol = self.protocol
        assert protocol is not None
        values: dict[str, OptionValue] = {}
        for rule in self._rules_to_send():
            value = self.rules[rule.name]
            name = self._option_name(rule.name)
            if name is not None:
                values[name] = self._value(name, value)
            elif value != rule.default:
                raise MatchError(f"engine {self.spec.name} has no option {rule.name}: cannot set it to {value}")
        for wanted, text in self.spec.options.items():
            name = self._option_name(wanted)
            if name is None:
                known = ", ".join(protocol.options)
                raise MatchError(f"engine {self.spec.name}: unknown option '{wanted}': expected one of {known}")
            values[name] = self._value(name, text)
        try:
            await asyncio.wait_for(protocol.configure(values), START_PATIENCE)
            if isinstance(protocol, Uci) and (option := protocol.option("UCI_Variant")) is not None:
                protocol.send_line(f"setoption name {option.name} value {self._name}")
            await asyncio.wait_for(protocol.ping(), START_PATIENCE)
            if protocol.refused_option:
                raise EngineError(protocol.refused_option)
        except (asyncio.TimeoutError, EngineError) as error:
            reason = str(error) or "no response"
            raise MatchError(f"engine {self.spec.name} does not accept its options: {reason}") from None

    def _rules_to_send(self) -> list[Option]:
        """The variant's options that an engine needs: not the hidden ones, nor those that every FEN includes."""
        in_fen = self.variant.tags(Game(self.variant).position)
        return [
            option
            for option in self.variant.options
            if option.name not in self.variant.hidden_options and option.name not in in_fen
        ]

    def _option_name(self, wanted: str) -> str | None:
        """The engine's name for an option, if it has that option. Case and spaces (CECP's names have none) do not
        matter unless two options differ only in those."""
        assert self.protocol is not None
        keys = [wanted.lower(), normalized(wanted)]
        if self.speaks == CECP:
            keys.append(_CECP_NAMES.get(wanted.lower(), wanted.lower()))
        names = {normalized(name): name for name in self.protocol.options}
        names |= {name.lower(): name for name in self.protocol.options}
        return next((names[key] for key in keys if key in names), None)

    def _value(self, name: str, value: Any) -> OptionValue:
        """A value with the type that the drivers expect."""
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
        """Prepare for a game. The engine receives its position and moves, but no hidden information.

        Raises:
            MatchError: as :meth:`start`.
            Fault: the engine does not respond.
        """
        await self.start()
        protocol = self.protocol
        assert protocol is not None
        protocol.new_game(game, self._name)
        await self._ping()

    async def _ping(self) -> None:
        assert self.protocol is not None
        try:
            await asyncio.wait_for(self.protocol.ping(), self.patience)
        except asyncio.TimeoutError:
            raise Fault(HANG, f"no response to ping in {self.patience:g} s") from None
        except EngineError as error:
            raise self._crash(error) from None

    def push(self, move: str) -> None:
        """Add a complete move, of either side, to what the engine will be sent."""
        assert self.protocol is not None
        self.protocol.push(move)

    def check_limits(self, clock: Clock) -> None:
        """Check that the protocol can express the limits.

        Raises:
            MatchError: it cannot.
        """
        protocol = self.protocol
        if protocol is not None and not isinstance(protocol, Uci) and clock.control.nodes:
            if clock.control.timed:
                raise MatchError(f"engine {self.spec.name}: CECP cannot limit nodes and time at once")
            if not protocol.features.get("nps"):
                raise MatchError(f"engine {self.spec.name} supports no node limits (it lacks CECP's feature nps)")

    async def resynchronize(self) -> None:
        """Stop a CECP engine after a move whose outcome the referee decided, or after which the same side moves again:
        the engine may have continued from a different position. If so, this sends the position again.

        Raises:
            Fault: it does not respond.
        """
        protocol = self.protocol
        if protocol is None or isinstance(protocol, Uci):
            return
        protocol.send_line("force")
        await self._ping()
        if protocol.extra:
            protocol.resend()

    async def play(self, clocks: tuple[Clock, Clock], side: int, draw_offered: bool = False) -> Answer:
        """Make the engine search the current position.

        Args:
            clocks: White's and Black's.
            side: the side that the engine moves.
            draw_offered: whether the opponent has offered a draw.

        Raises:
            Fault: it forfeits the game.
        """
        protocol = self.protocol
        assert protocol is not None
        if isinstance(protocol, Uci):
            search = self._play_uci(protocol, clocks, side)
        else:
            search = self._play_cecp(protocol, clocks, side, draw_offered)
        try:
            answer = await search
        except EngineTerminatedError as error:
            raise self._crash(error) from None
        except EngineError as error:
            if protocol.refusal:
                raise Fault(CRASH, f"rejected the game: {protocol.refusal}") from None
            if protocol.answer:
                raise Fault(ILLEGAL, f"{protocol.answer}: {error}") from None
            raise Fault(CRASH, str(error)) from None
        if clocks[side].overrun(answer.seconds):
            raise Fault(TIME, f"{answer.seconds:.3f} s used, {clocks[side].allowance:.3f} s left")
        return answer

    async def _play_uci(self, protocol: Uci, clocks: tuple[Clock, Clock], side: int) -> Answer:
        clock = clocks[side]
        patience = self.patience if clock.control.timed else 0.0
        protocol.search(go_command(clocks, side), self._allowed(clock), patience)
        try:
            if not await protocol.answered():
                if protocol.preparing:
                    raise Fault(HANG, f"not ready for a move in {self.patience:g} s")
                await self._stop(protocol.answered, clock)
        finally:
            protocol.abandon()
        words, thoughts = protocol.answer.split(), protocol.thoughts()
        return Answer(
            move=words[0].lower() if words and words[0] not in _NO_MOVE else None,
            seconds=self._taken(),
            score=thoughts.score,
            depth=thoughts.depth or 0,
            nodes=thoughts.nodes or 0,
        )

    async def _play_cecp(self, protocol: Cecp, clocks: tuple[Clock, Clock], side: int, draw_offered: bool) -> Answer:
        protocol.begin()
        search = asyncio.ensure_future(protocol.search(clocks, side, draw_offered))
        try:
            result = await self._await(search, protocol, clocks[side])
        finally:
            search.cancel()
        score = result.info.get("score")
        return Answer(
            move=result.move.uci() if result.move is not None else None,
            seconds=self._taken(),
            score=None if score is None else score.relative.score(mate_score=MATE_SCORE),
            depth=result.info.get("depth", 0),
            nodes=result.info.get("nodes", 0),
            offers_draw=result.draw_offered,
            resigns=result.resigned,
            claim=protocol.claim,
        )

    async def _await(self, search: asyncio.Future[PlayResult], protocol: Cecp, clock: Clock) -> PlayResult:
        """The search's result. The engine has ``patience`` seconds to start, then its time on the clock."""
        begun = asyncio.ensure_future(protocol.asked.wait())
        try:
            either: set[asyncio.Future[Any]] = {search, begun}
            await asyncio.wait(either, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begun.cancel()
        if not search.done() and not protocol.asked.is_set():
            raise Fault(HANG, f"not ready for a move in {self.patience:g} s")

        async def answered(seconds: float) -> bool:
            await asyncio.wait({search}, timeout=seconds)
            if search.done() and isinstance(search.exception(), EngineTerminatedError):
                search.result()
            return search.done()

        if not await answered(self._allowed(clock)):
            await self._stop(answered, clock)
        return search.result()

    def _allowed(self, clock: Clock) -> float:
        """Seconds to wait for a move."""
        if clock.allowance is None:
            return self.patience
        return clock.allowance + clock.control.margin / 1000 + _SLACK

    async def _stop(self, answered: Callable[[float], Awaitable[bool]], clock: Clock) -> None:
        """Stop a search that has taken too long.

        Raises:
            Fault: always, unless the process has ended.
        """
        if clock.allowance is None:
            raise Fault(HANG, f"no move in {self.patience:g} s")
        late = f"no move in {clock.allowance:.3f} s"
        assert self.protocol is not None
        self.protocol.send_line("stop" if self.speaks == UCI else "?")
        if not await answered(self.patience):
            raise Fault(HANG, f"{late}, nor in {self.patience:g} s after the command to move")
        raise Fault(TIME, late)

    def _taken(self) -> float:
        """Seconds from the search command to its answer."""
        assert self.protocol is not None
        return max((self.protocol.answered_at or time.perf_counter()) - self.protocol.asked_at, 0.0)

    def _crash(self, error: Exception) -> Fault:
        errors = "".join(f"; {line}" for line in self.protocol.errors) if self.protocol is not None else ""
        return Fault(CRASH, f"{error}{errors}")
