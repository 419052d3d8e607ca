"""The fuzzers' conversations with engines, as state machines: any command at any time, even while the engine thinks,
ponders or analyses."""

from __future__ import annotations

import contextlib
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from oddfish.engine.game import Game
from support.grammar import (
    CECP_BASES,
    CECP_NUMBERED,
    CECP_WORDS,
    SETTINGS,
    UCI_BAD_GO,
    UCI_LIMITS,
    UCI_POSITIONS,
    UCI_WORDS,
    VARIANTS,
    complaint,
    defaults,
    fens,
    games,
    garbage,
    moves,
    mutations,
    numbers,
    one_line,
    options_of,
    squares,
)
from support.pipes import CecpEngine, Engine, UciEngine

#: The number of conversations before a new process replaces an engine.
_LIFE = 40
#: Counts of the work of all machines: lines sent, FENs, searches.
DONE: Counter[str] = Counter()

variants = st.sampled_from(VARIANTS)
settings_of_engines = st.one_of(
    *(st.tuples(st.just(name), st.sampled_from(values) if values else numbers) for name, values in SETTINGS.items())
)


class Conversation(RuleBasedStateMachine):
    """Shared by the machines of both protocols."""

    #: Engines live longer than machines, because starting one takes long.
    engine: ClassVar[Engine | None] = None
    uses: ClassVar[int] = 0
    #: All lines sent to this engine.
    log: ClassVar[list[str]] = []

    def __init__(self) -> None:
        super().__init__()
        cls = type(self)
        if cls.engine is None or cls.uses >= _LIFE:
            cls.retire()
            cls.engine, cls.uses, cls.log = cls.start(), 0, []
        cls.uses += 1
        self.variant = VARIANTS[0]
        self.odd = False  # options have been changed, so the rules are unknown here

    @classmethod
    def start(cls) -> Engine:
        raise NotImplementedError

    @classmethod
    def retire(cls) -> None:
        if cls.engine is not None:
            with contextlib.suppress(OSError, AssertionError):
                cls.engine.__exit__(AssertionError, None, None)
            cls.engine = None

    def sync(self) -> list[str]:
        """The answers to all lines sent."""
        raise NotImplementedError

    def say(self, *lines: str) -> None:
        kept = [one_line(line) for line in lines]
        self.log += kept
        DONE["lines"] += len(kept)
        assert self.engine is not None
        try:
            self.engine.send_bytes("".join(f"{line}\n" for line in kept).encode("utf-8", "replace"))
        except OSError as error:
            self.fail(f"the engine is gone: {error}")

    def fail(self, what: str) -> None:
        """Report the whole conversation."""
        cls = type(self)
        status = cls.engine.process.poll() if cls.engine is not None else None
        errors = cls.engine.errors[-30:] if cls.engine is not None else []
        cls.retire()
        path = Path(tempfile.gettempdir()) / f"oddfish-{cls.__name__.lower()}.txt"
        path.write_text("\n".join(cls.log), encoding="utf-8", errors="replace")
        print(f"{cls.__name__}: {what}", flush=True)
        raise AssertionError(f"{what} (exit status {status}; said so far: {path}; stderr: {errors})")

    def check(self, lines: list[str]) -> list[str]:
        assert self.engine is not None
        wrong = complaint(lines, self.engine.errors)
        if wrong:
            self.fail(wrong)
        return lines

    def until(self, pattern: str) -> list[str]:
        """The answers up to a line; if it does not come, the engine hangs or has ended."""
        assert self.engine is not None
        try:
            lines = self.engine.until(pattern)
        except AssertionError as error:
            self.fail(str(error))
            raise
        self.hear(self.check(lines))
        return lines

    def hear(self, lines: list[str]) -> None:
        """Handle answers in the order in which they arrive."""

    def position(self) -> str:
        """The engine's position, as a FEN."""
        self.sync()
        self.say("d")
        fen = next(line for line in reversed(self.until("Key: ")) if line.startswith("Fen: "))
        DONE["FENs"] += 1
        return fen.removeprefix("Fen: ")

    def successors(self, fen: str) -> set[str]:
        """The FENs of all positions after one move, with every outcome."""
        position = Game(self.variant, fen=fen).position
        return {
            position.make(outcome).fen() for move in position.moves() for outcome, _ in position.outcomes(move)
        }  # fmt: skip


