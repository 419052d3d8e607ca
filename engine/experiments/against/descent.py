"""Finds where two generators differ: descends from different counts to the position whose moves differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from oddfish.cext.core.rules import Position
from oddfish.engine.experiments.against.generators import Divide, Generator, GeneratorError
from oddfish.engine.game import Game
from oddfish.engine.notation import Matched, match, translated
from oddfish.engine.perft import Perft

#: The possible results of a comparison.
AGREE, MOVES, COUNTS, TOTAL, FICKLE = "agree", "moves", "counts", "total", "fickle"


class Step(NamedTuple):
    """One position of the descent."""

    depth: int
    fen: str
    ours: int
    theirs: int
    differing: int  # moves below which the counts differ


@dataclass
class Difference:
    """The result, for the last position of the descent.

    Args:
        kind: AGREE; MOVES if only one side has some moves; COUNTS if the counts of leaf moves differ; TOTAL if their
            total is not the sum of their counts, or differs and they list no moves; FICKLE if they count differently
            from here than from the previous position.
        game: the line to the position.
        theirs: the line as they write it.
        steps: the positions on the way.
        missing: our moves that they lack.
        extra: their moves that we lack, as we would write them and as they write them.
        counts: the moves with different counts, with our count and theirs.
        alone: whether they are also wrong when they start from the position's FEN; None if that was not tried.
    """

    kind: str
    game: Game
    theirs: list[str]
    steps: list[Step] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    extra: list[tuple[str, str]] = field(default_factory=list)
    counts: list[tuple[str, int, int]] = field(default_factory=list)
    alone: bool | None = None

    @property
    def position(self) -> Position:
        return self.game.position


class _Seen(NamedTuple):
    """Both sides' divide of a position."""

    ours: dict[str, int]
    theirs: dict[str, int]  # by our texts
    divide: Divide
    matched: Matched

    @property
    def total(self) -> int:
        return sum(self.ours.values())

    def differing(self) -> list[str]:
        return [text for text, nodes in self.theirs.items() if nodes != self.ours[text]]

    def agrees(self) -> bool:
        return not (self.matched.missing or self.matched.extra or self.differing()) and self.divide.nodes == self.total


class Comparison:
    """A comparison of two generators.

    Args:
        game: the position to begin at; the comparison does not change it.
        generator: the other generator.
        threads, hash_mb: for our own counts.
        on_step: called with each step of the descent.
    """

    def __init__(
        self,
        game: Game,
        generator: Generator,
        threads: int,
        hash_mb: int,
        on_step: Callable[[Step], None],
    ):
        self.game = game.copy()
        self.root = game.position.fen()
        self.generator = generator
        self.threads, self.hash_mb = threads, hash_mb
        self.on_step = on_step
        self.line: list[str] = []  # from the root, as they write it

    def run(self, depth: int) -> Difference:
        """Compare at a depth of at least 1, and descend to the first position whose moves differ.

        Raises:
            GeneratorError: the other generator does not answer.
        """
        result = Difference(AGREE, self.game, self.line)
        seen = self._look(self.line, self.game.position, depth)
        while True:
            differing = seen.differing()
            step = Step(depth, self.game.fen(), seen.total, seen.divide.nodes, len(differing))
            result.steps.append(step)
            self.on_step(step)
            result.missing = seen.matched.missing
            position = self.game.position
            result.extra = [(translated(self.game.variant, position, text), text) for text in seen.matched.extra]
            result.counts = [(text, seen.ours[text], seen.theirs[text]) for text in differing]
            if result.missing or result.extra:
                return self._finished(result, MOVES, depth)
            if not differing:
                return self._finished(result, AGREE if seen.agrees() else TOTAL, depth)
            if depth == 1:
                return self._finished(result, COUNTS, depth)
            depth -= 1
            chosen = min(differing, key=lambda text: (seen.ours[text], text))
            below = self._below(chosen, seen.matched.theirs[chosen], depth)
            if below is None:
                return self._finished(result, FICKLE, depth)
            seen = below

    def _below(self, text: str, theirs: str, depth: int) -> _Seen | None:
        """Make a move (for a chance move, with the first outcome after which the generators differ) and divide the new
        position. If they agree now, returns None without making the move."""
        position = self.game.position
        drawn = position.outcomes(position.parse(text))
        for move, _ in drawn:
            after = position.make(move)
            line = [*self.line, theirs if len(drawn) == 1 else position.text(move)]
            seen = self._look(line, after, depth)
            if seen.agrees():
                continue
            self.game.push_move(move)
            self.line.append(line[-1])
            return seen
        return None

    def _look(self, line: list[str], position: Position, depth: int) -> _Seen:
        """Divide a position on both sides."""
        perft = Perft(position, depth, threads=self.threads, hash_mb=self.hash_mb)
        ours = dict(perft.moves())
        divide = self.generator.divide(self.root, line, depth)
        if not divide.moves and divide.total and depth > 1:
            divide = self._one_by_one(line, ours, depth, divide.total)
        if not divide.moves and divide.total:  # compare only totals
            matched = Matched(dict(zip(ours, ours)), [], [])
            return _Seen(ours, {}, divide, matched)
        matched = match(self.game.variant, position, [text for text, _ in divide.moves])
        counts = dict(reversed(divide.moves))
        return _Seen(ours, {text: counts[theirs] for text, theirs in matched.theirs.items()}, divide, matched)

    def _one_by_one(self, line: list[str], ours: dict[str, int], depth: int, total: int) -> Divide:
        """The counts below our moves, for a generator that gives only totals. Leaves out the moves that it rejects."""
        found = []
        for text in ours:
            try:
                found.append((text, self.generator.divide(self.root, [*line, text], depth - 1).nodes))
            except GeneratorError as error:
                if "llegal" not in str(error):
                    raise
        return Divide(found, total)

    def _finished(self, result: Difference, kind: str, depth: int) -> Difference:
        """Count again from the position's FEN, which distinguishes errors in making moves from errors in generating
        them."""
        result.kind = kind
        if kind in (MOVES, COUNTS, TOTAL) and self.line:
            position = self.game.position
            ours = dict(Perft(position, depth).moves())
            divide = self.generator.divide(position.fen(), [], depth)
            matched = match(self.game.variant, position, [text for text, _ in divide.moves])
            result.alone = bool(divide.moves and (matched.missing or matched.extra)) or divide.nodes != sum(
                ours.values()
            )
        return result
