"""Measures the armies that the engine chooses (`BlackArmy=engine`) against random listed ones.

    python bench/armies.py augmented-half-chess --games 200 --nodes 2000

This engine plays both sides. Each pair of armies is played with both colours, from random openings. ``--record FILE``
saves the result.
"""

from __future__ import annotations

import argparse
import random
from functools import partial

import records
from evaluation import play
from strength import report

from oddfish.engine.experiments.match.openings import generate
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import get_variant

#: Random plies in an opening.
PLIES = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=("augmented-half-chess", "augmented-chess"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    records.add_option(parser)
    options = parser.parse_args()
    rng, searchers = random.Random(options.seed), (Searcher(16), Searcher(16))
    scores: list[float] = []
    while len(scores) < options.games:
        start = Game(options.variant, {"WhiteArmy": "engine", "BlackArmy": "random"}, seed=rng.getrandbits(31)).position
        armies = get_variant(options.variant).tags(start)
        chosen, other = armies["WhiteArmy"], armies["BlackArmy"]
        for side, (white, black) in enumerate([(chosen, other), (other, chosen)]):
            pair = partial(Game, options.variant, {"WhiteArmy": white, "BlackArmy": black})
            fen = generate(pair, PLIES, 0, rng).fen()
            scores.append(play(options.variant, fen, side, searchers, Limits(nodes=options.nodes), 0))
    if options.record:
        limit = f"{options.nodes:,} nodes"
        result = records.match_result(options.variant, "chosen armies", "random armies", limit, scores)
        records.write(options.record, [result])
    print(report(f"{options.variant}: the engine's armies - random ones, {options.nodes} nodes", scores))


if __name__ == "__main__":
    main()
