"""Pictures of positions: coloured text for terminals and SVG files.

A variant whose FEN names one letter a square is drawn on squares; any other as the text its own ``draw`` gives. Games
of chance are played with discs, red and black, of which some lie face down.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from oddfish.cext.core.fen import read_rank, split_ranks
from oddfish.cext.core.rules import FenError, Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures import discs

if TYPE_CHECKING:
    from rich.text import Text

_SQUARE = re.compile(r"([a-p])([1-9][0-9]?)")

# --- Squares ------------------------------------------------------------------------------------------------


def squares(variant: Variant, position: Position) -> list[list[str]] | None:
    """The FEN letters on the board, rank by rank from the top, '' for empty; None if the FEN does not tell."""
    stack = getattr(position, "stack", None)
    if stack is not None:  # up to two letters a square
        return [[stack(8 * rank + file) for file in range(8)] for rank in range(7, -1, -1)]
    board = position.fen().split()[0].partition("[")[0]
    rows = []
    try:
        for index, row in enumerate(split_ranks(board, variant.ranks)):
            cells = [""] * variant.files
            for file, letter in read_rank(row, variant.ranks - index, variant.files):
                if not letter.isalpha():
                    return None
                cells[file] = letter
            rows.append(cells)
    except FenError:
        return None
    return rows


def _boards_before(variant: Variant, file: int) -> int:
    """How many boards end left of a file: gaps to be drawn."""
    return file // variant.board_files if variant.board_files else 0


def _space_before(variant: Variant, file: int) -> str:
    """What stands in text between a board and the next."""
    return "  " if file and variant.board_files and file % variant.board_files == 0 else ""


def squares_of_move(text: str) -> set[tuple[int, int]]:
    """The (file, rank) pairs, from 0, a move's text names."""
    return {(ord(file) - 97, int(rank) - 1) for file, rank in _SQUARE.findall(text)}


def hands(position: Position) -> tuple[str, str] | None:
    """White's and Black's letters in hand where the FEN's board has a bracket, else None."""
    _, bracket, hand = position.fen().split()[0].partition("[")
    if not bracket:
        return None
    letters = hand.rstrip("]")
    return "".join(c for c in letters if c.isupper()), "".join(c for c in letters if c.islower())


def _holders(position: Position) -> tuple[str, tuple[str, str]]:
    """What the FEN's bracket means, and whose the letters in it are: upper case first."""
    return ("face down", ("red", "black")) if position.chancy else ("in hand", ("White", "Black"))


# --- Terminals ----------------------------------------------------------------------------------------------

_LIGHT, _DARK, _MARKED = "on #8a8f98", "on #6b7079", "on #7d7440"
_WHITE, _BLACK = "bold #ffffff", "bold #101010"
_WOOD, _RED, _BACK = "on #d9b274", "bold #b0121b", "#7a4620"


def coloured(variant: Variant, position: Position, last_move: str = "") -> Text:
    """The board for a colour terminal, the squares of the last move marked."""
    from rich.text import Text

    rows = squares(variant, position)
    if rows is None:
        return Text(variant.draw(position))
    marked = squares_of_move(last_move)
    width = len(str(variant.ranks))
    text = Text()
    for index, row in enumerate(rows):
        rank = variant.ranks - 1 - index
        text.append(f"{rank + 1:>{width}} ", "dim")
        for file, letter in enumerate(row):
            text.append(_space_before(variant, file))
            ground = _MARKED if (file, rank) in marked else _LIGHT if (file + rank) % 2 else _DARK
            if position.chancy:
                ground = ground if ground == _MARKED else _WOOD
            for piece in f"{letter} " if len(letter) > 1 else f" {letter or ' '} ":
                ink = _WHITE if piece.isupper() else _BLACK
                if position.chancy:
                    ink = _BACK if piece == "X" else _RED if piece.isupper() else _BLACK
                    piece = "#" if piece == "X" else piece
                text.append(piece, f"{ink} {ground}")
        text.append("\n")
    names = [f"{_space_before(variant, file)} {chr(97 + file)} " for file in range(variant.files)]
    text.append(" " * (width + 1) + "".join(names), "dim")
    held = hands(position)
    if held:
        where, whose = _holders(position)
        text.append(f"\n{where}: {whose[0]} {held[0] or '-'}, {whose[1]} {held[1] or '-'}")
    return text


# --- SVG ----------------------------------------------------------------------------------------------------

