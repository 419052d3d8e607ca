"""The rule page of Two Rooks, and its random games against the slow reference."""

from __future__ import annotations

import random

import pytest
from reference.tworooks import Position

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.perft import perft
from oddfish.cext.tworooks.game import START, TwoRooks
from oddfish.engine.game import Game, Result
from oddfish.engine.searcher import Limits, Searcher
from support.perft_suite import suite

MATE_IN_ONE = "k4/5/1K3/5/2R2 w - - 0 1"


def test_worked_examples() -> None:
    (entry,) = suite("two-rooks")
    assert {depth: perft(TwoRooks(), depth) for depth in entry.counts} == entry.counts
    game = Game("two-rooks", fen=MATE_IN_ONE)
    game.push("c1c5")
    assert game.result() == Result(0, "checkmate")


@pytest.mark.parametrize("seed", range(20))
def test_random_games_against_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    fast, slow = TwoRooks(), Position.from_fen(START)
    for _ in range(60):
        moves = {fast.text(move): move for move in fast.moves()}
        assert sorted(moves) == slow.legal_moves()
        assert fast.count() == len(moves)
        assert fast.valid()
        assert fast.key == fast.fresh_key
        assert TwoRooks(fast.fen()) == fast
        if not moves:
            break
        text = rng.choice(sorted(moves))
        fast, slow = fast.make(moves[text]), slow.after(text)


def test_the_search_mates() -> None:
    """King and two rooks against king, in any number of moves."""
    game = Game("two-rooks", fen="2k2/5/5/5/R1K1R w - - 0 1")
    searcher = Searcher(hash_mb=1)
    while (result := game.result()) is None:
        best = searcher.think(game, Limits(nodes=5000))
        assert best.text is not None
        game.push(best.text)
    assert result == Result(0, "checkmate")


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("rkr2/5/5/5/2R1R w - - 0 1", "White needs one king"),
        ("rkr2/5/5/5/2RKQ w - - 0 1", "unknown piece 'Q' on e1"),
        ("rkr2/5/5/5/2RKR w KQ - 0 1", "castling rights 'KQ'"),
        ("1kr2/5/5/5/1R1KR w - - 0 1", "the side not to move is in check"),
    ],
)
def test_bad_fens(fen: str, message: str) -> None:
    with pytest.raises(FenError, match=message):
        TwoRooks(fen)
