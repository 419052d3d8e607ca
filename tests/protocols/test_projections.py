"""The registry of projections, and round trips through those with the variant's moves as plies."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY, halfchess
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.projections.base import Grid, marks

#: Halfgi's turns are several plies (tests/halfchess/test_hands.py).
FAMILY = [variant.name for variant in halfchess.FAMILY if variant.name != "halfgi"]


@pytest.mark.sampled(3)
@pytest.mark.thorough
@given(st.data())
@settings(max_examples=30, deadline=None)
@pytest.mark.parametrize("variant", FAMILY)
def test_projections_round_trip(variant: str, data: st.DataObject):
    """In random games every ply and FEN sent is read back the same, and every move can be clicked."""
    projection, game = projection_for(variant), Game(variant, seed=1)
    for _ in range(data.draw(st.integers(0, 40))):
        moves = game.legal()
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        received = None
        plies = projection.send(game, game.parse(move))
        for ply in plies:
            received = projection.receive(game, ply, human=False)
        assert received is not None
        assert received.move == game.parse(move)
        if "@" not in move:
            (answer,) = projection.lift(game, move[:2])
            rows = [_cells(row) for row in answer.removeprefix("highlight ").split("/")]
            color = rows[8 - int(move[3])][ord(move[2]) - 97]
            assert color == ("M" if len(move) == 5 else color)
            assert color in "YRM"
            if len(move) == 5:
                assert move[4].upper() in projection.put(game, move[2:4])[0].removeprefix("choice ")
        game.push(move)
        fen = projection.read_fen(projection.write_fen(game.position))
        assert Game(variant, game.variant.tags(game.position), fen).fen() == game.fen()


def _cells(row: str) -> str:
    return re.sub(r"\d+", lambda found: "." * int(found[0]), row)


def test_every_variant_has_a_projection():
    assert all(isinstance(projection_for(variant), Projection) for variant in REGISTRY)
    assert not any(type(projection_for(variant)) is Projection for variant in REGISTRY)
    assert type(projection_for("nosuch")) is Projection


def test_marks():
    assert marks({"a1": "Y", "k3": "R"}, Grid(12, 3)) == "highlight 10R1/12/Y11"
    assert marks({"a0": "Y", "b9": "R"}, Grid(2, 10, lowest=0)) == "highlight 1R/2/2/2/2/2/2/2/2/Y1"
