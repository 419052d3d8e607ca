"""One interface to the engine and to the slow reference generator, so that every rule is tested on both."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.perft import perft
from oddfish.cext.tandem.game import START, Setup, Tandem
from oddfish.engine.game import Game
from reference.tandem import Options, Position
from tandem_boards import board

NAME = "tandem-84"


class Side(ABC):
    """A position, at the start of a turn or inside one. Immutable: a move returns a new one."""

    FenError: ClassVar[type[Exception]]
    MoveError: ClassVar[type[Exception]]

    @classmethod
    @abstractmethod
    def read(cls, fen: str, ghost: str = "step", swap_compounds: bool = False, reply: str = "either") -> Side: ...

    @classmethod
    def start(cls) -> Side:
        return cls.read(START)

    @classmethod
    def setup(
        cls,
        pieces: str,
        rest: str = "w - - 1",
        ghost: str = "step",
        swap_compounds: bool = False,
        reply: str = "either",
    ) -> Side:
        """A position from pieces such as "Kd1 Pc3 ki7" and the FEN's other fields; a turn of one move by default."""
        return cls.read(f"{board(pieces)} {rest}", ghost, swap_compounds, reply)

    @abstractmethod
    def fen(self) -> str: ...

    @property
    @abstractmethod
    def check(self) -> bool: ...

    @property
    @abstractmethod
    def key(self) -> object:
        """Equal for positions that count as repetitions of each other."""

    @abstractmethod
    def texts(self) -> list[str]:
        """All legal turns; inside a turn, its second moves."""

    @abstractmethod
    def first_texts(self) -> list[str]:
        """The first moves of legal turns."""

    @abstractmethod
    def canonical(self, text: str) -> str:
        """The canonical text of a legal turn; other texts cause an error."""

    @abstractmethod
    def push(self, turn: str) -> Side: ...

    @abstractmethod
    def push_first(self, move: str) -> Side:
        """The position after one move of the turn: inside it, or in the opponent's turn if the move ends it."""

    @abstractmethod
    def result(self, turns: str = "") -> tuple[str, str] | None:
        """PGN's result and the reason after ``turns``, or None; no turn may follow the end of the game."""

    @abstractmethod
    def perft(self, depth: int) -> int: ...

    @staticmethod
    @abstractmethod
    def refusal(message: str) -> str:
        """This side's message for an illegal turn, from the engine's; both are regular expressions."""

    @staticmethod
    @abstractmethod
    def ambiguity(text: str, candidates: str) -> str:
        """This side's message for a text that fits several turns, as a regular expression."""

    def turns(self, start: str = "") -> set[str]:
        """The legal turns that begin with ``start``."""
        texts = self.texts()
        assert len(set(texts)) == len(texts)
        return {text for text in texts if text.startswith(start)}

    def firsts(self, start: str = "") -> set[str]:
        return {text for text in self.first_texts() if text.startswith(start)}

    def play(self, turns: str) -> Side:
        position: Side = self
        for text in turns.split():
            position = position.push(text)
        return position

    def walk(self, moves: str) -> Side:
        """Play move by move, also within turns."""
        position: Side = self
        for text in moves.split():
            position = position.push_first(text)
        return position

    @property
    def board(self) -> str:
        return self.fen().split(" ", 1)[0]

    @property
    def rest(self) -> str:
        """The FEN's fields after the board."""
        return self.fen().split(" ", 1)[1]


@dataclass(frozen=True)
class Engine(Side):
    position: Tandem

    FenError = FenError
    MoveError = MoveError

    @classmethod
    def read(cls, fen: str, ghost: str = "step", swap_compounds: bool = False, reply: str = "either") -> Engine:
        return cls(Tandem(Setup(ghost, swap_compounds, reply), fen))

    def fen(self) -> str:
        return self.position.fen()

    @property
    def check(self) -> bool:
        return self.position.check

    @property
    def key(self) -> object:
        return self.position.key

    def texts(self) -> list[str]:
        return [self.position.text(move) for move in self.position.moves()]

    def first_texts(self) -> list[str]:
        return [text for text, _ in self.position.first_moves()]

    def canonical(self, text: str) -> str:
        return self.position.text(self.position.parse(text))

    def push(self, turn: str) -> Engine:
        return Engine(self.position.make(self.position.parse(turn)))  # type: ignore[arg-type]

    def push_first(self, move: str) -> Engine:
        return Engine(self.position.after_first(move))

    def result(self, turns: str = "") -> tuple[str, str] | None:
        setup = self.position.setup
        options = {"GhostMove": setup.ghost, "SwapCompounds": setup.swap_compounds, "EnPassantReply": setup.reply}
        game = Game(NAME, options, self.fen())
        for text in turns.split():
            assert game.result() is None, f"over before {text}"
            game.push(text)
        result = game.result()
        return result and (result.text, result.reason)

    def perft(self, depth: int) -> int:
        return perft(self.position, depth)

    @staticmethod
    def refusal(message: str) -> str:
        return message

    @staticmethod
    def ambiguity(text: str, candidates: str) -> str:
        return f"^{re.escape(f'{text!r} fits several moves: {candidates}')}$"


@dataclass(frozen=True)
class Reference(Side):
    position: Position

    FenError = ValueError
    MoveError = ValueError

    @classmethod
    def read(cls, fen: str, ghost: str = "step", swap_compounds: bool = False, reply: str = "either") -> Reference:
        return cls(Position.from_fen(fen, Options(ghost, swap_compounds, reply)))

    def fen(self) -> str:
        return self.position.fen()

    @property
    def check(self) -> bool:
        return self.position.in_check()

    @property
    def key(self) -> object:
        return self.position.repetition_key()

    def texts(self) -> list[str]:
        return self.position.legal_moves()

    def first_texts(self) -> list[str]:
        return self.position.first_moves()

    def canonical(self, text: str) -> str:
        return self.position.canonical(text)

    def push(self, turn: str) -> Reference:
        return Reference(self.position.push(turn))

    def push_first(self, move: str) -> Reference:
        return Reference(self.position.push_first(move))

    def result(self, turns: str = "") -> tuple[str, str] | None:
        position = self.position
        history = [position.repetition_key()]
        for text in turns.split():
            assert position.outcome(history) is None, f"over before {text}"
            position = position.push(text)
            history.append(position.repetition_key())
        return position.outcome(history)

    def perft(self, depth: int) -> int:
        return self.position.perft(depth)

    @staticmethod
    def refusal(message: str) -> str:
        return "is not a legal turn"

    @staticmethod
    def ambiguity(text: str, candidates: str) -> str:
        return f"^{re.escape(f'{text!r} could be {candidates.replace(chr(32), chr(44) + chr(32))}')}$"
