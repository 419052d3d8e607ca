"""Positions as SVG documents.

A position is drawn on squares if its FEN has at most one letter a square, or if the game's family knows the letters of
each square. Otherwise the variant's text diagram is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from math import hypot

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.lettering import lettering, text_width
from oddfish.protocols.pictures.look import Look
from oddfish.protocols.pictures.marks import STYLE, marked
from oddfish.protocols.pictures.squares import as_seen, hands, squares_of_move
from oddfish.protocols.pictures.view import PLAIN, View

#: The side of a square, the margin around the boards, and the gap between two boards.
_CELL, _MARGIN, _GAP = 45, 20, 12
#: The height of letters beside the board, and of letters in a text diagram; the distance of lines.
_TEXT, _DIAGRAM, _LINE = 7.5, 9.0, 14
_STYLE = """
.wood{fill:#e2bd80;stroke:#5b3a1c}.light{fill:#f0e6d2}.dark{fill:#b79d7d}.marked{fill:#d8c355;fill-opacity:.6}
.white{fill:#fffaf0;stroke:#33261a}.black{fill:#443b36;stroke:#e9dfce}.rim{fill:none;stroke:#120d0a;stroke-width:3;stroke-linejoin:round}
.white.half{fill:#cdb58c}.black.half{fill:#8d7d70}
.white,.black{stroke-width:1.3;stroke-linejoin:round;stroke-linecap:round}
.white .line,.white .eye{stroke:#6b5540;fill:none}.black .line,.black .eye{stroke:#cfc2ae;fill:none}
.rim .line,.rim .eye{stroke:none}
.foreign{stroke:#a03020;stroke-width:1.8}
.text{fill:none;stroke:#333;stroke-width:.85;stroke-linecap:round;stroke-linejoin:round}
.number{fill:none;stroke:#fff;stroke-width:.9;stroke-linecap:round;stroke-linejoin:round}
.letter{fill:none;stroke:#333;stroke-width:1.1;stroke-linecap:round}
.black .letter{stroke:#f4f4f4}.rim .letter{stroke:none}
.badge rect{fill:#fffbe8;stroke:#7a5c10;stroke-width:.6}
.plate{fill:none;stroke:#5a1e00;stroke-width:1.1;stroke-linecap:round;stroke-linejoin:round}
"""


def svg(variant: Variant, position: Position, view: View = PLAIN) -> str:
    """The position as an SVG document."""
    title = f"{variant.title}: {position.fen()}"
    look = look_of(variant, position)
    rows = look.squares()
    if rows is None:
        return _text_diagram(title, variant.draw(position).split("\n"))
    ranks, files = as_seen(variant, view.flipped)
    held = hands(position) if view.only is None else None
    lines = _held_lines(look, held, view.flipped) if held else ([], [])
    top = _top(len(lines[0])) if held or not view.number else _top(1)
    bottom = top + variant.ranks * _CELL
    columns = [_MARGIN + index * _CELL + _GAP * _gaps_before(variant, index) for index in range(variant.files)]
    body = [look.definitions] if look.definitions else []
    if view.targets:
        body.append(f"<style>{STYLE}</style>")
    body += look.field(columns, top, _CELL) or _squares(look, ranks, files, columns, top)
    body += _contents(look, rows, view, columns, top)
    places = {
        f"{chr(97 + file)}{rank + 1}": (x, y)
        for x, file in zip(columns, files)
        for y, rank in zip(range(top, bottom, _CELL), ranks)
    }
    body += [_arrow(places[arrow.origin], places[arrow.square], arrow.color) for arrow in view.arrows]
    body += [lettering(chr(97 + file), x + 22.5, bottom + 14, _TEXT) for file, x in zip(files, columns)]
    width, height = columns[-1] + _CELL + _MARGIN, bottom + _MARGIN
    over, under = lines
    body += [lettering(line, width / 2, 13 + _LINE * index, _TEXT) for index, line in enumerate(over)]
    body += [lettering(line, width / 2, height + 9 + _LINE * index, _TEXT) for index, line in enumerate(under)]
    if under:
        height += _top(len(under))
    if view.number:
        body.append(f'<circle cx="{_MARGIN / 2 + 1:g}" cy="{_MARGIN / 2:g}" r="8.5" fill="#333"/>')
        body.append(lettering(str(view.number), _MARGIN / 2 + 1, _MARGIN / 2 + 4.5, 9, "number"))
    return _document(width, height, title, body)


def _contents(look: Look, rows: Sequence[Sequence[str]], view: View, columns: Sequence[int], top: int) -> Iterator[str]:
    """The numbers of the ranks, and what is on each square: highlights, pieces and marks.

    Args:
        rows: the letters on the squares, from the top rank.
        columns: the left edges of the files, as seen.
        top: the upper edge of the board.
    """
    highlighted, marks = squares_of_move(view.last_move), marked(view.targets)
    ranks, files = as_seen(look.variant, view.flipped)
    drawn: dict[str, str] = {}  # the name of the first copy of each piece
    for index, rank in enumerate(ranks):
        y = top + index * _CELL
        yield lettering(str(rank + 1), _MARGIN / 2, y + 26, _TEXT)
        for x, file in zip(columns, files):
            name = f"{chr(97 + file)}{rank + 1}"
            letters = rows[look.variant.ranks - 1 - rank][file] if view.only is None or name in view.only else ""
            if (file, rank) in highlighted:
                yield _square(x, y, "marked")
            if name in view.noted:
                yield _note(x, y)
            if letters in drawn:
                yield f'<use href="#{drawn[letters]}" x="{x}" y="{y}"/>'
            elif letters:
                drawn[letters] = f"p{len(drawn)}"
                piece = f'<g id="{drawn[letters]}">{look.piece(letters)}</g>'
                yield f'<g transform="translate({x} {y})">{piece}</g>'
            if (file, rank) in marks:
                yield f'<g transform="translate({x} {y})">{marks[file, rank].beside(bool(letters))}</g>'


def _held_lines(look: Look, held: tuple[str, str], flipped: bool) -> tuple[list[str], list[str]]:
    """The lines above and below the board that say what is in hand, or face down: one line each, or two if the text is
    wider than the narrowest board."""
    white, black = (f"{holder} {look.held}:" for holder in look.holders)
    pairs = (black, held[1].upper() or "-"), (white, held[0] or "-")
    most = look.variant.files * _CELL + _MARGIN
    wide = any(text_width(f"{label} {letters}", _TEXT) > most for label, letters in pairs)
    over, under = ([label, letters] if wide else [f"{label} {letters}"] for label, letters in pairs)
    return (under, over) if flipped else (over, under)


def _top(lines: int) -> int:
    """The height of some lines of text above or below the board."""
    return _MARGIN + _LINE * (lines - 1) if lines else 4


def _note(x: int, y: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="#5b9bd5" fill-opacity=".6"/>'


def icon(variant: Variant, position: Position) -> str:
    """The lower left corner of the position, two squares wide and high, as an SVG document."""
    top = _board_top(variant, position) + (variant.ranks - 2) * _CELL
    corner = f'viewBox="{_MARGIN} {top} {2 * _CELL} {2 * _CELL}" width="128" height="128"'
    return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', corner, svg(variant, position), count=1)


def bare(variant: Variant, position: Position) -> str:
    """The board alone, without coordinates and what is in hand, as an SVG document."""
    top = _board_top(variant, position)
    width = variant.files * _CELL + _GAP * _gaps_before(variant, variant.files - 1)
    height = variant.ranks * _CELL
    board = f'viewBox="{_MARGIN} {top} {width} {height}" width="{2 * width}" height="{2 * height}"'
    return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', board, svg(variant, position), count=1)


def _board_top(variant: Variant, position: Position) -> int:
    """The upper edge of the board in a plain view."""
    held = hands(position)
    return _top(len(_held_lines(look_of(variant, position), held, False)[0])) if held else 4


def _gaps_before(variant: Variant, file: int) -> int:
    return file // variant.board_files if variant.board_files else 0


def _squares(look: Look, ranks: Sequence[int], files: Sequence[int], columns: Sequence[int], top: int) -> list[str]:
    """The squares, with one path for each shade."""
    paths: dict[str, list[str]] = {}
    for index, rank in enumerate(ranks):
        for x, file in zip(columns, files):
            shade = look.shades[(file + rank) % 2]
            paths.setdefault(shade, []).append(f"M{x} {top + index * _CELL}h{_CELL}v{_CELL}h-{_CELL}z")
    return [f'<path class="{shade}" d="{"".join(path)}"/>' for shade, path in paths.items()]


def _square(x: int, y: int, style: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" class="{style}"/>'


def _arrow(start: tuple[int, int], end: tuple[int, int], color: str) -> str:
    """An arrow between the middles of two squares, given by their corners; a ring if they are the same."""
    half = _CELL / 2
    x, y = end[0] + half, end[1] + half
    length = hypot(end[0] - start[0], end[1] - start[1])
    style = f'stroke="{color}" stroke-width="5" stroke-opacity=".75"'
    if not length:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{half - 3:g}" fill="none" {style}/>'
    along, aside = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = x - 14 * along, y - 14 * aside
    head = f"M{x:.1f} {y:.1f}L{neck[0] - 8 * aside:.1f} {neck[1] + 8 * along:.1f}"
    head += f"L{neck[0] + 8 * aside:.1f} {neck[1] - 8 * along:.1f}z"
    shaft = f"M{start[0] + half:g} {start[1] + half:g}L{neck[0]:.1f} {neck[1]:.1f}"
    return f'<path d="{shaft}" fill="none" {style}/><path d="{head}" fill="{color}" fill-opacity=".75"/>'


def _text_diagram(title: str, lines: Sequence[str]) -> str:
    body = [lettering(line, 10, 20 + 17 * index, _DIAGRAM, anchor="start") for index, line in enumerate(lines)]
    return _document(20 + 9 * max(map(len, lines)), 20 + 17 * len(lines), title, body)


def _document(width: int, height: int, title: str, body: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{2 * width}" '
            f'height="{2 * height}">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            *body,
            "</svg>\n",
        ]
    )
