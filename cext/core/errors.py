"""The errors of positions and moves."""

from __future__ import annotations

from collections.abc import Iterable


class FenError(ValueError):
    """A FEN that is not a position of its game; the text says what is wrong and where."""


class MoveError(ValueError):
    """A move text that stands for no legal move, or for several."""


class AmbiguousMoveError(MoveError):
    """A move text that stands for several legal moves.

    Attributes:
        candidates: their canonical texts, sorted.
    """

    def __init__(self, text: str, candidates: Iterable[str]):
        self.candidates = tuple(sorted(candidates))
        super().__init__(text, self.candidates)  # what pickle passes to __init__

    def __str__(self) -> str:
        return f"'{self.args[0]}' fits several moves: {' '.join(self.candidates)}"


def type_name(value: object) -> str:
    """The name of a value's type as a user would write it, such as ``str`` or ``chess.Board``."""
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
