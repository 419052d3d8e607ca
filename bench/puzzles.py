"""Makes the puzzle files in ``engine/puzzles/data`` for the browser board.

    python bench/puzzles.py                       # complete all files
    python bench/puzzles.py banqi --count 50
    python bench/puzzles.py bifold-halfgi --count 36 --theme share
    rm engine/puzzles/data/banqi.json; python bench/puzzles.py banqi    # from scratch

Files that have enough puzzles do not change. You can stop at any time: the puzzles of each finished game are saved, and
the next run continues with the next game.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from oddfish.engine.puzzles.make import make
from oddfish.engine.variants import REGISTRY, get_variant

DATA = Path(__file__).parents[1] / "engine" / "puzzles" / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", type=get_variant, metavar="VARIANT", help="[default: all]")
    parser.add_argument("--count", type=int, default=30, help="puzzles in each file  [default: 30]")
    parser.add_argument("--games", type=int, default=1000, help="give up after this many games  [default: 1000]")
    parser.add_argument("--theme", default="", help="only puzzles with this theme: share, swap, drop, mate, long …")
    parser.add_argument("--folder", type=Path, default=DATA, help="where the files are")
    given = parser.parse_args()
    start = time.process_time()
    for variant in given.variants or REGISTRY.values():
        path = given.folder / f"{variant.name}.json"
        for games, count in make(variant, path, given.count, given.games, given.theme):
            print(f"{variant.name}: {count} puzzles in {games} games, {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
