"""The engine and the slow reference behind one interface, so that every rule is tested on both."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy

from oddfish.cext.banqi.game import Banqi, Setup
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.perft import outcomes, perft
from oddfish.engine.game import Game
from reference import banqi

TAIWAN, HONGKONG = VARIANTS = "banqi", "banqi-hongkong"
START = "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX[KGGMMRRNNCCPPPPPkggmmrrnnccppppp] w - 0 1"

Options = Mapping[str, str | bool | int]
DIRECT: Options = {"CannonDirect": True}
DARK: Options = {"DarkCapture": True}
MULTI: Options = {"MultiCapture": True}
RIDES: Options = {"ChariotRides": "ranked"}
ANY: Options = {"ChariotRides": "any"}
CHASER: Options = {"Repetition": "chaser-loses"}


def fen_of(pieces: str, pool: str = "", rest: str = "w r", ranks: int = 8) -> str:
    """A FEN from pieces such as "Kb4 pb5 Xa2", the pool and the other fields."""
    placed = {piece[1:]: piece[0] for piece in pieces.split()}
    assert len(placed) == len(pieces.split())
    rows = ["".join(placed.pop(f"{file}{rank}", ".") for file in "abcd") for rank in range(ranks, 0, -1)]
    assert not placed
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(rows))
    return f"{board}[{pool}] {rest}"


def words(text: str) -> set[str]:
    """The moves in a text, as a set."""
    return set(text.split())


class Side(ABC):
    """A game in progress, immutable: ``push`` returns the next one. There is no deal; moves state their outcomes."""

    bad_fen: type[ValueError] = ValueError
    bad_move: type[ValueError] = ValueError

    @abstractmethod
    def __init__(
        self, fen: str | None = None, variant: str = TAIWAN, options: Options | None = None, ranks: int = 8
    ) -> None:
        """The game from a FEN, or from the start; on a board of 8, 4 or 2 ranks."""

    @classmethod
    def setup(
        cls, pieces: str, pool: str = "", rest: str = "w r", variant: str = TAIWAN, options: Options | None = None
    ) -> Side:
        """The game from the position that ``fen_of`` describes."""
        return cls(fen_of(pieces, pool, rest), variant, options)

    def play(self, moves: str) -> Side:
        """The game after the moves; fails if it ends before the last one."""
        line = self
        for text in moves.split():
            assert line.result() is None, f"over before {text}"
            line = line.push(text)
        return line

    @property
    def fields(self) -> str:
        """The FEN after the board: "w r 0 1"."""
        return self.fen().partition(" ")[2]

    @abstractmethod
    def push(self, text: str) -> Side: ...

    @abstractmethod
    def moves(self, prefix: str = "") -> set[str]:
        """The legal moves that begin with the prefix, without outcomes."""

    @abstractmethod
    def outcomes(self, text: str) -> list[tuple[str, int]]:
        """A legal move completed by each possible outcome, with the weights in the pool."""

    @abstractmethod
    def fen(self) -> str: ...

    @abstractmethod
    def key(self) -> object:
        """Equal for positions that count as repetitions."""

    @abstractmethod
    def result(self) -> str | None:
        """For example "1-0 no legal move"; None while the game goes on."""

    @abstractmethod
    def perft(self, depth: int) -> tuple[int, int]:
        """Decisions and outcomes."""


class Engine(Side):
    bad_fen = FenError
    bad_move = MoveError

    def __init__(
        self, fen: str | None = None, variant: str = TAIWAN, options: Options | None = None, ranks: int = 8
    ) -> None:
        if ranks == 8:
            self.game = Game(variant, options, fen)
        else:  # no registered variant has a small board
            self.game = Game(variant, options)
            self.game.positions = [Banqi(Setup(**vars(_named(variant, options)), ranks=ranks), fen)]
        self.game.deal = None
        self._check()

    def _check(self) -> None:
        position = self.game.position
        assert position.valid() and position.key == position.fresh_key

    def push(self, text: str) -> Side:
        after = copy(self)
        after.game = self.game.copy()
        assert after.game.push_move(after.game.parse_complete(text)) == text.lower()
        after._check()
        return after

    def moves(self, prefix: str = "") -> set[str]:
        legal = self.game.legal()
        assert len(set(legal)) == len(legal) == self.game.position.count()
        return {text for text in legal if text.startswith(prefix)}

    def outcomes(self, text: str) -> list[tuple[str, int]]:
        position = self.game.position
        return [(position.text(move), weight) for move, weight in position.outcomes(position.parse(text))]

    def fen(self) -> str:
        assert not self.game.pending
        return self.game.fen()

    def key(self) -> object:
        return self.game.position.key

    def result(self) -> str | None:
        result = self.game.result()
        return result and f"{result.text} {result.reason}"

    def perft(self, depth: int) -> tuple[int, int]:
        return perft(self.game.position, depth), outcomes(self.game.position, depth)


class Reference(Side):
    def __init__(
        self, fen: str | None = None, variant: str = TAIWAN, options: Options | None = None, ranks: int = 8
    ) -> None:
        rules = _named(variant, options)
        start = banqi.Position.start(rules, ranks) if fen is None else banqi.Position.from_fen(fen, rules)
        self.line = [start]

    @property
    def position(self) -> banqi.Position:
        return self.line[-1]

    def push(self, text: str) -> Side:
        after = copy(self)
        after.line = [*self.line, self.position.push(text)]
        return after

    def moves(self, prefix: str = "") -> set[str]:
        legal = self.position.legal_moves()
        assert legal == sorted(set(legal))
        return {text for text in legal if text.startswith(prefix)}

    def outcomes(self, text: str) -> list[tuple[str, int]]:
        return self.position.outcomes(text)

    def fen(self) -> str:
        return self.position.fen()

    def key(self) -> object:
        return self.position.repetition_key()

    def result(self) -> str | None:
        result = self.position.outcome(self.line)
        return result and f"{result.result} {result.reason}"

    def perft(self, depth: int) -> tuple[int, int]:
        return self.position.perft(depth)


def _named(variant: str, options: Options | None) -> banqi.Options:
    return banqi.Options.named(variant, {name: str(value).lower() for name, value in (options or {}).items()})
