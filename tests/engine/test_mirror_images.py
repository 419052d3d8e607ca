"""Mirror images of positions: the same number of moves, the same results, and the way back."""

from __future__ import annotations

import random

import pytest

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY, get_variant

#: The games that have them, and the ply after which no side can castle in the games of these tests.
MIRRORED = {
    **dict.fromkeys(("augmented-half-chess", "half-chess", "halfgi", "augmented-chess", "normal"), 40),
    **dict.fromkeys(("fanorona-chess", "fanorona-chess-alternate", "banqi", "banqi-hongkong"), 0),
}


@pytest.mark.parametrize("name", [name for name in REGISTRY if name not in MIRRORED])
def test_the_other_games_have_none(name: str) -> None:
    assert get_variant(name).mirror_images(Game(name, seed=1).fen()) == ()


@pytest.mark.parametrize("name", MIRRORED)
def test_images_are_alike(name: str) -> None:
    rng = random.Random(name)
    game, variant = Game(name, seed=5), get_variant(name)
    different = 0
    while len(game.moves) < MIRRORED[name] + 60 and game.result() is None:
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
