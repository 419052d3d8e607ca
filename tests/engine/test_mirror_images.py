"""Mirror images of positions: as many moves, the same results, and the way back."""

from __future__ import annotations

import random

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY, get_variant

MIRRORED = [name for name in REGISTRY if get_variant(name).mirror_images(Game(name, seed=1).fen())]


def test_which_games_have_them() -> None:
    assert MIRRORED == ["fanorona-chess", "fanorona-chess-alternate", "banqi", "banqi-hongkong"]


@pytest.mark.parametrize("name", MIRRORED)
def test_images_are_alike(name: str) -> None:
    rng = random.Random(name)
    game, variant = Game(name, seed=5), get_variant(name)
    different = 0
    while len(game.moves) < 60 and game.result() is None:
        position = game.position
        for fen in variant.mirror_images(position.fen()):
            image = position.from_fen(fen)
            different += fen != position.fen()
            assert image.count() == position.count()
            assert image.outcome() == position.outcome()
            assert sorted(len(image.outcomes(move)) for move in image.moves()) == sorted(
                len(position.outcomes(move)) for move in position.moves()
            )
            assert abs(image.evaluate() - position.evaluate()) <= 1
            assert position.fen() in variant.mirror_images(fen)
        game.push_move(rng.choice(position.moves()))
    assert different > 30
