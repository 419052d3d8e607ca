"""The plies without progress and the move number: they stop at the limits of FENs, so every FEN written can be read,
however long the game."""

from __future__ import annotations

import random
import re

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from reference.common import MOST_CLOCK, MOST_MOVES


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
    assert game.position.number == 30000 and game.position.valid()


_KINGS = "e1d1 e8d8 d1e1 d8e8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
_KNIGHTS = "g1f3 g8f6 f3g1 f6g8", ""
_BANQI = "d1d2 a8a7 d2d1 a7a8", "c3/4/4/4/4/4/4/3P[] w r 0 1"
#: Moves that repeat a position of each variant, and its FEN if it is not the start; Tandem-84's by turns.
SHUFFLES = {
    "normal": _KNIGHTS,
    **dict.fromkeys((name for name in REGISTRY if name.startswith("bifold-")), _KNIGHTS),
    "half-chess": _KINGS,
    "halfgi": (_KINGS[0], "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
    "augmented-half-chess": (_KINGS[0], f"{_KINGS[1]} RF-CD-BW-QV:RF-CD-BW-QV"),
    "augmented-chess": (_KINGS[0], f"{_KINGS[1]} RA-NF-BC-QV:RA-NF-BC-QV"),
    "fanorona-chess": ("c1c2 c9c8 c2c1 c8c9", "2k2/5/5/5/5/5/5/5/2K2 w - - 0 1"),
    "fanorona-chess-alternate": ("b1b2 b9b8 b2b1 b8b9", ""),
    "banqi": _BANQI,
    "banqi-hongkong": _BANQI,
    "tandem-84": ("c7b5,h7g5 d3e1,h1i3 b5c7,g5h7 e1d3,i3h1",
                  "gbmcnrrnkqbg/pppppppppppp/12/12/3N8/PPPPPPPPPPPP/GBQK1RRNCMBG b KDkd - 2 1 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHUFFLES)
@pytest.mark.quick(5)
def test_games_without_end(name: str) -> None:
    """The counters do not begin again at 0."""
    texts, fen = SHUFFLES[name]
    position = Game(name, fen=fen or None, seed=1).position
    for _ in range(65_536 // 2 + 1):
        for text in texts.split():
            position = position.make(position.parse(text))
    assert (position.clock, position.number) == (MOST_CLOCK, MOST_MOVES)
    assert position.reversible_plies >= MOST_CLOCK
    Game(name, fen=position.fen())
