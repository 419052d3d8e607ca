"""A game in progress: positions, moves, results. The referee knows no clock."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from oddfish.cext.rules import MoveError, Position
from oddfish.engine.options import find_option
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Variant

_LOST, _DRAWN, _WON = 1, 2, 3


class Result(NamedTuple):
    """How a game ended: ``winner`` 0, 1 or None (draw), and the reason in the words of rules/README.md."""

    winner: int | None
    reason: str

    @property
    def text(self) -> str:
        """PGN's result."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class Game:
    """Position, history and referee of one game.

    Args:
        variant: a variant or its name.
        options: the variant's options by name; what is missing takes its default.
        fen: a start position in the variant's dialect.
        seed: of what the options leave to chance (armies); None draws anew each time.

    >>> game = Game("half-chess")
    >>> for move in "d2d4 e7e5 d1d2 e8e7 d2f4 e7e6 f4e5".split():
    ...     _ = game.push(move)
    >>> game.result()
    Result(winner=0, reason='checkmate')
    """

    def __init__(
        self,
        variant: Variant | str,
        options: Mapping[str, Any] | None = None,
        fen: str | None = None,
        seed: int | None = None,
    ):
        self.variant = get_variant(variant) if isinstance(variant, str) else variant
        self.options = self.variant.defaults()
        for name, value in (options or {}).items():
            option = find_option(self.variant.options, name)
            self.options[option.name] = option.read(value)
        rng = random.Random(seed)
        if fen is None:
            start = self.variant.start(self.options, rng)
        else:
            start = self.variant.read(fen, self.options, rng)
        self.positions: list[Position] = [start]
        self.moves: list[int] = []

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def turn(self) -> int:
        """0 if the first player moves, 1 if the second."""
        return self.position.turn

    def fen(self) -> str:
        return self.position.fen()

    def legal(self) -> list[str]:
        """Canonical texts of all legal moves; none once the game is over by the position itself."""
        position = self.position
        return [position.text(move) for move in position.moves()]

    def parse(self, text: str) -> int:
        """The packed legal move of a text.

        Raises:
            MoveError: it is no legal move, or an abbreviation that fits several.
        """
        return self.position.parse(text)

    def push(self, text: str) -> str:
        """Play a move given by its text; returns its canonical text.

        Raises:
            MoveError: as :meth:`parse`; the game stays as it was.
        """
        move = self.parse(text)
        canonical = self.position.text(move)
        self.push_move(move)
        return canonical

    def push_move(self, move: int) -> None:
        """Play a packed legal move."""
        self.positions.append(self.position.make(move))
        self.moves.append(move)

    def pop(self) -> int:
        """Take the last move back and return it.

        Raises:
            IndexError: no move has been made.
        """
        if not self.moves:
            raise IndexError("no move to take back")
        self.positions.pop()
        return self.moves.pop()

    def texts(self) -> list[str]:
        """Canonical texts of the moves played."""
        return [position.text(move) for position, move in zip(self.positions, self.moves)]

    def keys(self) -> list[int]:
        """Keys of the positions before the present one, oldest first: what a search needs to see repetitions."""
        return [position.key for position in self.positions[:-1]]

    def repetitions(self) -> int:
        """How often the present position has stood on the board, now included."""
        key = self.position.key
        return sum(1 for position in self.positions if position.key == key)

    def result(self) -> Result | None:
        """How the game has ended, or None while it goes on. Ends by the position come before repetition, and
        that before the move rule (rules/README.md "Results")."""
        outcome, reason = self.position.outcome()
        by_position = Result({_LOST: 1 - self.turn, _WON: self.turn}.get(outcome), reason) if outcome else None
        if by_position is not None and reason != "move rule":
            return by_position
        if self.repetitions() >= 3:
            return Result(None, "repetition")
        return by_position

    def copy(self) -> Game:
        """Another game with the same history; positions are shared, being immutable."""
        other = object.__new__(Game)
        other.variant, other.options = self.variant, dict(self.options)
        other.positions, other.moves = list(self.positions), list(self.moves)
        return other

    def pgn(self, tags: Mapping[str, str] | None = None, result: Result | None = None) -> str:
        """The game as PGN with long-form moves, as XBoard writes it for games without SAN of their own.

        ``tags`` go before the standard ones of the same name; ``result`` stands for ends the board does not
        show (time, resignation …).
        """
        result = result or self.result()
        all_tags = {
            "Event": "?", "Site": "?", "Date": "????.??.??", "Round": "-", "White": "?", "Black": "?",
            "Result": result.text if result else "*", "Variant": self.variant.name,
        }  # fmt: skip
        start = self.positions[0]
        if start.fen() != self.variant.start(self.options, random.Random(0)).fen():
            all_tags.update({"SetUp": "1", "FEN": start.fen()})
        all_tags.update(self.variant.tags(start))
        all_tags.update(tags or {})
        lines = [f'[{name} "{value}"]' for name, value in all_tags.items()]
        words: list[str] = []
        for index, text in enumerate(self.texts()):
            position = self.positions[index]
            if position.turn == 0:
                words.append(f"{position.number}.")
            elif index == 0:
                words.append(f"{position.number}...")
            words.append(text)
        if result:
            words.append(f"{{{result.reason}}}")
        words.append(all_tags["Result"])
        return "\n".join(lines) + "\n\n" + _wrap(words) + "\n"


def _wrap(words: list[str], width: int = 79) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


__all__ = ["Game", "MoveError", "Result"]
