"""What a search session receives and reports: limits, progress and results."""

from __future__ import annotations

from typing import NamedTuple

from oddfish.cext.search import MATE
from oddfish.engine.clock import NO_BUDGET, Budget, clock_budget, fixed_budget

#: Mate scores are at most this far below MATE.
_LONGEST_MATE = 1000


class Limits(NamedTuple):
    """The limits of a search. Fields with their default values set no limit."""

    depth: int = 0
    nodes: int = 0
    movetime: int = 0  # ms
    time: tuple[int | None, int | None] = (None, None)  # ms left on each side's clock
    increment: tuple[int, int] = (0, 0)  # ms
    moves_to_go: int = 0
    mate: int = 0  # stop after finding a mate in this many moves
    infinite: bool = False
    ponder: bool = False  # the clock starts at ponderhit
    moves: tuple[int, ...] = ()  # search only these root moves, packed; () for all
    analysis: bool = False  # at full strength, whatever the playing level

    @property
    def is_for_play(self) -> bool:
        """Whether the search is for a move in a game; only then does the playing level apply."""
        return not (self.analysis or self.infinite or self.mate)

    def budget(self, side: int, overhead: int, number: int) -> Budget:
        """The time that the side to move may use for move ``number``."""
        if self.infinite:
            return NO_BUDGET
        if self.movetime > 0:
            return fixed_budget(self.movetime, overhead)
        remaining = self.time[side]
        if remaining is None:
            return NO_BUDGET
        return clock_budget(remaining, self.increment[side], self.moves_to_go, overhead, number)


class Info(NamedTuple):
    """One report of a search: a line with its score."""

    depth: int
    seldepth: int
    line: int  # MultiPV index, from 1
    score: int  # centipawns for the side to move, or a mate score
    bound: str  # '' exact, 'lower', 'upper'
    nodes: int
    time: int  # ms
    hashfull: int  # per mille
    pv: list[str]  # canonical move texts
    moves: tuple[int, ...] = ()  # the same moves, packed
    tbhits: int = 0  # positions found in tablebases

    @property
    def nps(self) -> int:
        return self.nodes * 1000 // max(self.time, 1)

    @property
    def mate(self) -> int | None:
        """Plies to mate (negative if the side to move is mated, 0 if it is mate now); None for other scores."""
        return mate_distance(self.score)


class Status(NamedTuple):
    """The progress of a running search, for CECP's command ``.``."""

    time: int  # ms
    nodes: int
    depth: int
    left: int  # root moves not yet searched at this depth
    total: int
    move: int  # the root move being searched, packed; 0 if there is none


class Best(NamedTuple):
    """The result of a search."""

    move: int | None  # packed; None if there is no legal move
    text: str | None
    ponder: str | None  # the expected reply
    score: int
    depth: int
    reply: int | None = None  # the expected reply, packed
    answered: bool = False  # the search has written a prepared answer (`Answering`)


def mate_distance(score: int) -> int | None:
    """Plies to mate of a score (negative if the side to move is mated); None for other scores."""
    if abs(score) < MATE - _LONGEST_MATE:
        return None
    return MATE - score if score > 0 else -(MATE + score)


def mate_in_moves(plies: int) -> int:
    """Moves to mate, given plies to mate; negative if the side to move is mated."""
    moves = (abs(plies) + 1) // 2
    return moves if plies > 0 else -moves