# Figures drawn for this program on a field of 45 x 45: chess's outlines, filled and stroked by the caller.
_FOOT = '<path d="M10.5 38.5h24v-3.5c-3-2-7-2.5-12-2.5s-9 .5-12 2.5z"/>'
_HORSE = (
    '<path d="M13 33c0-7 7-9 7.5-15-3 3-6.5 2.5-8.5 6l-3.5-2.5c.5-6 4-10.5 9.5-13l1-4.5 4 3.5'
    'c9 1.5 13 12 10.5 25.5z"/><circle cx="17.5" cy="14.5" r="1" class="eye"/>'
)
#: By letter.
FIGURES = {
    "P": '<path d="M12.5 38.5h20c-.5-6-3.5-8.5-6-12.5h2.5v-3h-3.2a6.5 6.5 0 1 0-6.600 0h-3.2v3h2.5'
    'c-2.5 4-5.5 6.5-6 12.5z"/>',
    "R": '<path d="M11 8h5v4h4V8h5v4h4V8h5v9l-4 4v11H15V21l-4-4z"/>' + _FOOT,
    "N": _HORSE + _FOOT,
    "B": '<path d="M22.5 9.5c8 5.5 10 12.5 5.5 18.5v4.5H17V28c-4.5-6-2.5-13 5.5-18.5z"/>'
    '<circle cx="22.5" cy="7.5" r="2.5"/><path d="M22.5 16v8m-4-4h8" class="line"/>' + _FOOT,
    "Q": '<path d="M8 13.5l5 19.5h19l5-19.5-7 9.5-3-13-4.5 12.5L18 10l-3 13z"/><circle cx="8" cy="12" r="2.2"/>'
    '<circle cx="18" cy="8.5" r="2.2"/><circle cx="27" cy="8.5" r="2.2"/><circle cx="37" cy="12" r="2.2"/>' + _FOOT,
    "K": '<path d="M22.5 4v9m-4-5.5h8"/>'
    '<path d="M22.5 13.5c6-4.5 14-2 13 6-.5 5-3 8-4 13.5h-18c-1-5.5-3.5-8.5-4-13.5-1-8 7-10.5 13-6z"/>' + _FOOT,
}
#: Figures of one variant alone.
TANDEM_FIGURES = {
    "C": '<path d="M28 8.5c8 6 9.5 14 5 20v5H22V29c-4.5-6-2-14.5 6-20.5z"/><circle cx="28" cy="6.8" r="2.3"/>'
    f'<g transform="translate(-.5 7) scale(.78)">{_HORSE}</g><path d="M31.5 13.5v8m-3-4.5h6" class="line"/>' + _FOOT,
    "M": f'<g transform="translate(3.2 .6) scale(.82)">{_HORSE}</g><path d="M10.5 21.5h5V25H20v-3.5h5V25h4.5v-3.5h5v6'
    'l-3 3V35h-18v-4.5l-3-3z"/>' + _FOOT,
    "G": '<path d="M10.5 37V19.5a12 12.5 0 0 1 24 0V37q-2 3.5-4 0t-4 0-4 0-4 0-4 0-4 0z"/>'
    '<ellipse cx="18.5" cy="18.5" rx="2" ry="3" class="eye"/><ellipse cx="26.5" cy="18.5" rx="2" ry="3" class="eye"/>'
    '<path d="M19.5 26.5q3 2.5 6 0" class="line"/>',
}
_DISC = '<circle cx="22.5" cy="22.5" r="17"/><text x="22.5" y="30" class="letter">{}</text>'

#: The games whose pieces are halflings, shown shaded on their right halves, and what a document needs for that.
_HALFLING_GAMES = ("augmented-half-chess", "half-chess", "halfgi")
_HALF = '<defs><clipPath id="half"><rect x="22.5" width="23" height="46"/></clipPath></defs>'

#: The letters of promotions to the other army's types, and the slots these stand for.
_FOREIGN = dict(zip("THEM", "RNBQ"))

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


def badges(position: Position) -> dict[str, str]:
    """Army codes by FEN letter, where the players choose armies: what a figure alone does not tell."""
    setup = getattr(position, "setup", None)
    codes = getattr(setup, "codes", ("", ""))
    found = {}
    for side, code in enumerate(codes):
        if not code:
            return {}
        for letter, foreign, part in zip("RNBQ", "THEM", code.split("-")):
            own, other = (letter, foreign.lower()) if side == 0 else (letter.lower(), foreign)
            found[own] = found[other] = part
    return found


def figures(variant: Variant, position: Position | None = None) -> dict[str, str]:
    """What pieces look like, by FEN letter in upper case: SVG on a field of 45 x 45, to be filled and stroked."""
    if variant.name != "tandem-84":
        return FIGURES
    swapped = dict(zip("CM", "MC")) if getattr(getattr(position, "setup", None), "swap_compounds", False) else {}
    return {**FIGURES, **{swapped.get(letter, letter): figure for letter, figure in TANDEM_FIGURES.items()}}


