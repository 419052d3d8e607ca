"""A game in progress: positions, moves and results, without a clock."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from oddfish.cext.core.errors import AmbiguousMoveError, MoveError
from oddfish.cext.core.rules import Position
from oddfish.engine.evaluation.networks import evaluate_by_built_in
from oddfish.engine.evaluation.weights import with_built_in_weights
from oddfish.engine.variants import get_variant
from oddfish.engine.variants.base import Deal, Variant

_LOST, _DRAWN, _WON = 1, 2, 3


class Result(NamedTuple):
    """How a game ended: ``winner`` is 0, 1 or None (draw); ``reason`` is one of those in rules/README.md."""

    winner: int | None
    reason: str

    @property
    def text(self) -> str:
        """The result as in PGN."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class Game:
    """The position, history and referee of one game.

    In games of chance the referee holds a ``deal``, which decides the outcome of every move that has several. Without a
    deal (``deal = None``, as in every copy, so that nothing hidden leaks) you supply the outcomes: a move without its
    outcome is ``pending``, and the next move played is its outcome.

    Args:
        variant: a variant or its name.
        options: the variant's options by name; missing ones take their defaults.
        fen: a start position in the variant's dialect.
        seed: seed for everything that the options leave to chance (armies, the deal); None draws a new one.

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
        self.options = self.variant.read_options(options)
        if seed is None:
            seed = random.SystemRandom().getrandbits(63)
        rng = random.Random(seed)
        chosen = self.variant.with_choices(self.options, rng, evaluate_by_built_in)
        start = self.variant.start(chosen, rng) if fen is None else self.variant.read(fen, chosen, rng)
        start = with_built_in_weights(self.variant, start)
        self.positions: list[Position] = [start]
        self.moves: list[int] = []
        self.deal: Deal | None = self.variant.deal(start, self.options, rng)
        if self.deal is not None:
            self.deal.seed = seed
        self.pending = 0

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def turn(self) -> int:
        """The side to move: 0 for the first player, 1 for the second."""
        return self.position.turn

    def open_options(self) -> dict[str, Any]:
        """The options that do not have their default values, without those that only the referee may know."""
        hidden = self.variant.hidden_options
        return {name: value for name, value in self.variant.unusual(self.options).items() if name not in hidden}

    def fen(self) -> str:
        return self.position.fen()

    def legal(self) -> list[str]:
        """The canonical texts of all legal moves, or of the outcomes of a pending move. Empty if the position itself
        ends the game."""
        position = self.position
        if self.pending:
            return [position.text(move) for move, _ in position.outcomes(self.pending)]
        return position.texts()

    def legal_moves(self) -> list[int]:
        """The packed moves of :meth:`legal`, in the same order."""
        position = self.position
        if self.pending:
            return [move for move, _ in position.outcomes(self.pending)]
        return position.moves()

    def parse(self, text: str) -> int:
        """Parse a legal move.

        Raises:
            MoveError: the move is illegal, or not an outcome of the pending move.
            AmbiguousMoveError: (a MoveError) the text fits several moves.
        """
        move = self.position.parse(text)
        if self.pending and move not in [outcome for outcome, _ in self.position.outcomes(self.pending)]:
            raise MoveError(f"'{text}': expected the outcome of {self.position.text(self.pending)} first")
        return move

    def parse_complete(self, text: str) -> int:
        """Parse a legal move. It must include its outcome if it has several and this game holds no deal.

        Raises:
            MoveError: as :meth:`parse`, or the outcome is missing.
        """
        return self.complete(self.parse(text), text)

    def complete(self, move: int, text: str) -> int:
        """Check that a legal move, which somebody wrote as ``text``, is complete as for :meth:`parse_complete`."""
        position = self.position
        if self.deal is None and open_to_chance(position, move):
            example = position.text(position.outcomes(move)[0][0])
            raise MoveError(f"'{text}': outcome missing; write, for example, {example}")
        return move

    def bare(self, move: int) -> int:
        """The part of a legal move that the player chooses: the move without its outcome."""
        position = self.position
        if position.has_chance and not open_to_chance(position, move):
            for bare in position.moves():
                if bare != move and any(outcome == move for outcome, _ in position.outcomes(bare)):
                    return bare
        return move

    def parse_choice(self, text: str) -> int:
        """Parse a player's legal move. It must not name its outcome if this game holds a deal.

        Raises:
            MoveError: as :meth:`parse`, or the move names its outcome.
        """
        move = self.parse(text)
        if self.deal is not None and self.bare(move) != move:
            raise MoveError(f"'{text}' names its outcome, which the deal decides")
        return move

    def push(self, text: str) -> str:
        """Play a move and return its canonical text, with its outcome if it has one.

        Raises:
            MoveError: as :meth:`parse`; the game is unchanged.
        """
        return self.push_move(self.parse(text))

    def dealt(self, move: int) -> int:
        """A legal move with its outcome from the deal; the move itself if there is no deal or only one outcome."""
        if self.deal is None or not open_to_chance(self.position, move):
            return move
        return self.deal.outcome(self.position, move)

    def push_move(self, move: int) -> str:
        """Play a packed legal move and return its text, as :meth:`push` does."""
        position, move = self.position, self.dealt(move)
        if open_to_chance(position, move):
            self.pending = move
            return position.text(move)
        self.positions.append(position.make(move))
        self.moves.append(move)
        self.pending = 0
        return position.text(move)

    def pop(self) -> int:
        """Take back the last move, pending or played, and return it.

        Raises:
            IndexError: there is no move to take back.
        """
        if self.pending:
            move, self.pending = self.pending, 0
            return move
        if not self.moves:
            raise IndexError("no move to take back")
        self.positions.pop()
        return self.moves.pop()

    def texts(self) -> list[str]:
        """The canonical texts of the moves played."""
        return [position.text(move) for position, move in zip(self.positions, self.moves)]

    def numbers(self) -> list[str]:
        """The move number to print before each move: ``12.``; ``12...`` if the second player begins; otherwise ''."""
        return [self.number_before(index) for index in range(len(self.moves))]

    def number_before(self, index: int) -> str:
        """The move number to print before a move, as in :meth:`numbers`.

        Args:
            index: the move, from 0.
        """
        position = self.positions[index]
        if position.turn:
            return "" if index else f"{position.number}..."
        again = index > 0 and self.positions[index - 1].turn == 0  # for example in a series of captures
        return "" if again else f"{position.number}."

    def repetitions(self) -> int:
        """How often the current position has occurred, including now."""
        position = self.position
        key, back = position.key, position.reversible_plies
        return sum(1 for earlier in self.positions[-1 - back :] if earlier.key == key)

    def result(self) -> Result | None:
        """The result, or None while the game goes on. If several apply, the position itself comes first, then
        repetition, then the move rule (rules/README.md, "Results")."""
        if self.pending:
            return None
        by_position = self._result(*self.position.outcome())
        if by_position is not None and by_position.reason != "move rule":
            return by_position
        if self.repetitions() >= 3:
            key = self.position.key
            last = next(i for i in range(len(self.moves) - 1, -1, -1) if self.positions[i].key == key)
            return self._result(*self.position.repetition(self.positions[last:]))
        return by_position

    def _result(self, outcome: int, reason: str) -> Result | None:
        return Result({_LOST: 1 - self.turn, _WON: self.turn}.get(outcome), reason) if outcome else None

    @classmethod
    def of_line(
        cls, variant: Variant, options: Mapping[str, Any], positions: Sequence[Position], moves: Sequence[int]
    ) -> Game:
        """A game, without a deal, from its positions and the packed moves between them."""
        game = object.__new__(cls)
        game.variant, game.options = variant, dict(options)
        game.positions, game.moves, game.pending, game.deal = list(positions), list(moves), 0, None
        return game

    def copy(self, plies: int | None = None) -> Game:
        """A copy of the game without its deal. Positions are immutable, so copies share them.

        Args:
            plies: the number of moves to keep, from the first; None keeps all, including a pending move.
        """
        last = None if plies is None else plies + 1
        other = Game.of_line(self.variant, self.options, self.positions[:last], self.moves[:plies])
        if plies is None:
            other.pending = self.pending
        return other

    def pgn(
        self,
        tags: Mapping[str, str] | None = None,
        result: Result | None = None,
        comments: Sequence[str] = (),
    ) -> str:
        """The game as PGN with long algebraic moves, as XBoard writes games without SAN.

        Tags, comments and the result's reason may contain any text: it is written so that every program can read it.

        Args:
            tags: additional tags, which override the standard ones.
            result: the result, if the board does not show it (time forfeit, resignation …).
            comments: a comment for each move, '' for none.
        """
        from oddfish.engine.pgn.write import comment_words, movetext, tag_section  # slow to import; few need it

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
        words: list[str] = []
        for index, (number, text) in enumerate(zip(self.numbers(), self.texts())):
            words += [number, text] if number else [text]
            if index < len(comments):
                words += comment_words(comments[index])
        if result:
            words += comment_words(result.reason)
        words.append(all_tags["Result"])
        return f"{tag_section(all_tags)}\n{movetext(words)}\n"


def open_to_chance(position: Position, move: int) -> bool:
    """Whether a legal move leaves its outcome to chance."""
    return position.has_chance and position.outcomes(move) != [(move, 1)]


def line_texts(position: Position, moves: Iterable[int]) -> list[str]:
    """The canonical texts of a line of packed moves, up to the first that leaves its outcome to chance."""
    texts = []
    for move in moves:
        texts.append(position.text(move))
        if open_to_chance(position, move):
            break
        position = position.make(move)
    return texts


__all__ = ["AmbiguousMoveError", "Game", "MoveError", "Result"]
