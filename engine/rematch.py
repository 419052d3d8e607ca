"""Who plays first in the next game of the same two players."""

from __future__ import annotations

#: The ways to choose who plays first. By `alternate`, the players swap sides; otherwise the loser or the winner of the
#: last game plays first, and after a draw the one who played second.
FIRST = ("alternate", "loser", "winner")


def swaps(first: str, winner: int | None) -> bool:
    """Whether the players swap sides for their next game.

    Args:
        first: who plays first, one of :data:`FIRST`.
        winner: who won the last game: 0 for the player who played first, 1 for the other, None for a draw.
    """
    return first == "alternate" or winner != {"winner": 0, "loser": 1}[first]
