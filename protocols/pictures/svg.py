"""Positions as SVG documents.

A position whose squares hold one piece each is drawn on squares; where neither the FEN nor the game's family tells what
stands on them, the variant's text diagram is drawn instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.squares import hands, squares_of_move

#: A square's side, the margin around the boards, and the gap between two.
_CELL, _MARGIN, _GAP = 45, 20, 12
_STYLE = """
.wood{fill:#e2bd80;stroke:#5b3a1c}.light{fill:#f0e6d2}.dark{fill:#b79d7d}.marked{fill:#d8c355;fill-opacity:.6}
.white{fill:#fffaf0;stroke:#33261a}.black{fill:#443b36;stroke:#e9dfce}.rim{fill:none;stroke:#120d0a;stroke-width:3}
.white.half{fill:#cdb58c}.black.half{fill:#8d7d70}
.white,.black{stroke-width:1.3;stroke-linejoin:round;stroke-linecap:round}
.white .line,.white .eye{stroke:#6b5540;fill:none}.black .line,.black .eye{stroke:#cfc2ae;fill:none}
.rim .line,.rim .eye{stroke:none}
.foreign{stroke:#a03020;stroke-width:1.8}
text{font-family:sans-serif;font-size:11px;fill:#333;stroke:none;text-anchor:middle}
.letter{font-size:22px;font-weight:bold}.black .letter{fill:#f4f4f4}
.badge rect{fill:#fffbe8;stroke:#7a5c10;stroke-width:.6}.badge text{font-size:9px;font-weight:bold;fill:#5a1e00}
.board-text{font-family:monospace;font-size:14px;text-anchor:start;white-space:pre}
"""


def svg(variant: Variant, position: Position, last_move: str = "") -> str:
    """The position as an SVG document, the squares of the last move highlighted."""
    title = f"{variant.title}: {position.fen()}"
    look = look_of(variant, position)
    rows = look.squares()
    if rows is None:
        return _text_diagram(title, variant.draw(position).split("\n"))
    marked = squares_of_move(last_move)
    held = hands(position)
    top = _MARGIN if held else 4
    bottom = top + variant.ranks * _CELL
    columns = [_MARGIN + file * _CELL + _GAP * _gaps_before(variant, file) for file in range(variant.files)]
    body = [look.definitions] if look.definitions else []
    for index, row in enumerate(rows):
        rank, y = variant.ranks - 1 - index, top + index * _CELL
        body.append(f'<text x="{_MARGIN / 2:g}" y="{y + 27}">{rank + 1}</text>')
        for file, (x, letters) in enumerate(zip(columns, row)):
            body.append(_square(x, y, look.shades[(file + rank) % 2]))
            if (file, rank) in marked:
                body.append(_square(x, y, "marked"))
            if letters:
                body.append(f'<g transform="translate({x} {y})">{look.piece(letters)}</g>')
    body += [f'<text x="{x + 22.5:g}" y="{bottom + 14}">{chr(97 + file)}</text>' for file, x in enumerate(columns)]
    width, height = columns[-1] + _CELL + _MARGIN, bottom + _MARGIN
    if held:
        white, black = look.holders
        body.append(f'<text x="{width / 2:g}" y="14">{black} {look.held}: {held[1].upper() or "-"}</text>')
        body.append(f'<text x="{width / 2:g}" y="{height + 10}">{white} {look.held}: {held[0] or "-"}</text>')
        height += _MARGIN
    return _document(width, height, title, body)


def icon(variant: Variant, position: Position) -> str:
    """The lower left corner of the position, two squares wide and high, as an SVG document."""
    top = (_MARGIN if hands(position) else 4) + (variant.ranks - 2) * _CELL
    corner = f'viewBox="{_MARGIN} {top} {2 * _CELL} {2 * _CELL}" width="128" height="128"'
    return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', corner, svg(variant, position), count=1)


def _gaps_before(variant: Variant, file: int) -> int:
    return file // variant.board_files if variant.board_files else 0


def _square(x: int, y: int, style: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" class="{style}"/>'


def _text_diagram(title: str, lines: Sequence[str]) -> str:
    body = [f'<text class="board-text" x="10" y="{20 + 17 * i}">{escape(line)}</text>' for i, line in enumerate(lines)]
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
