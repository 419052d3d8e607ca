"""Other programs' move generators, asked for the counts below each move: UCI and CECP engines, and scripts."""

from __future__ import annotations

import queue
import random
import re
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.engine.experiments.match.plan import CECP, UCI, EngineSpec
from oddfish.engine.perft import NUMBER, read_number
from oddfish.engine.variants.base import Variant

SCRIPT = "script"
PROTOCOLS = ("auto", UCI, CECP, SCRIPT)

#: Seconds in which an engine must say that it speaks a protocol.
_GREETING = 5.0
#: Seconds without a line after which a list without a total counts as complete, and seconds between quit and kill.
_QUIET, _QUIT = 2.0, 2.0
#: How many variants a message lists.
_LISTED = 16

_TOTAL = re.compile(
    r"(?:info string\s+)?(?:(?:leaf\s+)?nodes?(?:\s+searched)?|total(?:\s+(?:nodes|moves|leaves|count))?|"
    rf"perft[\s(]*\d+\)?\s*[:=])\s*[:=]?\s*({NUMBER})\b.*|({NUMBER})",
    re.IGNORECASE,
)
_MOVE = re.compile(rf"(?:info string\s+)?(?:\d+[.)]\s+)?([^\s:]+?)\s*(?::|\s[-=:]?)\s*({NUMBER})\b.*")
#: What tells a move from any other word: a square, castling or a null move.
_MOVE_WORD = re.compile(r"[a-z]\d|^[O0o]-[O0o]|^0000$", re.IGNORECASE)


class GeneratorError(RuntimeError):
    """The other program cannot be asked, or does not answer; the text says why."""


class RefusedError(GeneratorError):
    """It cannot be started, or does not know the game: another protocol would not help."""


class Divide(NamedTuple):
    """Another generator's answer: each move and the leaves below it, in its order, and the total, if it says one.
    Without moves, only the total is known."""

    moves: list[tuple[str, int]]
    total: int | None

    @property
    def nodes(self) -> int:
        return sum(nodes for _, nodes in self.moves) if self.total is None else self.total


def read_divide(lines: Sequence[str]) -> Divide:
    """Parse what a generator prints: ``e2e4: 20`` lines, in about any dress, and a total."""
    moves, total = [], None
    for line in lines:
        text = line.strip()
        if match := _TOTAL.fullmatch(text):
            total = read_number(match[1] or match[2])
        elif (match := _MOVE.fullmatch(text)) and _MOVE_WORD.search(match[1]):
            moves.append((match[1], read_number(match[2])))
    return Divide(moves, total)


def _join_names(names: Sequence[str]) -> str:
    """Some names, and that there are more."""
    return ", ".join(names) if len(names) <= _LISTED else f"{', '.join(names[:_LISTED])} …"


class Generator(ABC):
    """Another program's move generator."""

    #: What it calls itself.
    name: str
    #: One of PROTOCOLS.
    speaks: str

    @abstractmethod
    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        """Its counts below each move of a position.

        Args:
            fen: where the line begins.
            moves: the line to the position, as this generator writes moves.
            depth: from 1.

        Raises:
            GeneratorError: it does not answer, or refuses.
        """

    @abstractmethod
    def close(self) -> None:
        """End its process."""


