"""Messages about the board hold for both views of it: XBoard turns the board without telling the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from oddfish.engine.game import Game, MoveError
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.projections import projection_for

#: Words that are true in one view only. Handed pawns are named after their players' hands.
_WORDS = re.compile(r"\b(left|right|above|below|nearer|upper|lower)\b(?!-handed)")


def refusal(name: str, game: Game, ply: str) -> Iterator[str]:
    """What the engine says to a ply by a person, which is seldom legal."""
    try:
        yield from projection_for(name).receive(game.copy(), ply, human=True).replies
    except MoveError as error:
        yield str(error)


def unfinished(game: Game) -> Iterator[str]:
    """What the terminal says to the first part of a legal move."""
    text = game.legal()[0]
    try:
        game.parse(text[: len(text) // 2])
    except MoveError as error:
        yield str(error)


def messages(name: str, seed: int) -> Iterator[str]:
    """What people read during a random game, with wrong clicks."""
    rng = random.Random(seed)
    game, projection = Game(name, seed=seed), projection_for(name)
    guide = guide_of(game.variant)
    yield projection.manual
    for _ in range(20):
        if game.result() is not None:
            return
        squares = [f"{file}{rank}" for file in "abcdefghijklmnop" for rank in range(10)]
        cells = [square for square in squares if projection.is_square(square)]
        for _ in range(6):
            start, to = rng.sample(cells, 2)
            yield from refusal(name, game, start + to)
            yield guide.why(game, start + to)
        yield from unfinished(game)
        move = game.dealt(rng.choice(game.position.moves()))
        yield projection.advice(game, move)
        projection.send(game, move)
        game.push_move(move)
        yield from projection.reminder(game)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.quick(5)
def test_no_message_depends_on_the_side_from_which_you_look(name: str):
    told = [text for seed in (1, 2) for text in messages(name, seed)]
    assert len(told) > 100
    assert [text for text in told if _WORDS.search(text)] == []
