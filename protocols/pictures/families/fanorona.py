"""Fanorona Chess: a board of points joined by lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from oddfish.protocols.pictures.board import Board, lines
from oddfish.protocols.pictures.chessmen import chessmen
from oddfish.protocols.pictures.figures import FIGURES
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.pictures.palette import PALETTES, Palette
from oddfish.protocols.projections.fanorona import SLOTS

FILES, RANKS = 5, 9
SQUARE = 96
GROUND, INK = "#e5c48a", "#5b3a1c"


def board() -> Board:
    """Points in the middle of XBoard's squares, with diagonals from every other point."""
    paths = [f"{_point(file, 0)} {_point(file, RANKS - 1)}" for file in range(FILES)]
    paths += [f"{_point(0, row)} {_point(FILES - 1, row)}" for row in range(RANKS)]
    for row in range(RANKS - 1):
        for file in range(row % 2, FILES, 2):
            paths += [f"{_point(file, row)} {_point(to, row + 1)}" for to in (file - 1, file + 1) if 0 <= to < FILES]
    return Board(FILES, RANKS, SQUARE, GROUND, [lines((f"M{path}" for path in paths), SQUARE / 32, INK)])


def _point(file: int, row: int) -> str:
    return f"{SQUARE * file + SQUARE // 2} {SQUARE * row + SQUARE // 2}"


def pieces(piece_set: str) -> dict[str, str]:
    return chessmen(FIGURES, SLOTS)


_PALETTES: Mapping[str, Palette] = {
    system: replace(palette, grounds=(palette.grounds[0], palette.grounds[0])) for system, palette in PALETTES.items()
}


class FanoronaLook(Look):
    """Pieces stand on the points where lines meet. In a terminal, the lines show which points are strong, not the
    background colours."""

    palettes = _PALETTES
    joined = True

    def slant(self, file: int, rank: int) -> str:
        return "/\\"[(file + rank) % 2]

    def field(self, columns: Sequence[int], top: int, cell: int) -> list[str]:
        width, height = columns[-1] + cell - columns[0], RANKS * cell
        ground = f'<rect x="{columns[0]}" y="{top}" width="{width}" height="{height}" fill="{GROUND}"/>'
        scale = cell / SQUARE
        shift = f"translate({columns[0]} {top}) scale({scale:g})"
        return [ground, f'<g transform="{shift}">{"".join(board().shapes)}</g>']


FAMILY = Family(FanoronaLook, boards={"fanorona": board}, pieces=pieces)
