"""Who plays first in the next game of the same two players."""

from __future__ import annotations

from typing import NamedTuple

#: The ways to choose who plays first. With `alternate`, the players swap sides. With the others, the loser or the
#: winner of the last game plays first; after a draw, the player who played second.
FIRST = ("alternate", "loser", "winner")


def swaps(first: str, winner: int | None) -> bool:
    """Whether the players swap sides for their next game.

    Args:
        first: who plays first, one of :data:`FIRST`.
        winner: who won the last game: 0 for the player who played first, 1 for the other, None for a draw.
    """
    return first == "alternate" or winner != {"winner": 0, "loser": 1}[first]


class Starter(NamedTuple):
    """The player who plays first in the next game.

    Attributes:
        side: the side that this player had in the last game: 0 or 1.
        did: what this player did in it: "lost", "won" or "moved second".
    """

    side: int
    did: str


def next_starter(first: str, winner: int | None, opener: int) -> Starter:
    """Who plays first in the next game.

    Args:
        first: one of :data:`FIRST`.
        winner: the side that won the last game; None for a draw.
        opener: the side that played first in it.
    """
    side = opener ^ swaps(first, None if winner is None else winner ^ opener)
    if winner is None or first == "alternate":
        return Starter(side, "moved second")
    return Starter(side, "won" if side == winner else "lost")
