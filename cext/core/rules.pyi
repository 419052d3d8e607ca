"""What every game's position offers to Python, whatever the game."""

from collections.abc import Sequence
from typing import TypeVar

from oddfish.cext.core.terms import Term

_P = TypeVar("_P", bound=Position)

#: Why a game ended, in the words of rules/README.md; the first is '' (it has not).
REASONS: tuple[str, ...]

class FenError(ValueError):
    """A FEN that is no position of its game; the text names what is wrong and where."""

class MoveError(ValueError):
    """A move text that is no legal move, or fits several."""

class Position:
    """One position of one game. Positions are immutable; ``make`` returns the next one."""

    @property
    def turn(self) -> int:
        """The side to move: 0 the first player, 1 the second."""

    @property
    def number(self) -> int:
        """The number of the move about to be made, from 1."""

    @property
    def clock(self) -> int:
        """Plies (or the game's turns) since the last irreversible move."""

    @property
    def key(self) -> int:
        """64 bits; equal for positions that are the same for repetition."""

    @property
    def fresh_key(self) -> int:
        """The same number made from scratch."""

    @property
    def check(self) -> bool:
        """Whether the side to move is in check."""

    @property
    def horizon(self) -> int:
        """How many plies back an equal position may stand."""

    def valid(self) -> bool: ...
    def evaluate(self) -> int: ...
    @property
    def terms(self) -> tuple[Term, ...]:
        """The evaluation's weights."""

    @property
    def weights(self) -> tuple[int, ...]:
        """The values of the terms that the position is evaluated by."""

    def weighed(self: _P, values: Sequence[int]) -> _P: ...
    def at(self: _P, fen: str) -> _P: ...
    def quiet(self) -> bool: ...
    def by_material(self: _P) -> _P: ...
    def moves(self) -> list[int]: ...
    def noisy(self) -> list[int]: ...
    def count(self) -> int: ...
    @property
    def chancy(self) -> bool:
        """Whether this is a game of chance, in which some moves have outcomes."""

    def outcomes(self, move: int) -> list[tuple[int, int]]: ...
    def make(self: _P, move: int) -> _P: ...
    def gain(self, move: int) -> int: ...
    def see(self, move: int, threshold: int) -> bool: ...
    def outcome(self) -> tuple[int, str]: ...
    def probe(self) -> tuple[int, int] | None: ...
    def cycle(self: _P, line: Sequence[_P]) -> tuple[int, str]: ...
    def text(self, move: int) -> str: ...
    def abbreviations(self, text: str) -> tuple[str, ...]: ...
    def parse(self, text: str) -> int: ...
    def fen(self) -> str: ...
