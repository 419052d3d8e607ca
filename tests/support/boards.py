"""Random play on boards with the names of python-chess."""

from __future__ import annotations

import random
from typing import Any, TypeVar

_Board = TypeVar("_Board", bound=Any)


def wander(board: _Board, plies: int, seed: int) -> _Board:
    """Play random legal moves until the game ends."""
    rng = random.Random(seed)
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(rng.choice(board.legal_moves))
    return board
