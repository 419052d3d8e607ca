"""Fanorona Chess in the engine alone: abbreviated moves, move texts and packed moves, the drawn board."""

from __future__ import annotations

import random

import pytest

from fanorona.sides import FC, STARTS, Engine
from fanorona_boards import board
from oddfish.cext.core.errors import AmbiguousMoveError
from oddfish.cext.fanorona.game import Fanorona
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from support.perft_suite import FANORONA


def test_start_positions() -> None:
    assert Fanorona().fen() == STARTS[FC]
    assert FANORONA == STARTS


@pytest.mark.parametrize(
    ("pieces", "text", "full"),
    [
        ("Rb5 Kd1 pa5 kd9", "b5c5", "b5c5xa5"),
        ("Pc3 Kd1 pa5 bb2 ke9", "c3b4", "c3b4xa5"),
        ("Pc3 Kd1 pa5 bb2 ne5 ke9", "C3B4", "c3b4xa5"),
        ("Rb5 Kd1 Pa3 pa5 kd9 pe7", "a3a4", "a3a4xa5"),
        ("Rb5 Kd1 Pa3 pa5 kd9 pe7", "b5c5", "b5c5xa5"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9", "b8b9xb7q"),  # victim and promotion
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9Q", "b8b9xb7q"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8b9xb7", "b8b9xb7q"),
        ("Pb8 Ka1 pb7 rc7 ke5 Nb1 Nc1 Bd1 Be1 Ra2 Rb2", "b8c9", "b8c9q"),
        ("Pb8 Ka1 pb7 ke5", "b8b9R", "b8b9xb7r"),
    ],
)
def test_abbreviations(pieces: str, text: str, full: str) -> None:
    position = Engine.setup(pieces).position
    assert position.text(position.parse(text)) == full


@pytest.mark.parametrize(
    ("pieces", "text", "candidates"),
    [
        ("Pc3 Kd1 pa5 bb2 ne5 ke9", "c3d4", "c3d4xb2 c3d4xe5"),
        ("Rb5 Kd1 pa5 pe5 kd9", "B5D5", "b5d5xa5 b5d5xe5"),
        ("Pc8 Ka1 ke5", "c8c9", "c8c9b c8c9n c8c9q c8c9r"),
        ("Pb8 Ka1 pb7 ke5", "b8b9", "b8b9xb7b b8b9xb7n b8b9xb7q b8b9xb7r"),
        ("Pb8 Ka1 pb7 ke5", "b8b9xb7", "b8b9xb7b b8b9xb7n b8b9xb7q b8b9xb7r"),
    ],
)
def test_ambiguous_texts_list_their_candidates(pieces: str, text: str, candidates: str) -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        Engine.setup(pieces).position.parse(text)
    assert caught.value.candidates == tuple(candidates.split())
    assert str(caught.value) == f"'{text}' fits several moves: {candidates}"


@pytest.mark.parametrize("variant", list(STARTS))
def test_texts_parse_back_to_the_same_packed_move(variant: str) -> None:
    rng = random.Random(variant)
    lengths = set()
    for seed in range(6):
        line = Game(variant, fen=board("Pb8 Pd7 Ka1 pb7 rc7 ke5 pd2 pe2 Nc1") if seed % 2 else None)
        while line.result() is None and len(line.moves) < 120:
            position = line.position
            by_text = {position.text(move): move for move in position.moves()}
            assert len(by_text) == position.count()
            for text, move in by_text.items():
                assert text == text.lower() and position.parse(text) == move == position.parse(text.upper())
                lengths.add(len(text))
            promoting = [text for text in by_text if text[-1].isalpha()]
            line.push(rng.choice(promoting or list(by_text)))
    assert lengths == {4, 5, 7, 8}  # quiet, promotion, capture, both


@pytest.mark.parametrize("variant", list(STARTS))
def test_board_size(variant: str) -> None:
    assert REGISTRY[variant].files * REGISTRY[variant].ranks == 45


def test_drawn_board() -> None:
    """The picture shows every line of the board; diagonals join strong points only."""
    rows = REGISTRY[FC].draw(Engine.setup("Ka1 kc9 Pb2").position).splitlines()
    assert rows[0] == "9  +---+---k---+---+"
    assert rows[-4:] == [
        "2  +---P---+---+---+",
        r"   | / | \ | / | \ |",
        "1  K---+---+---+---+",
        "   a   b   c   d   e",
    ]
    assert len(rows) == 18
