"""Calls every public method of the extension modules' classes, and their functions, with garbage.

tests/fuzz/test_api.py runs it in a separate process, because the failures it looks for end processes. The stubs list
the methods; a class without an example here is an error.
"""

from __future__ import annotations

import ast
import importlib
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import oddfish.cext
from oddfish.cext.banqi.tablebase import Tables
from oddfish.cext.core.background import BackgroundThread
from oddfish.cext.core.board import BoardCore, LegalMoves, Move
from oddfish.cext.core.perft import Counter
from oddfish.cext.core.rules import Position
from oddfish.cext.core.sample import Sample
from oddfish.cext.core.split import Splitter
from oddfish.cext.envs.vector import Games
from oddfish.cext.fanorona.tablebase import Tables as FanoronaTables
from oddfish.cext.search import Search
from oddfish.cext.search.network import Network, network_size
from oddfish.cext.search.pipes import Listener, Outlet
from oddfish.engine.game import Game
from oddfish.engine.library.board import Board
from oddfish.engine.variants import REGISTRY
from oddfish.envs import VectorEnv
from oddfish.envs.games import encoding_of
from oddfish.envs.open_spiel import load_game

#: The errors that a call with wrong arguments may raise.
CLEAR = (ValueError, TypeError, MemoryError, IndexError)
#: These count without end.
DEEPEST = 2
FOLDER = Path(oddfish.cext.__path__[0])


class Callee(NamedTuple):
    """A function, a class, or a method of one."""

    module: str
    owner: str  # the class, '' for a function
    name: str
    parameters: tuple[tuple[str, str], ...]  # names and annotations, without `self`


def callees() -> Iterator[Callee]:
    """Everything that can be called, according to the stubs."""
    for stub in sorted(FOLDER.glob("*/*.pyi")):
        module = f"oddfish.cext.{stub.parent.name}.{stub.stem}"
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield Callee(module, "", node.name, parameters(node))
            elif isinstance(node, ast.ClassDef) and not any(is_plain(base) for base in node.bases):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and is_public(method.name):
                        drop = 0 if is_property(method) else 1
                        yield Callee(module, node.name, method.name, parameters(method)[drop:])


def is_public(name: str) -> bool:
    """Whether users may call a method."""
    return not name.startswith("_") or name.startswith("__")


def is_plain(base: ast.expr) -> bool:
    """Whether a base class makes a class a plain Python class."""
    return ast.unparse(base) in ("NamedTuple", "ValueError", "MoveError")


def is_property(method: ast.FunctionDef) -> bool:
    return any(ast.unparse(each) == "property" for each in method.decorator_list)


def parameters(node: ast.FunctionDef) -> tuple[tuple[str, str], ...]:
    return tuple((each.arg, ast.unparse(each.annotation) if each.annotation else "") for each in node.args.args)


def positions(rng: random.Random) -> list[Position]:
    """A position from a random game of each variant."""
    found = []
    for variant in REGISTRY:
        game = Game(variant, seed=rng.randrange(9))
        for _ in range(rng.randrange(40)):
            if not game.position.count():
                break
            game.push(rng.choice(game.legal()))
        found.append(game.position)
    return found


def examples(known: list[Position]) -> dict[str, list[Any]]:
    """Objects of every class, by its name; classes with the same name in different modules share an entry."""
    found: dict[str, list[Any]] = {"Position": list(known)}
    for position in known:
        found.setdefault(type(position).__name__, []).append(position)
        setup: Any = getattr(position, "setup", None)
        if setup is not None:
            found.setdefault("Setup", []).append(setup)
            if hasattr(setup, "signature"):
                found.setdefault("Tables", []).append(Tables(setup.signature))
            if getattr(setup, "has_endings", False):
                found.setdefault("Tables", []).append(setup.endings("8x8"))
    found.setdefault("Tables", []).append(FanoronaTables())
    halves = [position.by_halves() for position in known if hasattr(position, "by_halves")]
    found["Position"] += halves
    found["Counter"] = [Counter(position, DEEPEST) for position in known]
    found["Splitter"] = [Splitter(position) for position in known if any(position.move_kinds)]
    found["Sample"] = [Sample()]
    found["BackgroundThread"] = [BackgroundThread(int)]
    boards = [Board(variant, seed=1) for variant in REGISTRY]
    found["BoardCore"] = [*boards, BoardCore()]
    found["LegalMoves"] = [*(board.legal_moves for board in boards), LegalMoves.__new__(LegalMoves)]
    found["Move"] = [*(move for board in boards for move in board.legal_moves[:9]), Move.__new__(Move)]
    found["Search"] = found["Answering"] = [Search(1)]
    found["Outlet"] = [Outlet(os.open(os.devnull, os.O_WRONLY))]
    found["Listener"] = [Listener(-1, -1)]
    environments = [VectorEnv(variant, 3, seed=1) for variant in REGISTRY]
    found["Games"] = [env._games for env in environments]
    for env in environments:
        env.reset()
        encoding = encoding_of(env.position(0))
        found.setdefault("Encoding", []).append(encoding)
        found["Games"].append(Games(encoding, [env.position(0)], 2, 9, True))  # not attached to arrays
    found["BareState"] = [load_game(variant).new_initial_state() for variant in REGISTRY]
    found["Network"] = [
        Network(p.feature_set, p.feature_count, 32, 9, bytes(network_size(p.feature_count, 32))) for p in known
    ]
    return found


