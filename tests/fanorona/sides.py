"""The two sides that must agree on Fanorona Chess, the engine and the slow reference, behind one interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from fanorona_boards import board
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.perft import perft
from oddfish.engine.game import Game
from reference.fanorona import Position

FC, ALTERNATE = "fanorona-chess", "fanorona-chess-alternate"

#: The start positions on the rule page.
STARTS = {
    FC: "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN w Kk - 0 1",
    ALTERNATE: "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB w Kk - 0 1",
}


class Side(ABC):
    """A game so far. ``push`` and ``play`` return a new one, so a test can try several continuations."""

    fen_error: ClassVar[type[ValueError]]
    move_error: ClassVar[type[ValueError]]
    position: Any  # the position on the board, with its ``fen()``, ``turn`` and ``clock``

    @classmethod
    @abstractmethod
    def start(cls, variant: str = FC) -> Side: ...

    @classmethod
    @abstractmethod
    def read(cls, fen: str, variant: str = FC) -> Side: ...

    @classmethod
    def setup(cls, pieces: str, rest: str = "w") -> Side:
        """A position from its pieces, as in "Kd1 Pc3 ke9", and the other FEN fields."""
        return cls.read(f"{board(pieces)} {rest}")

    @abstractmethod
    def legal(self) -> list[str]:
        """The texts of all legal moves, sorted."""

    def moves(self, start: str = "") -> set[str]:
        """The legal moves that start with that text."""
        return {text for text in self.legal() if text.startswith(start)}

    @abstractmethod
    def count(self) -> int:
        """The number of legal moves."""

    @abstractmethod
    def push(self, text: str) -> Side: ...

    def play(self, moves: str) -> Side:
        """Push several moves; none may follow the end of the game."""
        game: Side = self
        for text in moves.split():
            assert game.result() is None, f"over before {text}"
            game = game.push(text)
        return game

    def fen(self) -> str:
        return self.position.fen()

    @abstractmethod
    def check(self) -> bool: ...

    @abstractmethod
    def repetitions(self) -> int:
        """The number of times that the position has occurred, including now."""

    @abstractmethod
    def result(self) -> tuple[str, str] | None:
        """PGN's result and the reason, or None while the game goes on."""

    @abstractmethod
    def perft(self, depth: int) -> int: ...


class Engine(Side):
    fen_error = FenError
    move_error = MoveError

    def __init__(self, game: Game):
        self.game = game
        self.position = game.position

    @classmethod
    def start(cls, variant: str = FC) -> Engine:
        return cls(Game(variant))

    @classmethod
    def read(cls, fen: str, variant: str = FC) -> Engine:
        return cls(Game(variant, fen=fen))

    def legal(self) -> list[str]:
        return sorted(self.game.legal())

    def count(self) -> int:
        return self.position.count()

    def push(self, text: str) -> Engine:
        game = self.game.copy()
        game.push(text)
        return Engine(game)

    def check(self) -> bool:
        return self.position.check

    def repetitions(self) -> int:
        return self.game.repetitions()

    def result(self) -> tuple[str, str] | None:
        result = self.game.result()
        return (result.text, result.reason) if result else None

    def perft(self, depth: int) -> int:
        return perft(self.position, depth)


class Reference(Side):
    fen_error = move_error = ValueError

    def __init__(self, position: Position, earlier: Iterable[object] = ()):
        self.position = position
        self.history = [*earlier, position.repetition_key()]

    @classmethod
    def start(cls, variant: str = FC) -> Reference:
        return cls(Position.start(variant))

    @classmethod
    def read(cls, fen: str, variant: str = FC) -> Reference:
        return cls(Position.from_fen(variant, fen))

    def legal(self) -> list[str]:
        return self.position.legal_moves()

    def count(self) -> int:
        return self.position.perft(1)

    def push(self, text: str) -> Reference:
        return Reference(self.position.push(text), self.history)

    def check(self) -> bool:
        return self.position.in_check()

    def repetitions(self) -> int:
        return self.history.count(self.history[-1])

    def result(self) -> tuple[str, str] | None:
        return self.position.outcome(self.history)

    def perft(self, depth: int) -> int:
        return self.position.perft(depth)


def cases(table: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Parameters from a table whose first column is the case's name."""
    return [pytest.param(*row, id=name) for name, *row in table]
