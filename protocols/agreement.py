"""When the engine agrees to a draw, in GUIs and in the terminal."""

from __future__ import annotations

#: The engine agrees at this score or below, in centipawns ...
_WORSE = -30
#: ... or, after this many plies, at a roughly level score.
_LEVEL, _LONG_GAME = 15, 80


def agrees_to_draw(score: int, plies: int) -> bool:
    """Whether the engine accepts a draw offer.

    Args:
        score: the engine's, in centipawns.
        plies: how many have been played.
    """
    return score <= _WORSE or (plies >= _LONG_GAME and score <= _LEVEL)
