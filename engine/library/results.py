"""How games end, as boards report it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Termination(Enum):
    """Why a game ended. The values are the reasons in docs/rules; names that python-chess also has mean the same."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient material"
    REPETITION = "repetition"
    THREEFOLD_REPETITION = REPETITION
    MOVE_RULE = "move rule"
    FIFTY_MOVES = MOVE_RULE
    ROYALS_CAPTURED = "royals captured"
    NO_LEGAL_MOVE = "no legal move"
    ALL_CAPTURED = "all pieces captured"
    PERPETUAL_ATTACK = "perpetual attack"


class Outcome(NamedTuple):
    """The result of a finished game.

    Attributes:
        termination: why it ended.
        winner: True if the first player (White) won, False if the second did, None for a draw.
    """

    termination: Termination
    winner: bool | None

    @property
    def reason(self) -> str:
        """The termination in words, such as ``insufficient material``."""
        return self.termination.value

    def result(self) -> str:
        """The result as in PGN."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"
