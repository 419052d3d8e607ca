"""Measures an evaluation against material alone, at equal nodes or equal time per move.

    python bench/evaluation.py fanorona-chess --games 200 --nodes 5000
    python bench/evaluation.py fanorona-chess --evaluation hand-made
    python bench/evaluation.py tandem-84 --games 100 --time 0.1

This engine plays both sides, from random openings, each with both colours. ``--record FILE`` saves the result.
"""

from __future__ import annotations

import argparse
import random

import records
from strength import report

from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY


def opening(variant: str, rng: random.Random, searcher: Searcher, plies: int = 6) -> str:
    """The FEN after a random line that leaves neither side much better."""
    while True:
        game = Game(variant)
        for _ in range(plies):
            if moves := game.legal():
                game.push(rng.choice(moves))
        if game.result() is None and abs(searcher.think(game, Limits(nodes=5000)).score) < 120:
            return game.fen()


def play(variant: str, fen: str, full: int, searchers: tuple[Searcher, Searcher], limits: Limits, seed: int) -> float:
    """The score of the first searcher, which plays the side ``full``. ``seed`` sets the deal in games that have one."""
    game = Game(variant, fen=fen, seed=seed)
    for searcher in searchers:
        searcher.new_game()
    while (result := game.result()) is None and len(game.moves) < 400:
        move = searchers[0 if game.turn == full else 1].think(game, limits).move
        assert move is not None
        game.push_move(move)
    if result is None or result.winner is None:
        return 0.5
    return 1.0 if result.winner == full else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--evaluation", choices=("network", "hand-made"), default="network")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--time", type=float, help="seconds per move, instead of nodes")
    parser.add_argument("--seed", type=int, default=1)
    records.add_option(parser)
    options = parser.parse_args()
    rng, searchers = random.Random(options.seed), (Searcher(16, overhead=0), Searcher(16, overhead=0))
    searchers[0].set_evaluation(options.evaluation)
    searchers[1].set_evaluation("material")
    limits = Limits(movetime=int(1000 * options.time)) if options.time else Limits(nodes=options.nodes)
    budget = f"{options.time} s" if options.time else f"{options.nodes} nodes"
    scores: list[float] = []
    while len(scores) < options.games:
        fen = opening(options.variant, rng, searchers[0])
        seed = rng.getrandbits(32)
        scores += [play(options.variant, fen, side, searchers, limits, seed) for side in (0, 1)]
    if options.record:
        result = records.match_result(options.variant, options.evaluation, "material", budget, scores)
        records.write(options.record, [result])
    print(report(f"{options.variant}: {options.evaluation} - material, {budget}", scores))


if __name__ == "__main__":
    main()