class Garbage:
    """Draws arguments, some of them almost right."""

    EDGES = (0, 1, 2, 8, 63, 64, 127, 128, 255, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63, 2**64, 10**40)
    TEXTS = ("", "a1", "e2e4", "K", "P", "PPP", "k" * 5000, "/", "8/8", "\0", "\ud800", "ä", "½", "-1", "w", "X" * 40)

    def __init__(self, rng: random.Random, known: dict[str, list[Any]]):
        self.rng = rng
        self.known = known

    def number(self) -> int:
        edge = self.rng.choice(self.EDGES) + self.rng.randrange(-2, 3)
        return self.rng.choice((edge, -edge, self.rng.getrandbits(32)))

    def position(self) -> Position:
        found: Position = self.rng.choice(self.known["Position"])
        return found

    def move(self, here: Any) -> int:
        position = here if isinstance(here, Position) and self.rng.random() < 0.7 else self.position()
        return self.rng.choice(position.moves() or [0])

    def text(self) -> str:
        fen = list(self.position().fen())
        for _ in range(self.rng.randrange(3)):
            fen[self.rng.randrange(len(fen))] = self.rng.choice("/8kKqP[]()-= 1a\0é")
        return self.rng.choice((self.rng.choice(self.TEXTS), "".join(fen)))

    def anything(self, here: Any, depth: int = 0) -> Any:
        kinds: list[Callable[[], Any]] = [
            self.number, lambda: self.move(here), self.text, self.position, lambda: None, lambda: True,
            lambda: self.rng.choice((0.5, float("nan"), float("inf"), 1j)), lambda: self.rng.randbytes(9), object,
            lambda: self.rng.choice(self.rng.choice(list(self.known.values()))), lambda: Position, dict,
        ]  # fmt: skip
        if depth < 2:
            kinds += [lambda: [self.anything(here, depth + 1) for _ in range(self.rng.randrange(4))]] * 2
        return self.rng.choice(kinds)()

    def fitting(self, here: Any, annotation: str, name: str) -> Any:
        """An argument of roughly the right type."""
        if name == "move":
            return self.move(here)
        if "list[Position]" in annotation or "Sequence[_P]" in annotation:
            same = [position for position in self.known["Position"] if type(position) is type(here)]
            return [self.rng.choice(same or self.known["Position"]) for _ in range(self.rng.randrange(5))]
        if annotation.startswith(("Sequence[int]", "list[int]")):
            return [
                self.rng.choice((self.number(), self.rng.randrange(-200, 900)))
                for _ in range(self.rng.choice((0, 1, 900)))
            ]
        if "int" in annotation and "Mapping" not in annotation:
            return self.rng.choice((self.number(), self.rng.randrange(-3, 70)))
        for kind in ("Position", "Setup", "Tables", "Encoding"):
            if kind in annotation:
                return self.rng.choice(self.known[kind])
        return self.text() if "str" in annotation else self.anything(here)


def endless(callee: Callee, arguments: list[Any]) -> bool:
    """Whether a call could be valid and take for ever or use all memory."""
    counts = callee.owner in ("Counter", "Splitter") or callee.name in ("perft", "outcomes", "divide", "work")
    numbers = [int(each) for each in arguments if isinstance(each, (int, Move)) and not isinstance(each, bool)]
    if callee.name == "listen":
        return arguments[:1] == [None] or any(100 < each < 1 << 31 for each in numbers)
    if callee.name in ("__init__", "set_hash") and callee.owner == "Search":
        return any(64 < each <= 1 << 24 for each in numbers)
    if callee.owner == "Games" and callee.name in ("__new__", "advance"):
        return any(64 < each < 1 << 63 for each in numbers)
    if callee.name == "solve":
        return sum(len(each) for each in arguments if isinstance(each, str)) > 3
    return counts and any(DEEPEST < each <= 1 << 24 for each in numbers)


def call(callee: Callee, here: Any, arguments: list[Any]) -> None:
    """Make one call. Errors must be clear."""
    module = importlib.import_module(callee.module)
    try:
        if callee.name in ("__init__", "__new__"):
            getattr(module, callee.owner)(*arguments)
        elif callee.owner:
            if isinstance(here, Search) and callee.name == "run":
                here.prepare(depth=2, nodes=200)
            method = getattr(here, callee.name)
            if callable(method):
                method(*arguments)
        else:
            getattr(module, callee.name)(*arguments)
    except CLEAR:
        pass
    except (RuntimeError, OverflowError):  # games that have not begun; numbers that VectorEnv checks
        assert callee.module == "oddfish.cext.envs.vector"


def main(seed: int, calls: int, log: Path) -> None:
    rng = random.Random(seed)
    known = examples(positions(rng))
    garbage = Garbage(rng, known)
    everything = list(callees())
    for callee in everything:
        assert not callee.owner or known.get(callee.owner), f"no example of {callee.module}.{callee.owner}"
    with log.open("w") as file:
        for number in range(calls):
            callee = everything[number % len(everything)] if number < len(everything) else rng.choice(everything)
            owner = getattr(importlib.import_module(callee.module), callee.owner, ())
            fits = [each for each in known.get(callee.owner, []) if isinstance(each, owner)]
            here = rng.choice(fits) if fits else None
            given = [
                garbage.fitting(here, annotation, name) if rng.random() < 0.6 else garbage.anything(here)
                for name, annotation in callee.parameters
            ]
            if rng.random() < 0.05:
                given = given[:-1] if rng.random() < 0.5 else [*given, None]
            if endless(callee, given):
                continue
            file.seek(0)
            file.truncate()
            file.write(f"{callee.module} {callee.owner}.{callee.name}{tuple(given)!r:.2000} of {here!r:.300}\n")
            file.flush()
            call(callee, here, given)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
