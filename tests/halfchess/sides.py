"""One interface to the engine and to the slow reference generator, so that every rule is tested on both."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from itertools import product
from typing import Any

import pytest

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.perft import perft
from oddfish.cext.halfchess.armies import ARMY_RULES, ArmyError, legal_armies, listed_armies, parse_army
from oddfish.engine.game import Game
from reference import armies as reference_armies
from reference.halfchess import Position, movement
from support.perft_suite import read_position

AHC, AC = "augmented-half-chess", "augmented-chess"
Armies = tuple[str, str]

HALVES = ("RF-CD-BW-QV", "RA-VS-BC-RVF")  # the rule page's example of the army field
FIELD = ":".join(HALVES)
#: The armies of positions without an army field.
ARMIES: dict[str, Armies] = {AHC: HALVES, AC: ("RA-NF-BC-QV", "RF-IC-BW-RNA")}

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START_FEN = f"{START} w KQkq - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3"
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


class Side(ABC):
    """A position and the game that led to it. Immutable: a move returns a new one."""

    FenError: type[Exception]
    MoveError: type[Exception]
    #: Equal for equal positions, counters included.
    position: Any

    @abstractmethod
    def __init__(self, variant: str, fen: str | None = None, armies: Armies | None = None) -> None:
        """The start position or that of a FEN, with the armies ``ARMIES`` unless the FEN has others. The variant can
        also be ``chessgi``: Halfgi with the pieces of chess."""

    @abstractmethod
    def texts(self) -> list[str]:
        """All legal moves."""

    @abstractmethod
    def push(self, text: str) -> Side: ...

    @abstractmethod
    def attacks(self, square: str) -> set[str]:
        """The squares that the piece on a square attacks or guards."""

    @property
    @abstractmethod
    def check(self) -> bool: ...

    @property
    @abstractmethod
    def key(self) -> Any:
        """Equal for positions that count as repetitions of each other."""

    @abstractmethod
    def repetitions(self) -> int: ...

    @abstractmethod
    def result(self) -> tuple[str, str] | None:
        """PGN's result and the reason."""

    @abstractmethod
    def perft(self, depth: int) -> int: ...

    @staticmethod
    @abstractmethod
    def broken_rule(variant: str, code: str) -> str:
        """The rule that an army code breaks, such as ``A2``; '' if it is legal."""

    @staticmethod
    @abstractmethod
    def legal_armies(variant: str) -> Sequence[str]: ...

    @staticmethod
    @abstractmethod
    def listed_armies(variant: str) -> Sequence[str]: ...

    @staticmethod
    @abstractmethod
    def types(variant: str, army: str) -> list[Any]:
        """The types of a legal army in the order of its code; equal ones move in the same way."""

    def moves(self, prefix: str = "") -> set[str]:
        """The legal moves that begin with ``prefix``."""
        texts = self.texts()
        assert len(set(texts)) == len(texts)
        return {text for text in texts if text.startswith(prefix)}

    def drops(self) -> set[str]:
        return {text for text in self.moves() if "@" in text}

    def play(self, moves: str) -> Side:
        """Play several moves; only the last may end the game."""
        position = self
        for text in moves.split():
            assert position.result() is None, f"over before {text}"
            position = position.push(text)
        return position

    def fen(self) -> str:
        return str(self.position.fen())

    @property
    def rights(self) -> str:
        return self.fen().split()[2]

    @property
    def en_passant(self) -> str:
        return self.fen().split()[3]

    @property
    def clock(self) -> int:
        return int(self.fen().split()[4])


