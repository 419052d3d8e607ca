"""The opening book of a session: which of its moves to play, and how to list them.

The code that reads books is imported only when a GUI names a file, because every GUI waits for the engine to start.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from oddfish.engine.game import Game, open_to_chance
from oddfish.engine.searcher import Best, Info

if TYPE_CHECKING:
    from oddfish.engine.book import Book, BookMove


class BookAnswer(NamedTuple):
    """A move from the book, in the form of a search result."""

    best: Best
    info: Info
    candidates: str  # all book moves with their probabilities, as text


class OpeningBook:
    """A session's book.

    Args:
        warn: reports a problem with a book, once per problem.
    """

    def __init__(self, warn: Callable[[str], None]):
        self._warn = warn
        self.used = False  # OwnBook
        self.seed = 0
        self._book: Book | None = None
        self._rejected: str = ""  # the last reported reason for not using the book

    def use(self, used: bool) -> None:
        self.used = used
        self._rejected = ""

    def open(self, path: str) -> None:
        """Read a book; '' means no book. If it is unreadable, warn and use no book."""
        self._book, self._rejected = None, ""
        if not path:
            return
        from oddfish.engine.book import BookError, load_book

        try:
            self._book = load_book(path)
        except BookError as error:
            self._warn(f"{error}; playing without a book")

    def moves(self, game: Game, among: Sequence[int] = ()) -> list[BookMove]:
        """The book moves in a game's position by descending weight, except those that repeat a position.

        Args:
            among: packed legal moves to choose from; () for all.
        """
        if self._book is None or game.pending or game.result() is not None:
            return []
        from oddfish.engine.book import BookError

        try:
            self._book.check(game.variant, game.options)
        except BookError as error:
            if self.used and str(error) != self._rejected:
                self._rejected = str(error)
                self._warn(f"{error}; playing without it")
            return []
        position = game.position
        seen = {one.key for one in game.positions}
        return [
            one
            for one in self._book.moves(position, among)
            if open_to_chance(position, one.move) or position.make(one.move).key not in seen
        ]

    def has_move(self, game: Game) -> bool:
        """Whether the engine would play from the book."""
        return self.used and bool(self.moves(game))

    def answer(self, game: Game, among: Sequence[int] = ()) -> BookAnswer | None:
        """The move to play from the book; None if the book is off or has none. ``among`` is as in :meth:`moves`."""
        moves = self.moves(game, among) if self.used else []
        if not moves:
            return None
        from oddfish.engine.book import choose

        # With a seed, the choice depends only on the position.
        rng = random.Random(f"{self.seed}/{game.position.key}") if self.seed else random.Random()
        one = choose(moves, rng)
        score = round(one.record.score)
        reply = None
        if not open_to_chance(game.position, one.move):
            after = game.copy()
            after.push_move(one.move)
            reply = next(iter(self.moves(after)), None)
        line = [one] if reply is None else [one, reply]
        info = Info(1, 1, 1, score, "", 0, 0, 0, [each.text for each in line], tuple(each.move for each in line))
        text, move = (None, None) if reply is None else (reply.text, reply.move)
        return BookAnswer(Best(one.move, one.text, text, score, 0, move), info, _candidates(moves))

    def lines(self, game: Game, notation: Callable[[int], str]) -> list[str]:
        """The book moves in a game's position as a table, one line each.

        Args:
            notation: converts a packed move to the GUI's notation.
        """
        moves = self.moves(game)
        if not moves:
            return []
        total = sum(one.record.weight for one in moves)
        lines = [f"Book{'' if self.used else ' (not used: OwnBook is off)'}: move, probability, results, score"]
        for one in moves:
            record = one.record
            lines.append(
                f"{notation(one.move)}\t{record.weight / total:.0%}\t+{record.wins} ={record.draws} -{record.losses}"
                f"\t{record.score / 100:+.2f}"
            )
        return lines


def _candidates(moves: Sequence[BookMove]) -> str:
    """Book moves with their probabilities."""
    total = sum(one.record.weight for one in moves)
    return " ".join(f"{one.text} {one.record.weight / total:.0%}" for one in moves)
