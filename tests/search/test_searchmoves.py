"""Searches restricted to some of the legal moves (UCI's ``searchmoves``) find the best of these, at any depth."""

from __future__ import annotations

import random

import pytest

import oddfish
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY
from support.grammar import games
from support.pipes import UciEngine


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


MATE_IN_TWO = "2rbkr2/p4p1p/n1p1b1p1/5qN1/1pPKP2P/P2P2P1/RP2B2n/2B3R1 b - - 1 29"


def test_later_searches_do_not_believe_their_scores() -> None:
    """A score of some root moves must not enter the hash table as the score of the position."""
    game = Game("half-chess", fen=MATE_IN_TWO)
    following = Game("half-chess", fen=MATE_IN_TWO)
    following.push("d8b6")
    following.push("c4c5")
    thinking = Searcher(hash_mb=16)
    thinking.think(following, Limits(depth=9, moves=(following.parse("e8d7"),)))
    best = thinking.think(game, Limits(depth=8))
    assert (best.text, best.score) == ("d8b6", Searcher(hash_mb=16).think(game, Limits(depth=8)).score)


def test_the_outcome_of_a_flip_is_ignored() -> None:
    """A player chooses the flip, not the piece that turns up."""
    line = ("a1a1=rk", "b1b1=bp")
    with UciEngine(variant="banqi") as engine:
        engine.send(f"position startpos moves {' '.join(line)}", "go depth 3 searchmoves c1c1=rr")
        assert engine.until("bestmove")[-1].split()[1] == "c1c1"
    board = oddfish.Board("banqi")
    for text in line:
        board.push_uci(text)
    with oddfish.Engine({"Hash": 1}) as playing:
        found = playing.play(board, oddfish.Limit(depth=3), root_moves=[board.parse_uci("c1c1=rr")])
    assert found.move == board.parse_uci("c1c1")