class Engine(Side):
    """The engine, through ``Game``."""

    FenError, MoveError = FenError, MoveError
    legal_armies = staticmethod(legal_armies)
    listed_armies = staticmethod(listed_armies)

    def __init__(self, variant: str, fen: str | None = None, armies: Armies | None = None) -> None:
        codes = (armies or ARMIES[variant]) if variant in ARMIES else ()
        if variant == "chessgi":  # the engine has only a setup for it, not a variant
            self.game = Game("halfgi")
            self.game.positions = [read_position(variant, fen)]
        else:
            self.game = Game(variant, dict(zip(("WhiteArmy", "BlackArmy"), codes)), fen)

    @property
    def position(self) -> Any:
        return self.game.position

    def texts(self) -> list[str]:
        return self.game.legal()

    def push(self, text: str) -> Engine:
        after = copy(self)
        after.game = self.game.copy()
        after.game.push(text)
        return after

    def attacks(self, square: str) -> set[str]:
        return {NAMES[to] for to in self.position.attacked(NAMES.index(square))}

    @property
    def check(self) -> bool:
        return self.game.position.check

    @property
    def key(self) -> int:
        return self.game.position.key

    def repetitions(self) -> int:
        return self.game.repetitions()

    def result(self) -> tuple[str, str] | None:
        result = self.game.result()
        return (result.text, result.reason) if result else None

    def perft(self, depth: int) -> int:
        return perft(self.game.position, depth)

    @staticmethod
    def broken_rule(variant: str, code: str) -> str:
        try:
            parse_army(code, ARMY_RULES[variant])
        except ArmyError as error:
            return re.sub(r".* \(rule (A\d)\)$", r"\1", str(error))
        return ""

    @staticmethod
    def types(variant: str, army: str) -> list[Any]:
        return list(parse_army(army, ARMY_RULES[variant]).pieces.values())


class Reference(Side):
    """The reference, which only knows positions: this class keeps the keys of the game."""

    FenError, MoveError = ValueError, ValueError
    legal_armies = staticmethod(reference_armies.legal_armies)
    listed_armies = staticmethod(reference_armies.listed_armies)

    def __init__(self, variant: str, fen: str | None = None, armies: Armies | None = None) -> None:
        codes = (armies or ARMIES[variant]) if variant in ARMIES else None
        self.position = Position.start(variant, codes) if fen is None else Position.from_fen(variant, fen, codes)
        self.keys = [self.position.repetition_key()]

    def texts(self) -> list[str]:
        texts = self.position.legal_moves()
        assert texts == sorted(texts)
        return texts

    def push(self, text: str) -> Reference:
        after = copy(self)
        after.position = self.position.push(text)
        after.keys = [*self.keys, after.position.repetition_key()]
        return after

    def attacks(self, square: str) -> set[str]:
        return self.position.attacks_from(square)

    @property
    def check(self) -> bool:
        return self.position.in_check()

    @property
    def key(self) -> Any:
        return self.keys[-1]

    def repetitions(self) -> int:
        return self.keys.count(self.key)

    def result(self) -> tuple[str, str] | None:
        return self.position.outcome(self.keys)

    def perft(self, depth: int) -> int:
        return self.position.perft(depth)

    @staticmethod
    def broken_rule(variant: str, code: str) -> str:
        return re.sub(r"^(A\d): .*", r"\1", reference_armies.army_error(code, variant) or "")

    @staticmethod
    def types(variant: str, army: str) -> list[Any]:
        return [movement(code, variant == AHC) for code in army.split("-")]


# ----------------------------------------------------------------------------------------------- tables of cases


def cases(*rows: tuple[Any, ...]) -> list[Any]:
    """The rows of a table as parameters of a test; the first column is the case's name."""
    return [pytest.param(*row, id=name) for name, *row in rows]


def squares(text: str) -> set[str]:
    """Squares or other words, separated by spaces."""
    return set(text.split())


def board_of(pieces: dict[str, str]) -> str:
    """The FEN board of letters by square."""
    rows = ("".join(pieces.get(file + rank, ".") for file in "abcdefgh") for rank in "87654321")
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))


def lone(side: type[Side], variant: str, letter: str, square: str, armies: Armies | None = None) -> set[str]:
    """The squares that a piece attacks on a board with only two kings, out of its reach."""
    turn = "b" if letter.isupper() else "w"  # the side that can be in check
    for white, black in product(("a1", "h1", "b8", "c4", "h5", "d7"), ("h8", "a8", "g1", "f5", "a4", "e2")):
        if square in (white, black):
            continue
        try:
            position = side(variant, f"{board_of({square: letter, white: 'K', black: 'k'})} {turn}", armies)
        except side.FenError:
            continue
        found = position.attacks(square)
        if not found & {white, black}:
            return found
    raise AssertionError(f"no room for kings beside {letter} on {square}")
