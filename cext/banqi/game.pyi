"""Banqi: the rules of one game, and its positions."""

from typing import final

from oddfish.cext.banqi.tablebase import Tables
from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term

#: The terms of the evaluation.
TERMS: tuple[Term, ...]
#: FEN letters of the piece types.
LETTERS: str
#: Names of the types, in the order of ``LETTERS``.
NAMES: tuple[str, ...]
COLORS: tuple[str, str]
#: The number of pieces of each type in a colour's set, by the board's ranks.
SETS: dict[int, tuple[int, ...]]
#: What chariots capture by rides: the values of the option ChariotRides.
CHARIOT_RIDES: tuple[str, ...]

@final
class Setup:
    """The rules of one game.

    Args:
        hongkong: Hong Kong captures instead of Taiwanese ones.
        cannon_direct, dark_capture, multi_capture: the rule page's variations.
        chariot_rides: one of ``CHARIOT_RIDES``: whether chariots capture from a distance, by rank or anything.
        no_progress: the number of plies without flip or capture that draws the game, 0 for never.
        chaser_loses: whether a side that chases one piece throughout a repetition loses (Q6).
        ranks: 8, or 4 or 2 for a smaller board with a smaller set (``SETS``); there are always four files.

    Raises:
        ValueError: there is no set for that number of ranks, or ``chariot_rides`` is unknown.
    """

    def __new__(
        cls,
        hongkong: bool = False,
        cannon_direct: bool = False,
        dark_capture: bool = False,
        multi_capture: bool = False,
        chariot_rides: str = "off",
        no_progress: int = 180,
        chaser_loses: bool = False,
        ranks: int = 8,
    ) -> Setup: ...
    @property
    def hongkong(self) -> bool: ...
    @property
    def cannon_direct(self) -> bool: ...
    @property
    def chariot_rides(self) -> str:
        """One of ``CHARIOT_RIDES``."""

    @property
    def tables(self) -> Tables | None:
        """The endgame tables in use."""

    @property
    def ranks(self) -> int:
        """The number of ranks; there are four files."""

    @property
    def signature(self) -> str:
        """The name of the rules that matter when all pieces are face up. Setups with the same name share endings."""

    def start(self) -> str:
        """The FEN of the start position."""

    def use(self, tables: Tables) -> None:
        """Use these endgame tables in searches. ValueError if they are for other rules."""

    def solve(self, tables: Tables, mine: str, theirs: str) -> None:
        """Solve an ending, with either side to move, and add it to ``tables``. ``mine`` and ``theirs`` are the pieces
        of each side, in the order of ``LETTERS``. ValueError if an ending that a capture leads to is missing, or
        ``tables`` is for other rules."""

TAIWANESE: Setup

class Banqi(Position):
    """A position as both players see it: it does not contain what lies under face-down pieces. FenError if the FEN is
    not a position of the game."""

    def __new__(cls, setup: Setup = ..., fen: str | None = None) -> Banqi: ...
    @property
    def setup(self) -> Setup:
        """The rules of the game."""

    @property
    def pool(self) -> str:
        """The letters of the face-down pieces, in upper case for red and first, in the order of ``LETTERS``."""

    @property
    def first(self) -> str:
        """The first player's colour: ``r``, ``b``, or ``-`` before the first flip."""

    @property
    def series(self) -> str:
        """The name of the square of the piece in a series of captures (MultiCapture), '' if there is none."""
