"""What the sanitizer build is run on: perft, games, searches with several threads, bad FENs. Run by test_sanitizer."""

from __future__ import annotations

import random

from oddfish.cext import search
from oddfish.cext.perft import perft
from oddfish.cext.rules import FenError
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY


def main() -> None:
    rng = random.Random(7)
    print(f"{search.__file__} debug={search.DEBUG_BUILD}", flush=True)
    for name in REGISTRY:
        game = Game(name, seed=3)
        print(name, perft(game.position, 3), perft(game.position, 3, threads=2, hash_mb=1), flush=True)
        searcher = Searcher(hash_mb=1, threads=2, multipv=2)
        while game.result() is None and len(game.moves) < 60:
            if len(game.moves) % 10 == 0:
                searcher.think(game, Limits(nodes=3000))
            game.push(rng.choice(game.legal()))
            assert game.position.key == game.position.fresh_key
            assert game.position.valid()
        fen = list(game.fen())
        for _ in range(300):
            broken = fen[:]
            for _ in range(rng.randrange(1, 4)):
                broken[rng.randrange(len(broken))] = rng.choice("KQkq[]/ -0189wbPNTHEMx")
            try:
                position = Game(name, fen="".join(broken)).position
            except FenError:
                continue
            position.evaluate()
            assert position.count() == len(position.moves())
    print("sanitized run finished", flush=True)


main()
