"""What a session does with an opening book: the options, the choice of a move, what is told of it.

Reading books is heavy for what a GUI waits for, and few use one: it is imported when a file is named.
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
    """A move from the book: what decided, and a line of thought that says so."""

    best: Best
    info: Info
    told: str  # all moves the book has, for people


class OpeningBook:
    """A session's book.

    Args:
        complain: is told once what is wrong with a file.
    """

    def __init__(self, complain: Callable[[str], None]):
        self._complain = complain
        self.used = False  # OwnBook
        self.seed = 0
        self._book: Book | None = None
        self._rejected: str = ""  # why it does not serve the present game, as told

    def use(self, used: bool) -> None:
        self.used = used
        self._rejected = ""

    def open(self, path: str) -> None:
        """Read a book; '' is none. One that cannot be used is complained of, and then there is none."""
        self._book, self._rejected = None, ""
        if not path:
            return
        from oddfish.engine.book import BookError, load_book

        try:
            self._book = load_book(path)
        except BookError as error:
            self._complain(f"{error}; there is no book now")

    def moves(self, game: Game, among: Sequence[int] = ()) -> list[BookMove]:
        """The moves the book has in a game's position, the weightiest first; none that repeat a position.

        Args:
            among: packed legal moves, to leave out others; () is all.
        """
        if self._book is None or game.pending or game.result() is not None:
            return []
        from oddfish.engine.book import BookError

        try:
            self._book.check(game.variant, game.options)
        except BookError as error:
            if self.used and str(error) != self._rejected:
                self._rejected = str(error)
                self._complain(f"{error}; it is not used")
            return []
        position = game.position
        seen = {one.key for one in game.positions}
        return [
            one
            for one in self._book.moves(position, among)
            if open_to_chance(position, one.move) or position.make(one.move).key not in seen
        ]

    def knows(self, game: Game) -> bool:
        """Whether the engine, to move, would play from the book."""
        return self.used and bool(self.moves(game))

    def answer(self, game: Game, among: Sequence[int] = ()) -> BookAnswer | None:
        """What to play from the book, if that is wished and there is something; ``among`` as in :meth:`moves`."""
        moves = self.moves(game, among) if self.used else []
        if not moves:
            return None
        from oddfish.engine.book import choose

        # A seed makes the same choice in the same position, whatever was played and asked before.
        rng = random.Random(f"{self.seed}/{game.position.key}") if self.seed else random.Random()
        one = choose(moves, rng)
        score = round(one.record.score)
        reply = None
        if not open_to_chance(game.position, one.move):
            after = game.copy()
            after.push_move(one.move)
            reply = next((answer.text for answer in self.moves(after)), None)
        pv = [one.text] if reply is None else [one.text, reply]
        info = Info(1, 1, 1, score, "", 0, 0, 0, pv)
        return BookAnswer(Best(one.move, one.text, reply, score, 0), info, " ".join(told(moves)))

    def lines(self, game: Game, name: Callable[[str], str]) -> list[str]:
        """The book's moves of a position for people, a line each; [] where it has none.

        Args:
            name: a move's text as the GUI shows it.
        """
        moves = self.moves(game)
        if not moves:
            return []
        total = sum(one.record.weight for one in moves)
        lines = [f"Book{'' if self.used else ' (not used: OwnBook is off)'}: move, how often it is chosen, its games"]
        for one in moves:
            record = one.record
            lines.append(
                f"{name(one.text)}\t{record.weight / total:.0%}\t+{record.wins} ={record.draws} -{record.losses}"
                f"\t{record.score / 100:+.2f}"
            )
        return lines


def told(moves: Sequence[BookMove]) -> list[str]:
    """Moves with their chances."""
    total = sum(one.record.weight for one in moves)
    return [f"{one.text} {one.record.weight / total:.0%}" for one in moves]
