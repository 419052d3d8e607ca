"""The limits of searches, and what they report."""

from __future__ import annotations

from typing import NamedTuple

from oddfish.cext.core.board import Move
from oddfish.engine.ranges import Number, Whole
from oddfish.engine.search_types import Limits, mate_distance, mate_in_moves

#: The ranges of the limits by name; all others are times in seconds.
_RANGES = {"depth": Whole(1, 1000), "nodes": Whole(1), "mate": Whole(1, 1000), "remaining_moves": Whole(1)}
_SECONDS = Number(0, 1e6)


class Limit(NamedTuple):
    """When a search ends; the first limit that is reached counts.

    Attributes:
        time: seconds.
        depth: plies.
        nodes: positions.
        mate: end when a mate in this many moves is found.
        white_clock, black_clock: seconds left on the clocks. The engine decides how much of its own time to use.
        white_inc, black_inc: seconds added after each move.
        remaining_moves: moves until the next time control; None for the rest of the game.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None

    def limits(self, color: bool, moves: tuple[int, ...], analysis: bool, endless: bool) -> Limits:
        """The limits for the engine.

        Args:
            color: the side to move; the other side's clock limits nothing.
            moves: the root moves, packed; () for all.
            analysis: whether to search at full strength, whatever the level.
            endless: whether having no limit at all is also valid.

        Raises:
            ValueError: a value is out of range, or there is no limit.
        """
        for name, value in self._asdict().items():
            try:
                if value is not None:
                    _RANGES.get(name, _SECONDS).check(value)
            except ValueError as error:
                raise ValueError(f"limit {name}: {error}") from None
        clock = self.white_clock if color else self.black_clock
        infinite = all(value is None for value in (self.time, self.depth, self.nodes, self.mate, clock))
        if infinite and not endless:
            raise ValueError("no limit: give a time, depth, number of nodes, mate, or the clock of the side to move")
        return Limits(
            depth=self.depth or 0,
            nodes=self.nodes or 0,
            movetime=_milliseconds(self.time, 1) or 0,
            time=(_milliseconds(self.white_clock, 1), _milliseconds(self.black_clock, 1)),
            increment=(_milliseconds(self.white_inc) or 0, _milliseconds(self.black_inc) or 0),
            moves_to_go=self.remaining_moves or 0,
            mate=self.mate or 0,
            infinite=infinite,
            moves=moves,
            analysis=analysis,
        )


def _milliseconds(seconds: float | None, least: int = 0) -> int | None:
    return None if seconds is None else max(round(1000 * seconds), least)


class Score(NamedTuple):
    """A score from one player's point of view.

    Attributes:
        value: the engine's number, better for the player if higher.
        color: the player: True for the first (White).
    """

    value: int
    color: bool

    @property
    def mate(self) -> int | None:
        """Moves until the player mates, or (negative) is mated; None for other scores. Games that end in another way
        count the moves until then."""
        plies = mate_distance(self.value)
        return None if plies is None else mate_in_moves(plies)

    @property
    def cp(self) -> int | None:
        """Centipawns; None for a mate score."""
        return None if self.is_mate() else self.value

    def is_mate(self) -> bool:
        """Whether the score is a mate."""
        return mate_distance(self.value) is not None

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns. A mate counts as ``mate_score`` minus the moves to it; None without a ``mate_score``."""
        mate = self.mate
        if mate is None or mate_score is None:
            return self.cp
        return mate_score - mate if self.value > 0 else -mate_score - mate

    def pov(self, color: bool) -> Score:
        """The same score from a player's point of view."""
        return self if color == self.color else Score(-self.value, color)

    def white(self) -> Score:
        """From the first player's point of view."""
        return self.pov(True)

    def black(self) -> Score:
        """From the second player's point of view."""
        return self.pov(False)

    def __str__(self) -> str:
        mate = self.mate
        return f"{self.value / 100:+.2f}" if mate is None else f"#{mate}" if self.value > 0 else f"#-{-mate}"


class Info(NamedTuple):
    """One report of a search.

    Attributes:
        depth, seldepth: plies searched, and the length of the longest line.
        multipv: the rank of the line, from 1.
        score: for the side to move.
        bound: ``exact``, or ``lower`` or ``upper`` if the score is only a bound.
        nodes, time: positions searched so far, and seconds.
        hashfull: how full the transposition table is, from 0 to 1.
        pv: the line. It ends at a move that leaves something to chance.
    """

    depth: int
    seldepth: int
    multipv: int
    score: Score
    bound: str
    nodes: int
    time: float
    hashfull: float
    pv: tuple[Move, ...]

    @property
    def nps(self) -> int:
        """Positions per second."""
        return int(self.nodes / max(self.time, 0.001))


class PlayResult(NamedTuple):
    """A move to play.

    Attributes:
        move: the move; None if the side to move has none. In Banqi it names no outcome.
        ponder: the reply that the engine expects, if any.
        info: the last report on the move's line, if any.
    """

    move: Move | None
    ponder: Move | None
    info: Info | None
