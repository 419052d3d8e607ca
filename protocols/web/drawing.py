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
    """The empty board, and the `marks` of destinations by kind.

    `views` has the first and the second player's view of the board, `stacked` those in which several boards stand one
    below the other, if there are several. Each view has its `width` and `height`, the SVG of its `ground`, and the
    upper left corners of its `squares` by name. `definitions` is SVG to which the pieces refer.
    """
    look = look_of(variant, position)
    return {
        "cell": CELL,
        "marks": {kind: mark.shape for kind, mark in MARKS.items()},
        "definitions": look.definitions,
        "views": [_view(variant, look, flipped) for flipped in (False, True)],
        "stacked": [_view(variant, look, flipped, True) for flipped in (False, True)] if variant.board_files else [],
    }


def _view(variant: Variant, look: Look, flipped: bool, stacked: bool = False) -> dict[str, Any]:
    """A view of the empty board.

    Args:
        stacked: whether several boards stand one below the other, for narrow screens.
    """
    ranks, files = as_seen(variant, flipped)
    wide = variant.board_files or variant.files
    height = variant.ranks * CELL
    places = {}
    for index, file in enumerate(files):
        number, column = divmod(index, wide)
        left = column * CELL if stacked else index * CELL + number * _GAP
        top = number * (height + _GAP) if stacked else 0
        for row, rank in enumerate(ranks):
            places[file, rank] = (left, top + row * CELL)
    ground = None if stacked else look.field([places[file, ranks[0]][0] for file in files], 0, CELL)
    if ground is None:
        paths: dict[str, list[str]] = {}
        for (file, rank), (left, top) in places.items():
            shade = look.shades[(file + rank) % 2]
            paths.setdefault(shade, []).append(f"M{left} {top}h{CELL}v{CELL}h-{CELL}z")
        ground = [f'<path class="{shade}" d="{"".join(path)}"/>' for shade, path in paths.items()]
    names = []
    for file in files:
        left, top = places[file, ranks[-1]]
        x, y = left + CELL - 3, top + CELL - 3
        names.append(f'<text class="name" x="{x}" y="{y}" text-anchor="end">{chr(97 + file)}</text>')
    for first in files[:: wide if stacked else len(files)]:
        for rank in ranks:
            left, top = places[first, rank]
            names.append(f'<text class="name" x="{left + 2}" y="{top + 9}">{rank + 1}</text>')
    return {
        "width": max(left for left, _ in places.values()) + CELL,
        "height": max(top for _, top in places.values()) + CELL,
        "ground": "".join([*ground, *names]),
        "squares": {f"{chr(97 + file)}{rank + 1}": [*place] for (file, rank), place in places.items()},
    }


def pieces(variant: Variant, position: Position, letters: Iterable[str]) -> dict[str, str]:
    """The SVG of pieces, by the letters on their square, on fields of 45 x 45."""
    look = look_of(variant, position)
    return {one: look.piece(one) for one in letters}
