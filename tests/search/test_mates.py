"""Mate problems of every game: positions in which the search of version 0.1's first tree proved a mate at 20,000 nodes.

A line of ``tests/data/mates.jsonl`` is the variant, the FEN, and the plies to the mate that was found then (a shorter
one may exist). The search must still find a mate in each position.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.engine.game import Game
from oddfish.engine.searcher import Info, Limits, Searcher, mate_distance
from oddfish.engine.variants import REGISTRY

pytestmark = pytest.mark.sampled(3)

FILE = Path(__file__).parents[1] / "data" / "mates.jsonl"
#: A bound on nodes, well above the slowest; most take a few thousand.
NODES = 3_000_000


def problems(variant: str) -> Iterator[tuple[str, int]]:
    for line in FILE.read_text().splitlines():
        name, fen, plies = json.loads(line)
        if name == variant:
            yield fen, plies


@pytest.mark.thorough
@pytest.mark.parametrize("variant", REGISTRY)
def test_mates_are_found(variant: str) -> None:
    searcher = Searcher(hash_mb=16)
    found = 0
    for fen, plies in problems(variant):
        searcher.new_game()

        def report(info: Info) -> None:
            if info.mate is not None and info.mate > 0:
                searcher.stop()

        best = searcher.think(Game(REGISTRY[variant], fen=fen), Limits(nodes=NODES), report)
        assert (mate_distance(best.score) or 0) > 0, f"{fen}: mate in {plies} plies"
        found += 1
    assert found == 14


def test_the_length_of_a_mate_counts_turns_not_their_moves() -> None:
    searcher = Searcher(hash_mb=8)
    game = Game("tandem-84", fen="2G1C7/9R2/5QN4k/5P6/12/2B9/9K2 b - - 2 28 99")
    game.push("l5k5")
    lines: list[Info] = []
    best = searcher.think(game, Limits(mate=1), lines.append)
    assert mate_distance(best.score) == lines[-1].mate == 1 and best.depth < 10
    rng = random.Random(5)
    complete = 0
    while complete < 8:
        game = Game("tandem-84", seed=1)
        for _ in range(rng.randrange(40, 200)):
            if game.result() is None:
                game.push_move(rng.choice(game.legal_moves()))
        if game.result() is not None:
            continue
        searcher.think(game, Limits(nodes=5000), lines.append)
        mate = lines[-1].mate
        for move in lines[-1].moves:
            game.push_move(move)
        if mate is not None and not lines[-1].bound and game.result() is not None:
            assert abs(mate) == len(lines[-1].moves)
            complete += 1
