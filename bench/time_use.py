"""How the engine uses its clock: the time of each move, for every game at three time controls.

    python bench/time_use.py
    python bench/time_use.py banqi normal --moves 60 --node-rate 100000
    python bench/time_use.py normal --controls 2+0.02 --real

This engine plays both sides, each with its own clock. A fixed number of nodes counts as a second of thinking, so the
table is the same on every machine and you need not wait for the clock. ``--real`` uses real time instead. ``--record
FILE`` saves the table of the last control (records.py).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import NamedTuple

import records
from rich.console import Console
from rich.table import Table

from oddfish.engine.clock import FIRM_SHARE, Budget
from oddfish.engine.experiments.match.control import Clock, Control, read_tc
from oddfish.engine.game import Game
from oddfish.engine.searcher import Limits, Searcher
from oddfish.engine.variants import REGISTRY

CONTROLS = ("1+0.01", "5:00+3", "40/5:00")
#: The move numbers of the table's columns.
COLUMNS = (1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40)


class Spent(NamedTuple):
    """One move: its number (from 1), the side that made it, and its times in ms."""

    number: int
    side: int
    text: str
    left: int  # on the clock, before the move
    spent: int
    allowed: Budget
    urgency: str  # `Searcher.urgency`

    @property
    def share(self) -> float:
        """The fraction of the remaining clock that the move took."""
        return self.spent / max(self.left, 1)

    @property
    def reason(self) -> str:
        """Why the move took more than a tenth of the clock; '' if it did not, or there is no explanation."""
        if self.share <= FIRM_SHARE:
            return ""
        return "falling" if self.urgency == "falling" else "control" if self.allowed.firm >= self.spent else ""


def game_times(
    variant: str, control: str, moves: int = 40, node_rate: int = 20_000, seed: int = 1, overhead: int = 30
) -> Iterator[Spent]:
    """Play a game of the engine against itself and yield the time of each move.

    Args:
        control: a time control, written as for ``oddfish match --tc``.
        moves: maximum number of moves of each side.
        node_rate: nodes that count as a second; 0 for real time.
        seed: seed for everything that the game leaves to chance.
        overhead: ms per move that the engine reserves for delays.
    """
    game = Game(variant, seed=seed)
    clocks = Clock(Control(**read_tc(control))), Clock(Control(**read_tc(control)))
    searchers = Searcher(hash_mb=16, overhead=overhead), Searcher(hash_mb=16, overhead=overhead)
    for searcher in searchers:
        searcher.node_rate = node_rate
    while game.result() is None:
        side = game.turn
        clock, left = clocks[side], int(clocks[side].left * 1000)
        if clock.made >= moves:
            return
        increment = int(clock.control.increment * 1000)
        limits = Limits(time=(left, left), increment=(increment, increment), moves_to_go=clock.moves_to_go)
        begun = time.perf_counter()
        best = searchers[side].think(game, limits)
        real = int((time.perf_counter() - begun) * 1000)
        assert best.move is not None and best.text is not None
        spent = searchers[side].status().time if node_rate else real
        allowed = limits.budget(side, overhead, game.position.number)
        yield Spent(clock.made + 1, side, best.text, left, spent, allowed, searchers[side].urgency)
        clock.press(spent / 1000)
        game.push_move(game.dealt(best.move))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="*", default=list(REGISTRY), metavar="VARIANT")
    parser.add_argument("--controls", nargs="+", default=list(CONTROLS), metavar="TC")
    parser.add_argument("--moves", type=int, default=40, metavar="N", help="moves of each side")
    parser.add_argument("--node-rate", type=int, default=20_000, metavar="N", help="nodes that count as a second")
    parser.add_argument("--real", action="store_true", help="use real time")
    parser.add_argument("--seed", type=int, default=1)
    records.add_option(parser)
    asked = parser.parse_args()
    console = Console(width=200)
    for control in asked.controls:
        results: list[records.Result] = []
        columns = [number for number in COLUMNS if number <= asked.moves]
        table = Table("variant", *map(str, columns), "most", "lowest", title=f"{control}: seconds by move number")
        for variant in asked.variants:
            rate = 0 if asked.real else asked.node_rate
            times = list(game_times(variant, control, asked.moves, rate, asked.seed))
            of_white = {move.number: f"{move.spent / 1000:.2f}" for move in times if move.side == 0}
            longest = max(times, key=lambda move: move.share)
            lowest = min(move.left - move.spent for move in times) / 1000
            table.add_row(
                variant,
                *(of_white.get(number, "") for number in columns),
                f"{longest.share:.0%} at {longest.number} {longest.reason}",
                f"{lowest:.2f}",
            )
            results.append(
                {
                    "variant": variant,
                    "control": control,
                    "seconds": {number: float(of_white[number]) for number in columns if number in of_white},
                    "share": round(longest.share, 3),
                    "left": round(lowest, 1),
                }
            )
        console.print(table)
    if asked.record:
        records.write(asked.record, results)


if __name__ == "__main__":
    main()
