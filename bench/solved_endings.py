"""What solved endings say, as the tables of docs/endings.md.

    python bench/solved_endings.py half-chess
    python bench/solved_endings.py fanorona-chess --folder DIR

For each ending and side to move it prints the shares of won, drawn and lost positions (those that are reflections or
rotations of each other count once), and a position with the longest win.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from oddfish.cext.core.endings import Tables
from oddfish.cext.core.fen import write_rank
from oddfish.engine import tablebase
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY


def fen_of(variant: str, tables: Tables, mine: str, theirs: str, index: int) -> str:
    """The FEN of a position of a table; White is to move."""
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


def line_of(fen: str, variant: str) -> str:
    """The moves from a position with perfect play: the fastest win against the longest defence."""
    game = Game(variant, fen=fen)
    texts = []
    while game.result() is None:
        wanted = {3: min, 1: max}[(game.position.probe() or (0, 0))[0]]
        after = {}
        for move in game.legal_moves():
            position = game.position.make(move)
            over = position.outcome()[0]
            after[move] = (over, 0) if over else position.probe() or (2, 0)
        result = min(value[0] for value in after.values())
        move = wanted((move for move in after if after[move][0] == result), key=lambda one: after[one][1])
        texts.append(game.position.text(move))
        game.push_move(move)
    return " ".join(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=list(REGISTRY))
    parser.add_argument("--folder", type=Path, help="where the tables are, by default where searches look")
    parser.add_argument("--line", metavar="FEN", help="print the moves of perfect play instead")
    options = parser.parse_args()
    if options.line:
        print(line_of(options.line, options.variant))
        return
    game = REGISTRY[options.variant]
    endings = game.endings(game.defaults())
    tables = tablebase.load(endings, options.folder) if endings else None
    if tables is None:
        raise SystemExit("no solved endings")
    print("| ending | won % | drawn % | lost % | longest win, plies | for example |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in sorted(tables.endings, key=lambda one: (len(one[0] + one[1]), one)):
        print(row(options.variant, tables, *name))


if __name__ == "__main__":
    main()
