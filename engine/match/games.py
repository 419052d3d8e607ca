"""What happens in a game, in words that all parts of a match share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from oddfish.engine.game import Result

#: Centipawns that stand for mate in records; nearer mates are worth more.
MATE_SCORE = 100_000
# Kinds of faults
CRASH, HANG, ILLEGAL, TIME = "crash", "hang", "illegal move", "time"
#: The reason of a game's end (rules/README.md, "Results") that each kind of fault makes. A hung engine's time is up.
REASONS = {CRASH: "crash", HANG: "time", ILLEGAL: "illegal move", TIME: "time"}


class Fault(Exception):
    """An engine failed, which costs it the game; ``kind`` is one of the four, ``detail`` is for people."""

    def __init__(self, kind: str, detail: str):
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class Answer(NamedTuple):
    """What an engine did with its turn."""

    move: str | None
    seconds: float
    score: int | None = None  # centipawns, its own view
    depth: int = 0
    nodes: int = 0
    offers_draw: bool = False
    resigns: bool = False
    claim: str = ""  # a result it claims instead of moving


class Thought(NamedTuple):
    """What an engine told of one of its moves."""

    score: int | None  # centipawns, its own view
    depth: int
    nodes: int
    seconds: float


class Played(NamedTuple):
    """A finished game."""

    result: Result
    detail: str  # of the result, for people; may be empty
    fault: tuple[int, str] | None  # whose (0, 1), and what kind
    thoughts: list[Thought | None]  # one for each move; None for the opening's


def comments(thoughts: Sequence[Thought | None]) -> list[str]:
    """PGN comments as match programs write them: score (the mover's view) and depth, then seconds."""
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
    """Pawns, or moves to mate."""
    if abs(score) > MATE_SCORE - 2000:
        return f"{'+' if score > 0 else '-'}M{MATE_SCORE - abs(score)}"
    return f"{score / 100:+.2f}"
