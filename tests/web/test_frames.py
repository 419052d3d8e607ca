"""What the page shows of a move: every letter in a frame has a picture, and what slides has stood there before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.web import drawing, frames
from oddfish.protocols.web.table import letters_in

GAMES: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in REGISTRY]
GAMES += [(name, {"DarkCapture": True, "MultiCapture": True}) for name in REGISTRY if name.startswith("banqi")]


@pytest.mark.parametrize(("variant", "options"), GAMES)
@pytest.mark.quick(3)
def test_frames_can_be_drawn(variant: str, options: dict[str, Any]) -> None:
    game, rng = Game(variant, options, seed=1), random.Random(1)
    guide = guide_of(game.variant)
    while len(game.moves) < 80 and game.result() is None:
        before = game.position
        game.push(rng.choice(game.legal()))
        found = frames.made(guide, before, game.texts()[-1], game.position)
        drawing.pieces(game.variant, game.position, sorted(letters_in([found])))
        stood = guide.cells(before)
        for start, _, letters in found["slides"]:
            held = start.partition("@")[0] if start.endswith("@") else stood[start]
            assert letters.lower() in held.lower()


def test_a_failed_attack_on_a_face_down_piece_moves_nothing() -> None:
    fen = "4/4/4/4/4/4/4/RX2[k] w r 0 1"
    variant = get_variant("banqi")
    game = Game(variant, {"DarkCapture": True}, fen)
    before = game.position
    game.push("a1b1=bk")
    found = frames.made(guide_of(variant), before, game.texts()[-1], game.position)
    assert found["slides"] == []
    assert found["cells"] == {"a1": "R", "b1": "k"}
