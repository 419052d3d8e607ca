"""The engine wins won endings: it plays out positions solved by retrograde analysis (bench/endings.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher

pytestmark = pytest.mark.sampled(3)

FILE = Path(__file__).parents[1] / "data" / "endings" / "fanorona-chess.epd"
ENDINGS = [line.partition(" ;")[0] for line in FILE.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.thorough
@pytest.mark.parametrize("fen", ENDINGS)
def test_fanorona_endings_are_won(fen: str) -> None:
    searcher = Searcher(hash_mb=8)
    game = Game("fanorona-chess", fen=fen)
    while (result := game.result()) is None:
        best = searcher.think(game, Limits(nodes=20_000))
        assert best.move is not None
        game.push_move(best.move)
    assert result.winner == 0
    assert result.reason in ("checkmate", "stalemate")