class CecpConversation(Conversation):
    """XBoard, or a program that claims to be XBoard."""

    @classmethod
    def start(cls) -> Engine:
        return CecpEngine("--cecp")

    def sync(self) -> list[str]:
        self.pings += 1
        self.say(f"ping {self.pings}")
        return self.until(f"pong {self.pings}$")

    def settle(self) -> None:
        """Go to force mode from any mode."""
        self.say(".", "resume", "exit", "force", "easy")
        self.sync()

    @initialize(variant=variants, clicks=st.booleans())
    def begin(self, variant: str, clicks: bool) -> None:
        self.pings = 0
        self.variant, self.clicks, self.odd = variant, clicks, False
        self.settle()
        self.say("xboard", "protover 2")
        self.until("feature done=1")
        self.say(*(["accepted highlight"] if clicks else []), "new", f"variant {variant}", "memory 1", "cores 1")
        self.say(*(f"option {name}={value}" for name, value in defaults().items()))
        self.say("option MultiPV=1", "option BookFile=", "option EvalFile=", "option SearchFile=", "sd 2", "new")
        self.say(f"variant {variant}", "easy", "sd 2")
        self.sync()

    @rule(data=st.data())
    def position_from_fen(self, data: st.DataObject) -> None:
        self.say(f"setboard {data.draw(fens(self.variant))}")
        DONE["FENs"] += 1

    @rule(count=st.integers(1, 6), data=st.data())
    def legal_moves(self, count: int, data: st.DataObject) -> None:
        """Moves of one of our games, in the variant's notation."""
        game = data.draw(st.sampled_from(games(self.variant)))
        texts = game.texts()
        self.say("force", f"setboard {game.positions[0].fen()}", *(f"usermove {text}" for text in texts[:count]))

    @rule(move=moves, bare=st.booleans())
    def any_move(self, move: str, bare: bool) -> None:
        self.say(move if bare else f"usermove {move}")

    @rule(square=squares | garbage, other=squares, choice=st.sampled_from(["", "q", "n"]))
    def click(self, square: str, other: str, choice: str) -> None:
        self.say(f"lift {square}", f"put {other}", f"usermove {square}{other}{choice}")

    @rule(chosen=st.tuples(*[st.integers(0, 159)] * 3))
    def click_where_it_is_marked(self, chosen: tuple[int, int, int]) -> None:
        """Click as a user: a piece, then a marked square, then the promotion if there is a choice."""
        grid = _grid(self.variant)
        board = [f"{file}{rank}" for file in grid[0] for rank in grid[1]]
        square = board[chosen[0] % len(board)]
        self.sync()
        self.say(f"lift {square}")
        marked = _marked([line for line in self.sync() if line.startswith("highlight ")], grid)
        if not marked:
            return
        to = sorted(marked)[chosen[1] % len(marked)]
        self.say(f"put {to}")
        choices = [line.split()[1] for line in self.sync() if line.startswith("choice ")]
        letter = choices[-1][chosen[2] % len(choices[-1])].lower() if choices else ""
        if marked[to] in "Cc":
            self.say(f"lift {to}")
        else:
            self.say(f"usermove {square}{to}{letter}")

    @rule(
        command=st.sampled_from(CECP_WORDS),
        rest=st.one_of(st.just(""), st.just(""), numbers, garbage, squares, moves),
    )
    def command(self, command: str, rest: str) -> None:
        if command == "analyze" or command == "go":
            DONE["searches"] += 1
        if command == "new":
            self.say(".")  # leaves the mode of `edit`, in which it would not be a command
            self.variant = "normal"
        self.say(f"{command} {rest}".rstrip() if rest else command)

    @rule(command=st.sampled_from((*CECP_NUMBERED, "level", "time", "otim")), data=st.data())
    def numbered(self, command: str, data: st.DataObject) -> None:
        if command in CECP_NUMBERED:
            self.say(f"{command} {data.draw(st.sampled_from(CECP_NUMBERED[command]))}")
        elif command == "level":
            base = data.draw(st.sampled_from(CECP_BASES))
            self.say(f"level {data.draw(numbers)} {base} {data.draw(numbers)}")
        else:
            self.say(f"{command} {data.draw(numbers)}")

    @rule(data=st.data())
    def option(self, data: st.DataObject) -> None:
        self.odd = True
        rules = options_of(self.variant)
        if rules and data.draw(st.booleans()):
            name, values = data.draw(st.sampled_from(rules))
            self.say(f"option {name}={data.draw(st.sampled_from(list(values)) | garbage)}")
        else:
            name, value = data.draw(settings_of_engines)
            self.say(f"option {name}={value}")

    @rule(text=garbage)
    def nonsense(self, text: str) -> None:
        self.say(text)

    @rule(variant=variants, data=st.data())
    def another_variant(self, variant: str, data: st.DataObject) -> None:
        self.settle()
        name = data.draw(mutations(variant, "abxyz-", 1))
        self.say("new", f"variant {name}", "easy", "sd 2")
        if name == variant:
            self.variant = variant
        else:
            self.say(f"variant {self.variant}", "easy", "sd 2")
        self.sync()

    @rule()
    def think(self) -> None:
        """The engine's move must lead to a position after a legal move."""
        self.settle()
        before = self.position()
        if self.odd:
            return
        self.say("sd 2", "include all", "post", "go")
        DONE["searches"] += 1
        self.sync()
        self.say("?")
        self.sync()
        self.settle()
        after = self.position()
        if after != before and after not in self.successors(before):
            self.fail(f"illegal: {before} -> {after}")

    @rule()
    def wait(self) -> None:
        self.sync()

    def teardown(self) -> None:
        if self.engine is not None and hasattr(self, "pings"):
            self.settle()
            self.check([])


