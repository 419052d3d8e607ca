"""Three-man endings of Fanorona Chess solved by retrograde analysis, and how reliably the search wins them.

    python bench/endings.py N B R Q --write tests/data/endings/fanorona-chess.epd
    python bench/endings.py B --nodes 20000 --games 60

For king and one piece against king it prints how many positions are won, the longest win, and how many positions of a
sample of wins the engine wins by itself under the rules. ``--write`` saves samples with their distance in plies.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import write_rank
from oddfish.cext.fanorona.game import Fanorona
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher

POINTS = range(45)

#: Board and side -> plies to the end, negative if the side to move loses; draws are missing.
Distances = dict[str, int]


def positions(piece: str) -> Iterator[Fanorona]:
    """Every legal position of White's king and piece against Black's king, and of the bare kings."""
    for white in POINTS:
        for black in POINTS:
            for third in (*POINTS, None):
                letters = [""] * 45
                letters[white], letters[black] = "K", "k"
                if third is not None:
                    letters[third] = piece
                if letters.count("") != 45 - (2 if third is None else 3):
                    continue
                board = "/".join(write_rank(letters[rank * 5 : rank * 5 + 5]) for rank in range(8, -1, -1))
                for side in "wb":
                    try:
                        yield Fanorona(f"{board} {side}")
                    except FenError:
                        continue


def name(position: Fanorona) -> str:
    return " ".join(position.fen().split()[:2])


def solve(piece: str) -> Distances:
    """Distances to the end, by retrograde analysis from positions without a legal move, which are lost (N9)."""
    before: dict[str, list[str]] = defaultdict(list)
    open_moves: dict[str, int] = {}
    for position in positions(piece):
        here = name(position)
        moves = position.moves()
        open_moves[here] = len(moves)
        for move in moves:
            before[name(position.make(move))].append(here)
    distances: Distances = {here: 0 for here, moves in open_moves.items() if not moves}
    frontier, plies = list(distances), 0
    while frontier:
        plies += 1
        reached = []
        for here in frontier:
            for earlier in before[here]:
                if earlier in distances:
                    continue
                if distances[here] <= 0:
                    distances[earlier] = plies
                    reached.append(earlier)
                else:
                    open_moves[earlier] -= 1
                    if not open_moves[earlier]:
                        distances[earlier] = -plies
                        reached.append(earlier)
        frontier = reached
    return distances


def wins(board: str, searcher: Searcher, nodes: int) -> bool:
    """Whether the engine, playing both sides, wins the position for White."""
    game = Game("fanorona-chess", fen=board)
    searcher.new_game()
    while (result := game.result()) is None:
        game.push_move(searcher.think(game, Limits(nodes=nodes)).move or 0)
    return result.winner == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", nargs="+", choices=list("NBRQ"))
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--write", type=Path, help="save a sample of won positions")
    options = parser.parse_args()
    rng, searcher, kept = random.Random(5), Searcher(32), []
    for piece in options.pieces:
        distances = solve(piece)
        won = sorted(here for here, plies in distances.items() if plies > 0 and here.endswith("w") and piece in here)
        sample = rng.sample(won, options.games)
        longest = max(distances[here] for here in won)
        score = sum(wins(here, searcher, options.nodes) for here in sample)
        print(f"K{piece} v K: {len(won)} won with White to move, longest {longest} plies; engine wins {score} of "
              f"{len(sample)} at {options.nodes} nodes a move", flush=True)  # fmt: skip
        hardest = sorted(won, key=lambda here: (-distances[here], here))[:4]
        kept += [f"{here} ;dtm {distances[here]}" for here in [*hardest, *sample[:8]]]
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        header = "# Won endings of fanorona-chess, White to move, with the distance in plies. Source: bench/endings.py"
        options.write.write_text("\n".join([header, *kept]) + "\n")


if __name__ == "__main__":
    main()
