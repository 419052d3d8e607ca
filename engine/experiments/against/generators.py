"""Runs other programs' move generators to get their counts below each move: UCI and CECP engines, and scripts."""

from __future__ import annotations

import contextlib
import queue
import random
import re
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, NamedTuple

from oddfish.engine.experiments import children
from oddfish.engine.experiments.match.plan import CECP, UCI, EngineSpec
from oddfish.engine.perft import NUMBER, read_number
from oddfish.engine.variants.base import Variant

SCRIPT = "script"
PROTOCOLS = ("auto", UCI, CECP, SCRIPT)

#: Seconds that an engine has to complete a protocol's handshake.
_GREETING = 5.0
#: Seconds of silence after which a list without a total is complete, and seconds between quit and kill.
_QUIET, _QUIT = 2.0, 2.0
#: Lines to keep if a program sends more than is read; characters of a line; counts of an answer.
_MOST_LINES, _LONGEST_LINE, _MOST_COUNTS = 1000, 1 << 16, 100_000
#: Characters that a script may print.
_MOST_OUTPUT = 1 << 24
#: The maximum number of variants that a message lists.
_LISTED = 16

_TOTAL = re.compile(
    r"(?:info string\s+)?(?:(?:leaf\s+)?nodes?(?:\s+searched)?|total(?:\s+(?:nodes|moves|leaves|count))?|"
    rf"perft[\s(]*\d+\)?\s*[:=])\s*(?:[:=]\s*)?({NUMBER})\b.*|({NUMBER})",
    re.IGNORECASE,
)
_MOVE = re.compile(rf"(?:info string\s+)?(?:\d+[.)]\s+)?([^\s:]+?)(?:\s*:\s*|\s+(?:[-=]\s*)?)({NUMBER})\b.*")
#: Distinguishes a move from any other word: a square, castling or a null move.
_MOVE_WORD = re.compile(r"[a-z]\d|^[O0o]-[O0o]|^0000$", re.IGNORECASE)


class GeneratorError(RuntimeError):
    """The other program cannot be used, or does not answer; the message says why."""


class RefusedError(GeneratorError):
    """The program cannot be started or does not support the game: trying another protocol would not help."""


class Divide(NamedTuple):
    """Another generator's answer: each move and the leaves below it, in its order, and the total if it gives one. If
    there are no moves, only the total is known."""

    moves: list[tuple[str, int]]
    total: int | None

    @property
    def nodes(self) -> int:
        return sum(nodes for _, nodes in self.moves) if self.total is None else self.total


def read_divide(lines: Sequence[str]) -> Divide:
    """Parse a generator's output: ``e2e4: 20`` lines in nearly any format, and a total.

    Raises:
        GeneratorError: a number is too large for a count.
    """
    moves, total = [], None
    for line in lines:
        text = line.strip()
        if match := _TOTAL.fullmatch(text):
            total = _count(match[1] or match[2])
        elif (match := _MOVE.fullmatch(text)) and _MOVE_WORD.search(match[1]):
            moves.append((match[1], _count(match[2])))
    return Divide(moves, total)


def _count(text: str) -> int:
    try:
        return read_number(text)
    except ValueError as error:
        raise GeneratorError(f"its answer is not a count: {error}") from None


def _join_names(names: Sequence[str]) -> str:
    """The first few names, with … if there are more."""
    return ", ".join(names) if len(names) <= _LISTED else f"{', '.join(names[:_LISTED])} …"


class Generator(ABC):
    """Another program's move generator."""

    #: The generator's name for itself.
    name: str
    #: One of PROTOCOLS.
    speaks: str

    @abstractmethod
    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        """Its counts below each move of a position.

        Args:
            fen: the position at the beginning of the line.
            moves: the line to the position, in this generator's notation.
            depth: at least 1.

        Raises:
            GeneratorError: it does not answer, or rejects the position.
        """

    @abstractmethod
    def close(self) -> None:
        """End its process."""


