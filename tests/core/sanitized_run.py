"""What the sanitizer build runs: perft, games, searches with several threads, bad FENs, solved endings. Run by
test_sanitizer."""

from __future__ import annotations

import random

from oddfish.cext import search
from oddfish.cext.banqi.game import SETS, Setup
from oddfish.cext.banqi.tablebase import Tables, endings
from oddfish.cext.core.errors import FenError
from oddfish.cext.core.perft import outcomes, perft
from oddfish.cext.core.sample import Sample
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY

#: Plies of perft in variants where three are too many.
PLIES = {"banqi": 2, "banqi-hongkong": 2, "tandem-84": 2, "bifold-halfgi-handed": 2}
#: House rules that exercise more code.
OPTIONS = {
    "banqi": {"DarkCapture": True, "MultiCapture": True, "ChariotRides": "any", "Repetition": "chaser-loses"},
    "tandem-84": {"GhostMove": "glide-peaceful"},
}


def main() -> None:
    rng = random.Random(7)
    print(f"{search.__file__} debug={search.DEBUG_BUILD}", flush=True)
    rules = Setup(multi_capture=True, ranks=4)
    tables = Tables(rules.signature)
    for mine, theirs in endings(2, SETS[4]) + endings(3, SETS[4])[:40]:
        rules.solve(tables, mine, theirs)
    for name in REGISTRY:
        game = Game(name, OPTIONS.get(name), seed=3)
        plies = PLIES.get(name, 3)
        print(name, perft(game.position, plies), perft(game.position, plies, threads=2, hash_mb=1), flush=True)
        outcomes(game.position, 2)
        searcher = Searcher(hash_mb=1, threads=2)
        searcher.multipv = 2
        while game.result() is None and len(game.moves) < 60:
            if len(game.moves) % 10 == 0:
                searcher.think(game, Limits(nodes=3000))
            game.push_move(rng.choice(game.position.moves()))
            assert game.position.key == game.position.fresh_key
            assert game.position.valid()
        sample = Sample()
        sample.add(game.positions)
        for term in range(len(game.position.terms)):
            for bound in ("low", "high"):
                values = [getattr(one, bound) for one in game.position.terms[: term + 1]]
                values += game.position.weights[term + 1 :]
                sample.evaluate(values)
        fen = list(game.fen())
        for _ in range(300):
            broken = fen[:]
            for _ in range(rng.randrange(1, 4)):
                broken[rng.randrange(len(broken))] = rng.choice("KQkq[]()/ -0189wbrPNTHEMXGCLDF:ax")
            try:
                position = Game(name, fen="".join(broken)).position
            except FenError:
                continue
            position.evaluate()
            assert position.count() == len(position.moves())
    print("sanitized run finished", flush=True)


main()
