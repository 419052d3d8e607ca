"""Puzzles: positions from the engine's games in which one move is far better than all others.

``make`` finds them, ``judge`` decides whether a move solves one. ``data`` has a file for each variant.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant


class Puzzle(NamedTuple):
    """A position and the line that solves it.

    Attributes:
        fen: the position; the solver is to move.
        line: canonical moves of both sides. It begins and ends with a move of the solver.
        keys: the parts that count in each move of the line, in games whose turns are several moves: the other parts may
            be any harmless ones. Empty in other games, and for replies.
        score: the score of the first move for the solver, in centipawns or as a mate score.
        difficulty: how hard the search had to look for the line; puzzles are sorted by it.
        themes: kinds of the first move's targets (:mod:`oddfish.engine.guide.terms`), and `mate`.
    """

    fen: str
    line: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    score: int
    difficulty: float
    themes: tuple[str, ...]

    def game(self, variant: Variant | str) -> Game:
        """The game to solve it in."""
        return Game(variant, fen=self.fen)


def from_record(record: dict[str, Any]) -> Puzzle:
    """A puzzle from its JSON object."""
    keys = tuple(tuple(part) for part in record.get("keys", []))
    return Puzzle(
        record["fen"], tuple(record["line"]), keys, record["score"], record["difficulty"], tuple(record["themes"])
    )


def to_record(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON object of a puzzle."""
    record = puzzle._asdict()
    if not any(puzzle.keys):
        del record["keys"]
    return record


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a variant, the easiest first; () if it has none."""
    file = files("oddfish.engine.puzzles") / "data" / f"{name}.json"
    if not file.is_file():
        return ()
    return tuple(map(from_record, json.loads(file.read_text(encoding="utf-8"))["puzzles"]))
