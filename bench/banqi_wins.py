"""Won endings of Banqi, from solved tables, and how reliably the search wins them without tables.

    python bench/banqi_wins.py --write tests/data/endings/banqi.epd
    python bench/banqi_wins.py --nodes 50000
    python bench/banqi_wins.py --seed 6

You need the tables (``oddfish tablebase banqi --pieces 4``, and the same for ``banqi-hongkong``). The first command
draws a sample of positions that the side to move wins, with the plies to the win; the search wins lines marked
``alone`` without tables, too. The second plays the saved sample without tables against the tables' best defence and
prints the share won. The third does the same with another sample.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from banqi.endings import EPD, Ending, read_suite, wins
from oddfish.cext.banqi.game import SETS, Banqi, Setup
from oddfish.cext.banqi.tablebase import endings
from oddfish.cext.core.fen import write_rank
from oddfish.engine import tablebase
from oddfish.engine.searcher import Searcher
from oddfish.engine.variants import get_variant

#: How many random placements of an ending to search for its longest wins.
PLACEMENTS = 3000

HEADER = """\
# Won endings of Banqi, the side to move to win: variant ;FEN ;plies the win takes by the tables. Source:
# bench/banqi_wins.py. "alone": the search wins it at {nodes} nodes a move without tables, against their best play.
"""


def placements(setup: Setup, mine: str, theirs: str, rng: random.Random) -> Iterator[Banqi]:
    """Random positions of an ending. The first player has the red men and is to move."""
    for _ in range(PLACEMENTS):
        squares = rng.sample(range(32), len(mine) + len(theirs))
        letters = [""] * 32
        for square, man in zip(squares, mine + theirs.lower()):
            letters[square] = man
        board = "/".join(write_rank(letters[rank * 4 : rank * 4 + 4]) for rank in range(7, -1, -1))
        yield Banqi(setup, f"{board}[] w r 0 1")


def sample(variant: str, rng: random.Random) -> Iterator[Ending]:
    """Won endings of 3 and 4 men: every second one is the longest win found, the others are random."""
    setup = get_variant(variant).setup({})  # type: ignore[attr-defined]
    if setup.tables is None:
        raise SystemExit(f"no tables of {setup.signature} in {tablebase.default_folder()}")
    for men, wanted in ((3, 8), (4, 20)):
        both = {one for mine, theirs in endings(men, SETS[8]) for one in ((mine, theirs), (theirs, mine))}
        pairs = sorted(one for one in both if len(one[1]) < 3)
        rng.shuffle(pairs)
        while wanted:
            mine, theirs = pairs.pop()
            won = []
            for position in placements(setup, mine, theirs, rng):
                found = position.probe()
                if found is not None and found[0] == 3 and found[1] > 4:
                    won.append((found[1], position.fen()))
            if won:
                plies, fen = max(won) if wanted % 2 else won[0]
                yield Ending(variant, fen, plies, False)
                wanted -= 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, help="draw a new sample and save it")
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--seed", type=int, help="draw a new sample from this seed")
    options = parser.parse_args()
    suite = read_suite(EPD)
    if options.write or options.seed:
        rng = random.Random(options.seed or 5)
        suite = [ending for variant in ("banqi", "banqi-hongkong") for ending in sample(variant, rng)]
    searcher, kept = Searcher(32), []
    score: Counter[str] = Counter()
    for ending in suite:
        won = wins(ending, searcher, options.nodes, with_tables=False)
        score["won"] += won
        score[f"{ending.variant} {'won' if won else 'not won'}"] += 1
        kept.append(ending._replace(alone=won))
        print(f"{'won    ' if won else 'NOT won'} {ending.variant} {ending.fen} ({ending.plies} plies)", flush=True)
    print(f"won {score['won']} of {len(suite)} at {options.nodes} nodes a move without tables: {dict(score)}")
    if options.write:
        lines = [f"{one.variant} ;{one.fen} ;{one.plies}{' ;alone' if one.alone else ''}" for one in kept]
        options.write.write_text(HEADER.format(nodes=options.nodes) + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
