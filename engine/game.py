"""A game in progress: positions, moves, results. The referee knows no clock."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.rules import MoveError, Position
from oddfish.engine.options import find_option
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Deal, Variant
from oddfish.engine.weights import weigh

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

    In games of chance the referee holds a ``deal`` and completes every move that turns something up. A game without
    one (``deal = None``, and every copy: a copy knows nothing hidden) is told outcomes instead: a move that lacks its
    own stays ``pending``, and the move made next is that move's outcome.

    Args:
        variant: a variant or its name.
        options: the variant's options by name; what is missing takes its default.
        fen: a start position in the variant's dialect.
        seed: of what the options leave to chance (armies, the deal); None draws anew each time.

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
        start = weigh(self.variant, start)
        self.positions: list[Position] = [start]
        self.moves: list[int] = []
        self.deal: Deal | None = self.variant.deal(start, self.options, rng)
        self.pending = 0

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
        """Canonical texts of all legal moves; none once the game is over by the position itself. While a move is
        pending, those of its outcomes."""
        position = self.position
        if self.pending:
            return [position.text(move) for move, _ in position.outcomes(self.pending)]
        return [position.text(move) for move in position.moves()]

    def parse(self, text: str) -> int:
        """The packed legal move of a text.

        Raises:
            MoveError: it is no legal move, or an abbreviation that fits several, or no outcome of a pending one.
        """
        move = self.position.parse(text)
        if self.pending and move not in [outcome for outcome, _ in self.position.outcomes(self.pending)]:
            raise MoveError(f"'{text}': the outcome of {self.position.text(self.pending)} is still to come")
        return move

    def parse_told(self, text: str) -> int:
        """The same for a move that comes from elsewhere and so must tell what it turned up, unless it is dealt here.

        Raises:
            MoveError: also where the outcome is missing.
        """
        move, position = self.parse(text), self.position
        if self.deal is None and open_to_chance(position, move):
            example = position.text(position.outcomes(move)[0][0])
            raise MoveError(f"'{text}': its outcome is missing, as in {example}")
        return move

    def push(self, text: str) -> str:
        """Play a move given by its text; returns its canonical text, with the outcome if it turned something up.

        Raises:
            MoveError: as :meth:`parse`; the game stays as it was.
        """
        return self.push_move(self.parse(text))

    def dealt(self, move: int) -> int:
        """A legal move with the outcome that the deal gives it; without a deal, or with nothing to turn up, the move
        itself."""
        if self.deal is None or not open_to_chance(self.position, move):
            return move
        return self.deal.outcome(self.position, move)

    def push_move(self, move: int) -> str:
        """Play a packed legal move; returns its text as :meth:`push`."""
        position, move = self.position, self.dealt(move)
        if open_to_chance(position, move):
            self.pending = move
            return position.text(move)
        self.positions.append(position.make(move))
        self.moves.append(move)
        self.pending = 0
        return position.text(move)

    def pop(self) -> int:
        """Take the last move back, or one that is pending, and return it.

        Raises:
            IndexError: no move has been made.
        """
        if self.pending:
            move, self.pending = self.pending, 0
            return move
        if not self.moves:
            raise IndexError("no move to take back")
        self.positions.pop()
        return self.moves.pop()

    def texts(self) -> list[str]:
        """Canonical texts of the moves played."""
        return [position.text(move) for position, move in zip(self.positions, self.moves)]

    def repetitions(self) -> int:
        """How often the present position has stood on the board, now included."""
        key = self.position.key
        return sum(1 for position in self.positions if position.key == key)

    def result(self) -> Result | None:
        """How the game has ended, or None while it goes on. Ends by the position come before repetition, and
        that before the move rule (rules/README.md "Results")."""
        if self.pending:
            return None
        by_position = self._result(*self.position.outcome())
        if by_position is not None and by_position.reason != "move rule":
            return by_position
        if self.repetitions() >= 3:
            key = self.position.key
            last = next(i for i in range(len(self.moves) - 1, -1, -1) if self.positions[i].key == key)
            return self._result(*self.position.cycle(self.positions[last:]))
        return by_position

    def _result(self, outcome: int, reason: str) -> Result | None:
        return Result({_LOST: 1 - self.turn, _WON: self.turn}.get(outcome), reason) if outcome else None

    def copy(self) -> Game:
        """Another game with the same history, without the deal; positions are shared, being immutable."""
        other = object.__new__(Game)
        other.variant, other.options = self.variant, dict(self.options)
        other.positions, other.moves = list(self.positions), list(self.moves)
        other.deal, other.pending = None, self.pending
        return other

    def pgn(
        self,
        tags: Mapping[str, str] | None = None,
        result: Result | None = None,
        comments: Sequence[str] = (),
    ) -> str:
        """The game as PGN with long-form moves, as XBoard writes it for games without SAN of their own.

        ``tags`` go before the standard ones of the same name; ``result`` stands for ends the board does not
        show (time, resignation …); ``comments`` are those of the moves, '' for none.
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
            if index < len(comments) and comments[index]:
                words.append(f"{{{comments[index]}}}")
        if result:
            words.append(f"{{{result.reason}}}")
        words.append(all_tags["Result"])
        return "\n".join(lines) + "\n\n" + _wrap(words) + "\n"


def open_to_chance(position: Position, move: int) -> bool:
    """Whether a legal move still lacks its outcome."""
    return position.chancy and position.outcomes(move) != [(move, 1)]


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
