"""Types for the games of a match: faults, answers, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from oddfish.engine.game import Result

#: The score of mate in records, in centipawns; closer mates score more.
MATE_SCORE = 100_000
# Kinds of faults.
CRASH, HANG, ILLEGAL, TIME = "crash", "hang", "illegal move", "time"
#: The result's reason (rules/README.md, "Results") for each kind of fault. A hung engine loses on time.
REASONS = {CRASH: "crash", HANG: "time", ILLEGAL: "illegal move", TIME: "time"}


class Fault(Exception):
    """An engine forfeits the game. ``kind`` is one of the four above, ``detail`` is for the user."""

    def __init__(self, kind: str, detail: str):
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class Answer(NamedTuple):
    """An engine's response to a position."""

    move: str | None
    seconds: float
    score: int | None = None  # centipawns, from its own point of view
    depth: int = 0
    nodes: int = 0
    offers_draw: bool = False
    resigns: bool = False
    claim: str = ""  # a result that it claims instead of moving


class Thought(NamedTuple):
    """An engine's information about one of its moves."""

    score: int | None  # centipawns, from its own point of view
    depth: int
    nodes: int
    seconds: float


class Played(NamedTuple):
    """A finished game."""

    result: Result
    detail: str  # details of the result for the user, or ''
    fault: tuple[int, str] | None  # the side (0, 1) and the kind
    thoughts: list[Thought | None]  # one per move; None for moves of the opening


def comments(thoughts: Sequence[Thought | None]) -> list[str]:
    """PGN comments in the style of other match programs: score (for the side that moved), depth, seconds."""
    texts = []
    for thought in thoughts:
        if thought is None:
            texts.append("book")
            continue
        words = []
        if thought.score is not None:
            words.append(f"{score_text(thought.score)}/{thought.depth}")
        texts.append(" ".join([*words, f"{thought.seconds:.3f}s"]))
    return texts


def score_text(score: int) -> str:
    """A score in pawns, or the distance to mate."""
    if abs(score) > MATE_SCORE - 2000:
        return f"{'+' if score > 0 else '-'}M{MATE_SCORE - abs(score)}"
    return f"{score / 100:+.2f}"