class UciConversation(Conversation):
    """A UCI GUI: each `go` gets one `bestmove`, which is legal."""

    @classmethod
    def start(cls) -> Engine:
        return UciEngine("--uci")

    def sync(self) -> list[str]:
        """An unknown command marks the place, because answers to `isready` may still arrive."""
        self.marks += 1
        self.say(f"mark{self.marks}")
        return self.until(rf"info string unknown command \[mark{self.marks}\]$")

    def hear(self, lines: list[str]) -> None:
        for line in lines:
            if not line.startswith("bestmove "):
                continue
            if not self.owed:
                self.fail(f"unexpected {line}")
            legal = self.owed.pop(0)
            if legal is not None and line.split()[1] not in (legal or {"(none)"}):
                self.fail(f"illegal: {line}")

    @initialize(variant=variants)
    def begin(self, variant: str) -> None:
        self.marks = 0
        self.owed: list[set[str] | None] = []
        self.variant, self.odd = variant, False
        self.choose(variant)

    def choose(self, variant: str) -> None:
        self.say("stop", f"setoption name UCI_Variant value {variant}")
        self.say(*(f"setoption name {name} value {value}" for name, value in defaults().items()))
        for name, value in (("Hash", "1"), ("Threads", "1"), ("MultiPV", "1"), ("OwnBook", "false"), ("EvalFile", "")):
            self.say(f"setoption name {name} value {value}")
        self.say("setoption name SearchFile value", "ucinewgame", "position startpos")
        self.here = None
        self.sync()

    @rule(data=st.data(), fault=st.sampled_from(["", "", "", "illegal", "shorter"]))
    def moves_again(self, data: st.DataObject, fault: str) -> None:
        """A continuing game, with takebacks and faults."""
        game = data.draw(st.sampled_from(games(self.variant)))
        texts = game.texts()[: data.draw(st.integers(0, len(game.moves)))]
        if fault == "illegal" and texts:
            texts[data.draw(st.integers(0, len(texts) - 1))] = data.draw(moves | garbage)
        self.say(f"position fen {game.positions[0].fen()} moves {' '.join(texts)}")
        DONE["FENs"] += 1

    @rule(data=st.data())
    def position_from_fen(self, data: st.DataObject) -> None:
        rest = data.draw(st.sampled_from(["", " moves", " moves e2e4", " moves 0000 x"]))
        self.say(f"position fen {data.draw(fens(self.variant))}{rest}")
        DONE["FENs"] += 1

    @rule(rest=st.sampled_from(UCI_POSITIONS))
    def position_command(self, rest: str) -> None:
        self.say(f"position {rest}")

    @rule(
        limit=st.sampled_from(UCI_LIMITS),
        after=st.lists(st.sampled_from("stop ponderhit isready d eval stop debug register".split()), max_size=4),
    )
    def search(self, limit: str, after: list[str]) -> None:
        self.sync()
        legal: set[str] | None = None
        if not self.odd:
            legal = set(Game(self.variant, fen=self.position()).legal())
        self.owed.append(legal)
        DONE["searches"] += 1
        self.say(f"go {limit}", *after)

    @rule(rest=st.sampled_from(UCI_BAD_GO))
    def bad_go(self, rest: str) -> None:
        self.say(f"go {rest}")

    @rule(data=st.data())
    def option(self, data: st.DataObject) -> None:
        rules = options_of(self.variant)
        if rules and data.draw(st.booleans()):
            self.odd = True
            name, values = data.draw(st.sampled_from(rules))
            value = data.draw(st.sampled_from(list(values)) | garbage)
        else:
            name, value = data.draw(settings_of_engines)
        self.say(f"setoption name {name} value {value}")

    @rule(word=st.sampled_from(UCI_WORDS), rest=garbage)
    def command(self, word: str, rest: str) -> None:
        self.say(f"{word} {rest}" if word not in ("uci", "ucinewgame") else word)

    @rule(text=garbage)
    def nonsense(self, text: str) -> None:
        if "go" not in text.split():
            self.say(text)

    @rule(variant=variants)
    def another_variant(self, variant: str) -> None:
        self.variant, self.odd = variant, False
        self.choose(variant)

    @rule()
    def wait(self) -> None:
        self.sync()

    def teardown(self) -> None:
        if self.engine is None or not hasattr(self, "owed"):
            return
        self.sync()
        while self.owed:
            self.say("stop")
            self.until("bestmove ")
        self.check([])


def _grid(variant: str) -> tuple[str, list[int]]:
    from oddfish.protocols.projections import projection_for

    grid = projection_for(variant).grid
    return "abcdefghijklmnop"[: grid.files], list(range(grid.lowest, grid.lowest + grid.ranks))


def _marked(lines: list[str], grid: tuple[str, list[int]]) -> dict[str, str]:
    """The squares that a `highlight` line marks, and their colours."""
    if not lines:
        return {}
    files, ranks = grid
    rows = [re.sub(r"\d+", lambda found: "." * int(found[0]), row) for row in lines[-1].split()[1].split("/")]
    return {
        f"{file}{rank}": color
        for rank, row in zip(reversed(ranks), rows)
        for file, color in zip(files, row)
        if color != "."
    }