def _piece(letter: str, badge: str, known: Mapping[str, str], halfling: bool = False) -> str:
    """One piece on a field of 45 x 45."""
    kind = _FOREIGN.get(letter.upper(), letter.upper()) if badge else letter.upper()
    figure = known.get(kind, _DISC.format(escape(letter.upper())))
    if kind == "Q" and badge.startswith("R"):
        figure = TANDEM_FIGURES["M"]
    side = "white" if letter.isupper() else "black"
    foreign = " foreign" if kind != letter.upper() else ""
    rim = f'<g class="rim">{figure}</g>' if side == "black" else ""
    drawn = f'{rim}<g class="{side}{foreign}">{figure}</g>'
    if halfling and kind in "RNBQ":
        drawn += f'<g clip-path="url(#half)"><g class="{side}{foreign} half">{figure}</g></g>'
    if badge:
        width = 5 + 6.5 * len(badge)
        drawn += (
            f'<g class="badge"><rect x="{44 - width:g}" y="33" width="{width:g}" height="11" rx="2.5"/>'
            f'<text x="{44 - width / 2:g}" y="41.7">{escape(badge)}</text></g>'
        )
    return drawn


def _halves(letters: str) -> str:
    """Half-sized pieces side by side on a field of 45 x 45, a lone one in the middle."""
    left = 1 if len(letters) > 1 else 11.5
    known = {**FIGURES, "H": FIGURES["N"]}
    return "".join(
        f'<g transform="translate({left + 21 * side:g} 12) scale(.49)">{_piece(letter, "", known)}</g>'
        for side, letter in enumerate(letters)
    )


def _svg(width: int, height: int, title: str, body: Sequence[str]) -> str:
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


def svg(variant: Variant, position: Position, last_move: str = "") -> str:
    """The position as an SVG document."""
    title = f"{variant.title}: {position.fen()}"
    rows = squares(variant, position)
    if rows is None:
        lines = variant.draw(position).split("\n")
        body = [
            f'<text class="board-text" x="10" y="{20 + 17 * i}">{escape(line)}</text>' for i, line in enumerate(lines)
        ]
        return _svg(20 + 9 * max(map(len, lines)), 20 + 17 * len(lines), title, body)
    marks, labels, known = squares_of_move(last_move), badges(position), figures(variant, position)
    chancy, halves = position.chancy, variant.half_sized(position)
    held = hands(position)
    top = _MARGIN if held else 4
    halflings = variant.name in _HALFLING_GAMES
    body = [discs.DEFINITIONS] if chancy else [_HALF] if halflings else []
    for index, row in enumerate(rows):
        rank, y = variant.ranks - 1 - index, top + index * _CELL
        body.append(f'<text x="{_MARGIN / 2:g}" y="{y + 27}">{rank + 1}</text>')
        for file, letter in enumerate(row):
            x = _MARGIN + file * _CELL + _GAP * _boards_before(variant, file)
            shade = "wood" if chancy else "light" if (file + rank) % 2 else "dark"
            body.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" class="{shade}"/>')
            if (file, rank) in marks:
                body.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" class="marked"/>')
            if letter:
                if chancy:
                    drawn = discs.piece(letter, _CELL)
                else:
                    whole = partial(_piece, letter, labels.get(letter, ""), known, halflings)
                    drawn = _halves(letter) if letter[0] in halves else whole()
                body.append(f'<g transform="translate({x} {y})">{drawn}</g>')
    bottom = top + variant.ranks * _CELL
    for file in range(variant.files):
        x = _MARGIN + file * _CELL + _GAP * _boards_before(variant, file)
        body.append(f'<text x="{x + 22.5:g}" y="{bottom + 14}">{chr(97 + file)}</text>')
    width = 2 * _MARGIN + variant.files * _CELL + _GAP * _boards_before(variant, variant.files - 1)
    height = bottom + _MARGIN
    if held:
        where, whose = _holders(position)
        body.append(f'<text x="{width / 2:g}" y="14">{whose[1]} {where}: {held[1].upper() or "-"}</text>')
        body.append(f'<text x="{width / 2:g}" y="{height + 10}">{whose[0]} {where}: {held[0] or "-"}</text>')
        height += _MARGIN
    return _svg(width, height, title, body)


def icon(variant: Variant, position: Position) -> str:
    """A corner of the position, two squares wide and high, as an SVG document."""
    top = (_MARGIN if hands(position) else 4) + (variant.ranks - 2) * _CELL
    corner = f'viewBox="{_MARGIN} {top} {2 * _CELL} {2 * _CELL}" width="128" height="128"'
    return re.sub(r'viewBox="[^"]*" width="\d+" height="\d+"', corner, svg(variant, position), count=1)
