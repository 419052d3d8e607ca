"""What the page draws: boards, pieces, and where the squares are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.look import Look
from oddfish.protocols.pictures.marks import MARKS
from oddfish.protocols.pictures.squares import as_seen

#: The side of a square, in the units of the pictures of pieces, and the gap between two boards.
CELL, _GAP = 45, 14


def board(variant: Variant, position: Position) -> dict[str, Any]:
    """The empty board, as both sides see it, and the marks of destinations by kind.

    Each view has its `width` and `height`, the SVG of its `ground`, and the upper left corners of its `squares` by
    name. `definitions` is SVG to which the pieces refer.
    """
    look = look_of(variant, position)
    return {
        "cell": CELL,
        "marks": {kind: mark.shape for kind, mark in MARKS.items()},
        "definitions": look.definitions,
        "views": [_view(variant, look, flipped) for flipped in (False, True)],
    }


def _view(variant: Variant, look: Look, flipped: bool) -> dict[str, Any]:
    ranks, files = as_seen(variant, flipped)
    gap = variant.board_files
    columns = [index * CELL + (_GAP * (index // gap) if gap else 0) for index in range(variant.files)]
    ground = look.field(columns, 0, CELL)
    if ground is None:
        paths: dict[str, list[str]] = {}
        for row, rank in enumerate(ranks):
            for left, file in zip(columns, files):
                shade = look.shades[(file + rank) % 2]
                paths.setdefault(shade, []).append(f"M{left} {row * CELL}h{CELL}v{CELL}h-{CELL}z")
        ground = [f'<path class="{shade}" d="{"".join(path)}"/>' for shade, path in paths.items()]
    bottom = len(ranks) * CELL - 3
    names = [
        f'<text class="name" x="{left + CELL - 3}" y="{bottom}" text-anchor="end">{chr(97 + file)}</text>'
        for left, file in zip(columns, files)
    ]
    names += [f'<text class="name" x="2" y="{row * CELL + 9}">{rank + 1}</text>' for row, rank in enumerate(ranks)]
    return {
        "width": columns[-1] + CELL,
        "height": len(ranks) * CELL,
        "ground": "".join([*ground, *names]),
        "squares": {
            f"{chr(97 + file)}{rank + 1}": [left, row * CELL]
            for row, rank in enumerate(ranks)
            for left, file in zip(columns, files)
        },
    }


def pieces(variant: Variant, position: Position, letters: Iterable[str]) -> dict[str, str]:
    """The SVG of pieces, by the letters on their square, on fields of 45 x 45."""
    look = look_of(variant, position)
    return {one: look.piece(one) for one in letters}