class _Process:
    """A process that reads and writes lines."""

    def __init__(self, spec: EngineSpec):
        try:
            self.process = subprocess.Popen(
                spec.command(),
                cwd=spec.dir or None,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise RefusedError(f"{spec.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        children.guard(self.process.pid)
        self.name = spec.name
        # Bounded, and lines are cut off, because a program may send anything.
        self.lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        threading.Thread(target=self._read_lines, daemon=True).start()

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        whole = True
        with contextlib.suppress(OSError, ValueError):
            while line := self.process.stdout.readline(_LONGEST_LINE):
                if whole:
                    self.lines.put(line.rstrip("\r\n").replace("\0", ""))
                whole = line.endswith("\n")
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            for line in lines:
                self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            raise GeneratorError(f"{self.name} has ended") from None

    def read_line(self, seconds: float) -> str | None:
        """The next line; None if none arrives in time.

        Raises:
            GeneratorError: the process has ended.
        """
        try:
            line = self.lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None
        if line is None:
            self.lines.put(None)
            raise GeneratorError(f"{self.name} has ended")
        return line

    def until(self, word: str, seconds: float) -> Iterator[str]:
        """Yield lines up to and including the first that begins with a word.

        Raises:
            GeneratorError: that line does not arrive in time.
        """
        end = time.monotonic() + seconds
        while True:
            line = self.read_line(end - time.monotonic())
            if line is None:
                raise GeneratorError(f"{self.name} does not send '{word}' within {seconds:g} s")
            yield line
            if line.split(" ")[0] == word:
                return

    def close(self) -> None:
        for command in ("stop", "quit"):
            try:
                self.send(command)
            except GeneratorError:
                break
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_QUIT)
        children.kill(self.process.pid)
        self.process.wait()
        children.release(self.process.pid)


class _Engine(Generator):
    """An engine that runs until :meth:`close`. ``patience``: seconds of silence after which it counts as hung."""

    def __init__(self, spec: EngineSpec, patience: float):
        self.name = spec.name
        self.patience = patience
        self.process = _Process(spec)
        #: Whether it ends its lists with a total; None if not yet known.
        self._totals: bool | None = None

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        if self._totals is None and depth > 1:  # find out from a short list; a long one may have pauses
            self._ask(fen, moves, 1)
        return self._ask(fen, moves, depth)

    @abstractmethod
    def _ask(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        """Start the count, and read the answer."""

    def close(self) -> None:
        self.process.close()

    def _answer(self) -> Divide:
        """Read counts up to the total or, if the engine gives none, until it has been silent for a while."""
        lines: list[str] = []
        while True:
            complete = not self._totals and self._idle() and bool(read_divide(lines).moves)
            line = self.process.read_line(_QUIET if complete else self.patience)
            if line is None:
                if complete:
                    self._totals = False
                    return read_divide(lines)
                raise GeneratorError(f"{self.name} has sent nothing for {self.patience:g} s")
            if line.startswith(("Error", "Illegal", "Unknown command", "info string Error")):
                raise GeneratorError(f"{self.name}: {line.strip()}")
            if self._ready(line):
                continue
            found = read_divide([line])
            if found.moves or found.total is not None:
                lines.append(line)
            if len(lines) > _MOST_COUNTS:
                raise GeneratorError(f"{self.name} sends more than {_MOST_COUNTS} counts")
            if found.total is not None:
                self._totals = True
                return read_divide(lines)

    @abstractmethod
    def _ready(self, line: str) -> bool:
        """Whether a line says that the engine has processed all commands."""

    @abstractmethod
    def _idle(self) -> bool:
        """Whether it has said so since the count began."""


class UciGenerator(_Engine):
    """A UCI engine that supports ``go perft``."""

    speaks = UCI

    def __init__(self, spec: EngineSpec, variant: Variant, rules: Mapping[str, Any], patience: float):
        super().__init__(spec, patience)
        self._owed = 0  # answers to isready that are still to come
        options: dict[str, str] = {}
        try:
            self.process.send("uci")
            for line in self.process.until("uciok", _GREETING):
                if line.startswith("Error"):  # in CECP's style
                    raise GeneratorError(f"{self.name}: {line.strip()} (UCI)")
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ").strip()
                elif match := re.match(r"option name (.+?) type (\w+)(.*)", line):
                    options[match[1].lower()] = match[3]
            self._choose(spec, variant, options)
            known = {name: str(value).lower() if isinstance(value, bool) else value for name, value in rules.items()}
            for name, value in {**known, **spec.options}.items():
                if name.lower() in options or name in spec.options:
                    self.process.send(f"setoption name {name} value {value}")
        except BaseException:
            self.close()
            raise

    def _choose(self, spec: EngineSpec, variant: Variant, options: Mapping[str, str]) -> None:
        """Set the variant.

        Raises:
            GeneratorError: the engine does not support it.
        """
        names = [spec.variant] if spec.variant else [*variant.aliases, variant.name]
        if "uci_variant" not in options:
            if not {"chess", "normal"} & set(names):
                raise RefusedError(f"{self.name} supports no variants")
            return
        known = re.findall(r"\bvar (\S+)", options["uci_variant"])
        for name in names:
            if name in known or not known or spec.variant:
                self.process.send(f"setoption name UCI_Variant value {name}")
                return
        raise RefusedError(f"{self.name} does not know {variant.name}; it knows {_join_names(known)}")

    def _ask(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        line = f" moves {' '.join(moves)}" if moves else ""
        self._owed += 1
        self.process.send("isready")
        while self._owed:  # skip answers to earlier commands
            for last in self.process.until("readyok", self.patience):
                self._ready(last)
        self._owed += 1
        self.process.send(f"position fen {fen}{line}", f"go perft {depth}", "isready")
        return self._answer()

    def _ready(self, line: str) -> bool:
        ready = line.strip() == "readyok"
        self._owed -= ready
        return ready

    def _idle(self) -> bool:
        return self._owed == 0


class CecpGenerator(_Engine):
    """A CECP engine that supports ``divide`` or ``perft``."""

    speaks = CECP

    def __init__(self, spec: EngineSpec, variant: Variant, patience: float):
        super().__init__(spec, patience)
        self._command = "divide"
        self._pings = self._is_ready = False
        self._asked = 0
        features: dict[str, str] = {}
        try:
            self.process.send("xboard", "protover 2")
            end = time.monotonic() + _GREETING
            while (line := self.process.read_line(end - time.monotonic())) is not None:
                for name, quoted, plain in re.findall(r'(?<!\w)(\w+)=(?:"([^"]*)"|(\S+))', line):
                    features[name] = quoted or plain
                if features.get("done") == "1":
                    break
                if features.get("done") == "0":
                    end = time.monotonic() + patience
            if not features:
                raise GeneratorError(f"{self.name} sends no features (CECP)")
            self.name = features.get("myname", self.name)
            name = spec.variant or variant.name
            if name not in features.get("variants", "normal").split(","):
                known = features.get("variants", "normal").split(",")
                raise RefusedError(f"{self.name} does not know {name}; it knows {_join_names(known)}")
            self._usermove = features.get("usermove") == "1"
            self._pings = features.get("ping") == "1"
            self.process.send("new", *([f"variant {name}"] if name != "normal" else []), "force", "easy")
            self.process.send(*(f"option {option}={value}" for option, value in spec.options.items()))
        except BaseException:
            self.close()
            raise

    def _ask(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        self.process.send("force", f"setboard {fen}")
        self.process.send(*(f"usermove {move}" if self._usermove else move for move in moves))
        while True:
            self._asked += 1
            self._is_ready = False
            self.process.send(f"{self._command} {depth}", *([f"ping {self._asked}"] if self._pings else []))
            try:
                return self._answer()
            except GeneratorError as error:
                while self._pings and not self._is_ready:  # skip the rest of its answer
                    for last in self.process.until("pong", self.patience):
                        self._ready(last)
                if self._command != "divide" or "divide" not in str(error):
                    raise
                self._command = "perft"

    def _ready(self, line: str) -> bool:
        words = line.split()
        self._is_ready = self._is_ready or words == ["pong", str(self._asked)]
        return words[:1] == ["pong"]

    def _idle(self) -> bool:
        return self._is_ready


class ScriptGenerator(Generator):
    """A script as for perftree: called with depth, FEN and moves, it prints ``move: count`` lines and a total."""

    speaks = SCRIPT

    def __init__(self, spec: EngineSpec, patience: float):
        self.name = spec.name
        self._spec = spec
        self._patience = patience

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        arguments = [str(depth), fen, *([" ".join(moves)] if moves else [])]
        try:
            process = subprocess.Popen(
                [*self._spec.command(), *arguments],
                cwd=self._spec.dir or None,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise RefusedError(f"{self.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        children.guard(process.pid)
        try:
            out, err = _output(process, self._patience)
        except subprocess.TimeoutExpired:
            raise GeneratorError(f"{self.name} takes longer than {self._patience:g} s") from None
        finally:
            children.kill(process.pid)
            process.wait()
            children.release(process.pid)
        if max(len(out), len(err)) > _MOST_OUTPUT:
            raise GeneratorError(f"{self.name} prints more than {_MOST_OUTPUT} characters")
        if process.returncode:
            said = err.strip().splitlines()
            raise GeneratorError(f"{self.name} fails with status {process.returncode}{': ' + said[-1] if said else ''}")
        found = read_divide(out.splitlines())
        if not found.moves and found.total is None:
            raise GeneratorError(f"{self.name} prints neither 'move: count' lines nor a total")
        return found

    def close(self) -> None:
        """Nothing to close: no process runs between calls."""


def _output(process: subprocess.Popen[str], seconds: float) -> tuple[str, str]:
    """What a process prints to its two streams until it ends; if that is endless, a little more than _MOST_OUTPUT.

    Raises:
        subprocess.TimeoutExpired: it takes longer than this.
    """
    texts = ["", ""]

    def read(index: int, stream: IO[str] | None) -> None:
        assert stream is not None
        with contextlib.suppress(OSError, ValueError), stream:
            texts[index] = stream.read(_MOST_OUTPUT + 1)
        if len(texts[index]) > _MOST_OUTPUT:
            children.kill(process.pid)

    streams = enumerate((process.stdout, process.stderr))
    readers = [threading.Thread(target=read, args=one, daemon=True) for one in streams]
    end = time.monotonic() + seconds
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(max(end - time.monotonic(), 0.0))
        if reader.is_alive():
            raise subprocess.TimeoutExpired(process.args, seconds)
    process.wait(max(end - time.monotonic(), 0.0))
    return texts[0], texts[1]


def open_generator(
    spec: EngineSpec, protocol: str, variant: Variant, rules: Mapping[str, Any], patience: float
) -> Generator:
    """Start another program's generator.

    Args:
        spec: the program and its options.
        protocol: one of PROTOCOLS; ``auto`` tries UCI, CECP and scripts, in that order.
        variant: the game.
        rules: the game's options; UCI engines receive those that they have.
        patience: seconds without an answer after which it counts as hung.

    Raises:
        GeneratorError: it cannot be started, speaks none of the protocols or does not support the game.
    """
    if protocol == "auto":
        protocol = spec.protocol()
    if protocol == UCI:
        return UciGenerator(spec, variant, rules, patience)
    if protocol == CECP:
        return CecpGenerator(spec, variant, patience)
    if protocol == SCRIPT:
        return ScriptGenerator(spec, patience)
    problems = []
    for one in (UCI, CECP):
        try:
            return open_generator(spec, one, variant, rules, patience)
        except RefusedError:
            raise
        except GeneratorError as error:
            problems.append(str(error))
    script = ScriptGenerator(spec, patience)
    try:
        script.divide(variant.start({**variant.defaults(), **rules}, random.Random(0)).fen(), [], 1)
    except GeneratorError as error:
        problems.append(f"{error} (as a script)")
        raise GeneratorError("; ".join(dict.fromkeys(problems))) from None
    return script
