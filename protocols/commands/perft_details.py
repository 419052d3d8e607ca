"""``oddfish perft --details``: counts by kinds of moves, as on the Chess Programming Wiki."""

from __future__ import annotations

import json
from typing import Any

import click

from oddfish.engine.game import Game
from oddfish.engine.perft import SplitPerft
from oddfish.protocols.commands.common import Failure, interrupted, open_console, progress


def run_details(game: Game, depth: int, threads: int, as_json: bool) -> None:
    """Count every depth up to ``depth``, and print a table with a column for each depth, or JSON.

    Raises:
        Failure: the game does not distinguish kinds of moves, or the depth is 0.
    """
    if not any(game.position.move_kinds):
        raise Failure(f"--details is not available for {game.variant.name}")
    if depth == 0:
        raise Failure("--details needs a depth of at least 1")
    found = [_split(game, one, threads) for one in range(1, depth + 1)]
    if as_json:
        click.echo(json.dumps({"variant": game.variant.name, "fen": game.fen(), "depths": found}, indent=2))
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for split in found:
        table.add_column(f"D{split['depth']}", justify="right")
    totals = [row for row in ("nodes", "outcomes") if row in found[0]]
    for row in totals:
        table.add_row(row, *(f"{split[row]:,}" for split in found), end_section=row == totals[-1])
    for kind in found[0]["kinds"]:
        table.add_row(kind, *(f"{split['kinds'][kind]:,}" for split in found))
    open_console(plain_width=200).print(table)


def _split(game: Game, depth: int, threads: int) -> dict[str, Any]:
    """The counts at one depth."""
    perft = SplitPerft(game.position, depth, threads=threads)
    try:
        with progress(perft.parts, f"perft {depth}") as advance:
            for _ in perft.moves(advance):
                pass
    except KeyboardInterrupt:
        raise interrupted(f" at depth {depth}") from None
    found: dict[str, Any] = {"depth": depth, "nodes": perft.nodes}
    if game.position.has_chance:
        found["outcomes"] = perft.outcomes
    return {**found, "kinds": perft.kinds}
