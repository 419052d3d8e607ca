"""Searches restricted to some of the legal moves (UCI's ``searchmoves``) find the best of these, at any depth."""

from __future__ import annotations

import random

import pytest

from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.grammar import games


@pytest.mark.parametrize("variant", REGISTRY)
@pytest.mark.quick(3)
def test_only_these_are_played(variant: str) -> None:
    rng = random.Random(variant)
    thinking = Searcher(hash_mb=1)
    playing = [game for game in games(variant) if game.result() is None]
    for game in 4 * playing:
        moves = game.position.moves()
        some = tuple(rng.sample(moves, min(rng.randrange(1, 4), len(moves))))
        if rng.randrange(2):  # the table's entry for the position is about all moves
            thinking.think(game, Limits(depth=2))
        else:
            thinking.new_game()
        for depth in (1, 2, 3):
            assert thinking.think(game, Limits(depth=depth, nodes=20_000, moves=some)).move in some


def test_the_second_move_of_a_turn_too() -> None:
    """A single move to choose from ends the search at depth 1."""
    fen = "r2cbr1M2ng/p1p2ppCp1kp/pgm7p1/3p3PP1p1/3q1NP3P1/PbP1PP3P1P/1B2KGRN1Q1R w - - 2 1 15"
    game = Game("tandem-84", fen=fen)
    best = Searcher(hash_mb=1).think(game, Limits(movetime=500, moves=(game.parse("c2c3,j1i1"),)))
    assert best.text == "c2c3,j1i1"
