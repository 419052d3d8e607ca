"""One interface to the two implementations of the rules: the engine and the slow reference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from bifold.boards import BIFOLD, SQUARES, WEAK, at_home, place, write_board
from oddfish.cext.bifold.game import Bifold
from oddfish.cext.core.errors import FenError, MoveError
from oddfish.cext.core.perft import perft
from oddfish.engine.game import Game
from reference.bifold import Options, Position

_OPTIONS = {"castling": "Castling", "drop_beside_enemy": "DropBesideEnemy", "royal_wazirs": "RoyalWazirs"}


class Side(ABC):
    """A game on one implementation, immutable: a move returns a new game."""

    fen_error: type[ValueError]
    move_error: type[ValueError]
    position: Any

    @property
    @abstractmethod
    def variant(self) -> str: ...

    @classmethod
    @abstractmethod
    def read(cls, variant: str, fen: str | None = None, **options: bool) -> Side:
        """A game from a FEN, or from the start position."""

    @classmethod
    def setup(cls, pieces: str, rest: str = "w", variant: str = BIFOLD, **options: bool) -> Side:
        """A game from short notation and the remaining FEN fields; a side without royals gets them at home."""
        board = place(at_home(pieces, variant, options.get("royal_wazirs", False)))
        return cls.read(variant, f"{board} {rest}", **options)

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """The key by which repetition compares positions."""

    @abstractmethod
    def moves(self, prefix: str = "") -> set[str]:
        """The legal moves with that prefix."""

    @abstractmethod
    def full(self, text: str) -> str:
        """The canonical text of a move."""

    @abstractmethod
    def push(self, text: str) -> Side:
        """The game after one more move."""

    @abstractmethod
    def fen(self) -> str: ...

    @abstractmethod
    def on(self, square: str) -> str: ...

    @abstractmethod
    def result(self) -> tuple[str, str] | None:
        """PGN's result and the reason."""

    @abstractmethod
    def perft(self, depth: int) -> int: ...

    @staticmethod
    @abstractmethod
    def ambiguous(text: str, *moves: str) -> str:
        """The message when a text fits several moves."""

    def play(self, moves: str) -> Side:
        """The game after several moves; none but the last may end it."""
        side = self
        for text in moves.split():
            assert side.result() is None, f"over before {text}"
            side = side.push(text)
        return side

    def targets(self, square: str, half: str = "") -> set[str]:
        """The squares to which the mover's single or unit on a square can go, or one half of a unit alone."""
        halves = (half,) if half else ("", "x", "=")
        return {move[2:4] for move in self.moves(square) if move[4:5] in halves}

    def drops(self, letter: str) -> set[str]:
        return {move[2:] for move in self.moves(f"{letter}@")}

    def field(self, number: int) -> str:
        """A field of the FEN, counted from 0."""
        return self.fen().split()[number]

    def _with_pair(self, player: str, square: str) -> Side:
        """The same board with two enemies of the player, who is to move, on one square."""
        stacks = {name: self.on(name) for name in SQUARES} | {square: "hh" if player == "w" else "HH"}
        return self.read(self.variant, f"{write_board(stacks)} {player}")

    def threatens(self, player: str, square: str) -> bool:
        """Whether the player could capture two enemies placed on an empty square."""
        return any(move[2:4] == square for move in self._with_pair(player, square).moves())

    def supported(self, player: str) -> set[str]:
        """The squares of the player's supported weak pawns: those that could capture alone."""
        assert self.variant == WEAK
        white = player == "w"
        found = set()
        for square in SQUARES:
            mine = [letter for letter in self.on(square) if letter.isupper() == white]
            for file in (-1, 1) if ("P" if white else "p") in mine else ():
                target = chr(ord(square[0]) + file) + str(int(square[1]) + (1 if white else -1))
                # Replacing enemies by enemies does not open or close lines.
                if target in SQUARES and all(letter.isupper() != white for letter in self.on(target)):
                    capture = square + target + ("p" if len(mine) == 2 else "")
                    if capture in self._with_pair(player, target).moves():
                        found.add(square)
        return found


@dataclass(frozen=True)
class Engine(Side):
    """The engine's position, played through its referee."""

    fen_error = FenError
    move_error = MoveError

    game: Game

    @classmethod
    def read(cls, variant: str, fen: str | None = None, **options: bool) -> Engine:
        game = Game(variant, {_OPTIONS[name]: value for name, value in options.items()}, fen)
        assert game.position.valid() and game.position.key == game.position.fresh_key
        return cls(game)

    @property
    def variant(self) -> str:
        return self.game.variant.name

    @property
    def position(self) -> Bifold:
        assert isinstance(self.game.position, Bifold)
        return self.game.position

    @property
    def key(self) -> int:
        return self.position.key

    def moves(self, prefix: str = "") -> set[str]:
        texts = self.game.legal()
        assert len(set(texts)) == len(texts) == self.position.count()
        return {text for text in texts if text.startswith(prefix)}

    def full(self, text: str) -> str:
        return self.position.text(self.game.parse(text))

    def push(self, text: str) -> Engine:
        game = self.game.copy()
        game.push(text)
        assert game.position.valid() and game.position.key == game.position.fresh_key
        return Engine(game)

    def fen(self) -> str:
        return self.game.fen()

    def on(self, square: str) -> str:
        return self.position.cell("abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1))

    def result(self) -> tuple[str, str] | None:
        result = self.game.result()
        return result and (result.text, result.reason)

    def perft(self, depth: int) -> int:
        count = perft(self.position, depth)
        assert perft(self.position, depth, lists=True) == count
        return count

    @staticmethod
    def ambiguous(text: str, *moves: str) -> str:
        return f"'{text}' fits several moves: {' '.join(moves)}"


@dataclass(frozen=True)
class Reference(Side):
    """The reference's position, with the keys of all positions so far for repetition."""

    fen_error = ValueError
    move_error = ValueError

    position: Position
    history: tuple[object, ...]

    @classmethod
    def read(cls, variant: str, fen: str | None = None, **options: bool) -> Reference:
        rules = Options(variant, **options)
        position = Position.start(rules) if fen is None else Position.from_fen(rules, fen)
        return cls(position, (position.repetition_key(),))

    @property
    def variant(self) -> str:
        return self.position.options.variant

    @property
    def key(self) -> Hashable:
        return self.position.repetition_key()

    def moves(self, prefix: str = "") -> set[str]:
        return {text for text in self.position.legal_moves() if text.startswith(prefix)}

    def full(self, text: str) -> str:
        return self.position.find(text).text()

    def push(self, text: str) -> Reference:
        position = self.position.push(text)
        return Reference(position, (*self.history, position.repetition_key()))

    def fen(self) -> str:
        return self.position.fen()

    def on(self, square: str) -> str:
        return self.position.board["abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)]

    def result(self) -> tuple[str, str] | None:
        return self.position.outcome(list(self.history))

    def perft(self, depth: int) -> int:
        return self.position.perft(depth)

    @staticmethod
    def ambiguous(text: str, *moves: str) -> str:
        return f"{text!r} could be {', '.join(moves)}"

    def threatens(self, player: str, square: str) -> bool:
        return square in self.position.threatened("wb".index(player))

    def supported(self, player: str) -> set[str]:
        return self.position.supported("wb".index(player))
