"""Prints the tables of docs/endings.md from solved endings.

    python bench/solved_endings.py half-chess
    python bench/solved_endings.py fanorona-chess --folder DIR
    python bench/solved_endings.py fanorona-chess --games 20 --nodes 2000

For each ending and side to move it prints the shares of won, drawn and lost positions (reflections and rotations of a
position count once), and a position with the longest win. ``--games`` plays random won positions of each ending, with
and without tables for the winner, against the longest defence. ``--line`` prints perfect play.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from pathlib import Path

from oddfish.cext.core.endings import Tables
from oddfish.cext.core.fen import write_rank
from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY


def fen_of(variant: str, tables: Tables, mine: str, theirs: str, index: int) -> str:
    """The FEN of a position in a table; White is to move."""
    game = REGISTRY[variant]
    board = [""] * (game.files * game.ranks)
    for man, square in tables.at(mine, theirs, index) or ():
        board[square] = man
    ranks = [board[start : start + game.files] for start in range(0, len(board), game.files)]
    return "/".join(write_rank(rank) for rank in reversed(ranks)) + " w"


def row(variant: str, tables: Tables, mine: str, theirs: str) -> str:
    table = bytes(tables.endings[mine, theirs])
    counts = Counter(table)
    won = sum(number for value, number in counts.items() if value < 254 and value and value % 2 == 0)
    lost = sum(number for value, number in counts.items() if value < 254 and value % 2)
    total = won + lost + counts[0]
    shares = " | ".join(f"{100 * number / total:.1f}" for number in (won, counts[0], lost))
    if not won:
        return f"| {mine}-{theirs} | {shares} | | |"
    longest = max(value for value in counts if value < 254 and value % 2 == 0)
    fen = fen_of(variant, tables, mine, theirs, table.index(longest))
    return f"| {mine}-{theirs} | {shares} | {longest - 1} | `{fen}` |"


def best_move(game: Game) -> int:
    """The perfect move: the fastest win, a draw, or the slowest loss."""

    def worth(move: int) -> tuple[int, int]:
        after = game.position.make(move)
        over = after.outcome()[0]
        result, plies = (over, 0) if over else after.probe() or (2, 0)
        return -result, -plies if result == 1 else plies

    return max(game.legal_moves(), key=worth)


def wins(variant: str, fen: str, searcher: Searcher, nodes: int, with_tables: bool) -> bool:
    """Whether the engine wins with White."""
    known = own = Game(variant, fen=fen)
    if not with_tables:
        with tablebase.disabled():
            own = Game(variant, fen=fen)
    searcher.new_game()
    while (result := known.result()) is None:
        move = best_move(known) if known.turn else searcher.think(own, Limits(nodes=nodes)).move or 0
        known.push_move(move)
        if own is not known:
            own.push_move(move)
    return result.winner == 0


def score(variant: str, tables: Tables, mine: str, theirs: str, games: int, nodes: int) -> str:
    table, rng, searcher = bytes(tables.endings[mine, theirs]), random.Random(f"{mine} {theirs}"), Searcher(16)
    won = [index for index, value in enumerate(table) if 2 < value < 100 and value % 2 == 0]
    sample = rng.sample(won, min(games, len(won)))
    fens = [fen_of(variant, tables, mine, theirs, index) for index in sample]
    found = [sum(wins(variant, fen, searcher, nodes, known) for fen in fens) for known in (True, False)]
    return f"| {mine}-{theirs} | {len(fens)} | {found[0]} | {found[1]} |"


def line_of(fen: str, variant: str) -> str:
    """The moves from a position with perfect play: the fastest win against the longest defence."""
    game = Game(variant, fen=fen)
    texts = []
    while game.result() is None:
        move = best_move(game)
        texts.append(game.position.text(move))
        game.push_move(move)
    return " ".join(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--folder", type=Path, help="folder with the tables; by default the folder that searches use")
    parser.add_argument("--line", metavar="FEN", help="print the moves of perfect play instead")
    parser.add_argument("--games", type=int, help="play this number of won positions of each ending instead")
    parser.add_argument("--nodes", type=int, default=2000, help="nodes per move in these games")
    options = parser.parse_args()
    if options.folder:
        os.environ[tablebase.VARIABLE] = str(options.folder)
    if options.line:
        print(line_of(options.line, options.variant))
        return
    game = REGISTRY[options.variant]
    endings = game.endings(game.defaults())
    tables = tablebase.load(endings) if endings else None
    if tables is None:
        raise SystemExit("no solved endings")
    names = sorted(tables.endings, key=lambda one: (len(one[0] + one[1]), one))
    if options.games:
        print("| ending | games | won with tables | won without |\n| --- | --- | --- | --- |")
        for mine, theirs in names:
            if len(mine) > len(theirs) or len(mine + theirs) > 3:
                print(score(options.variant, tables, mine, theirs, options.games, options.nodes), flush=True)
        return
    print("| ending | won % | drawn % | lost % | longest win, plies | for example |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in names:
        print(row(options.variant, tables, *name))


if __name__ == "__main__":
    main()
