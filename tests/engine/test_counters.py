"""The counters of FENs: every FEN written can be read, however long the game."""

from __future__ import annotations

import random
import re

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY


@pytest.mark.parametrize("variant", REGISTRY)
def test_counters_stay_within_the_bounds_of_fens(variant: str) -> None:
    """Beyond the largest clock and move number, FENs keep these."""
    start = re.sub(r"\b0 1\b", "9998 29999", Game(variant, seed=1).fen())
    game = Game(variant, fen=start)
    rng = random.Random(1)
    for _ in range(12):
        if not game.position.count():
            break
        game.push(rng.choice(game.legal()))
        assert Game(variant, fen=game.fen()).fen() == game.fen()
    assert re.search(r" (\d+) 30000\b", game.fen())
    assert game.position.number > 30000 and game.position.valid()