class _Process:
    """A process that is talked to in lines."""

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
            )
        except (OSError, ValueError) as error:
            raise RefusedError(f"{spec.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self.name = spec.name
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read_lines, daemon=True).start()

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
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
        """The next line; None if there is none in time.

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
        """The lines up to the one that begins with a word, which is the last.

        Raises:
            GeneratorError: it does not come in time.
        """
        end = time.monotonic() + seconds
        while True:
            line = self.read_line(end - time.monotonic())
            if line is None:
                raise GeneratorError(f"{self.name} does not say '{word}' in {seconds:g} s")
            yield line
            if line.split(" ")[0] == word:
                return

    def close(self) -> None:
        for command in ("stop", "quit"):
            try:
                self.send(command)
            except GeneratorError:
                break
        try:
            self.process.wait(_QUIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class _Engine(Generator):
    """An engine that is started once. ``patience``: seconds without a line after which it counts as hung."""

    def __init__(self, spec: EngineSpec, patience: float):
        self.name = spec.name
        self.patience = patience
        self.process = _Process(spec)
        #: Whether it ends its lists with a total; None until it has been asked.
        self._totals: bool | None = None

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        if self._totals is None and depth > 1:  # a short list tells; in a long one there may be pauses
            self._ask(fen, moves, 1)
        return self._ask(fen, moves, depth)

    @abstractmethod
    def _ask(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        """Have it count, and read its answer."""

    def close(self) -> None:
        self.process.close()

    def _answer(self) -> Divide:
        """Read counts up to the total; or, where there is none, until the engine has been quiet for a while."""
        lines: list[str] = []
        while True:
            complete = not self._totals and self._idle() and bool(read_divide(lines).moves)
            line = self.process.read_line(_QUIET if complete else self.patience)
            if line is None:
                if complete:
                    self._totals = False
                    return read_divide(lines)
                raise GeneratorError(f"{self.name} says nothing for {self.patience:g} s")
            if line.startswith(("Error", "Illegal", "Unknown command", "info string Error")):
                raise GeneratorError(f"{self.name}: {line.strip()}")
            if self._ready(line):
                continue
            lines.append(line)
            if read_divide([line]).total is not None:
                self._totals = True
                return read_divide(lines)

    @abstractmethod
    def _ready(self, line: str) -> bool:
        """Whether a line says that the engine has read everything."""

    @abstractmethod
    def _idle(self) -> bool:
        """Whether it has said so since the counts were asked for."""


class UciGenerator(_Engine):
    """A UCI engine that knows ``go perft``."""

    speaks = UCI

    def __init__(self, spec: EngineSpec, variant: Variant, rules: Mapping[str, Any], patience: float):
        super().__init__(spec, patience)
        self._owed = 0  # answers to isready
        options: dict[str, str] = {}
        try:
            self.process.send("uci")
            for line in self.process.until("uciok", _GREETING):
                if line.startswith("Error"):  # as CECP has it
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
            GeneratorError: the engine does not know it.
        """
        names = [spec.variant] if spec.variant else [*variant.aliases, variant.name]
        if "uci_variant" not in options:
            if not {"chess", "normal"} & set(names):
                raise RefusedError(f"{self.name} knows no variants")
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
        while self._owed:  # also what was asked before is answered then
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
    """A CECP engine that knows ``divide``, or ``perft``."""

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
                for name, quoted, plain in re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', line):
                    features[name] = quoted or plain
                if features.get("done") == "1":
                    break
                if features.get("done") == "0":
                    end = time.monotonic() + patience
            if not features:
                raise GeneratorError(f"{self.name} names no features (CECP)")
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
                while self._pings and not self._is_ready:  # the rest of what it says about this
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
    """A script as perftree has them: called with depth, FEN and moves, it prints ``move: count`` lines and a total."""

    speaks = SCRIPT

    def __init__(self, spec: EngineSpec, patience: float):
        self.name = spec.name
        self._spec = spec
        self._patience = patience

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Divide:
        arguments = [str(depth), fen, *([" ".join(moves)] if moves else [])]
        try:
            done = subprocess.run(
                [*self._spec.command(), *arguments],
                cwd=self._spec.dir or None,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=self._patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise GeneratorError(f"{self.name} takes longer than {self._patience:g} s") from None
        except (OSError, ValueError) as error:
            raise RefusedError(f"{self.name} cannot be started: {getattr(error, 'strerror', None) or error}") from None
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise GeneratorError(f"{self.name} fails with status {done.returncode}{': ' + said[-1] if said else ''}")
        found = read_divide(done.stdout.splitlines())
        if not found.moves and found.total is None:
            raise GeneratorError(f"{self.name} prints neither 'move: count' lines nor a total")
        return found

    def close(self) -> None:
        """Nothing runs between calls."""


def open_generator(
    spec: EngineSpec, protocol: str, variant: Variant, rules: Mapping[str, Any], patience: float
) -> Generator:
    """Start another program's generator.

    Args:
        spec: the program and its options.
        protocol: one of PROTOCOLS; ``auto`` tries UCI, CECP and scripts, in that order.
        variant: the game.
        rules: the game's options, which UCI engines receive as far as they have them.
        patience: seconds without an answer after which it counts as hung.

    Raises:
        GeneratorError: it cannot be started, speaks no protocol or does not know the game.
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
