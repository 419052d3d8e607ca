"""Bifold Halfgi: half-sized pieces, two to a square.

XBoard allows one piece a square, so each square is two half-squares side by side. Two pieces of a kind join: each kind
has links at its own height, which meet at the edge between the two pieces.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from oddfish.protocols.pictures.board import Board, rectangle
from oddfish.protocols.pictures.chessmen import chessman
from oddfish.protocols.pictures.coordinates import coordinate
from oddfish.protocols.pictures.figures import FIGURES
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.projections.bifold.board import ROYALS, SLOTS, WHOLE_PAWN

# --- Positions ----------------------------------------------------------------------------------------------


#: The size of a half, so large that the widest two just fit on a square.
_HALF = 0.66


class BifoldLook(Look):
    def squares(self) -> list[list[str]]:
        return self.variant.rows(self.position)

    def figures(self) -> Mapping[str, str]:
        return {**FIGURES, "H": FIGURES["N"]}

    def piece(self, letters: str) -> str:
        """Half-sized pieces side by side; a lone piece is in the middle."""
        if letters[0] not in self.variant.half_sized(self.position):
            return super().piece(letters)
        middles = (11.25, 33.75) if len(letters) > 1 else (22.5,)
        return "".join(
            f'<g transform="translate({middle - 22.5 * _HALF:g} {22.5 - 22.5 * _HALF:g}) scale({_HALF})">{half}</g>'
            for middle, half in zip(middles, map(self._half, letters))
        )

    def _half(self, letter: str) -> str:
        """A half: as in chess, or, for a piece that chess does not have, as in XBoard."""
        kind = letter.upper()
        if kind not in _OWN:
            return super().piece(letter)
        figure = _figure(kind, "White" if letter == kind else "Black")
        return f'<g transform="translate(2.7 0) scale(.39 .45)" {_STROKES}>{figure}</g>'


# --- XBoard's board -----------------------------------------------------------------------------------------

FILES, RANKS = 16, 10
SQUARE = 60
GROUND = "#f4e7cd"
LIGHT, DARK = "#e9dbc1", "#b6a48b"
#: The colours of the trays for captured pieces, and of the grooves around them.
TRAY, _GROOVE = "#70583f", "#4d321a"
_HINGES = {LIGHT: "#d6c7ad", DARK: "#a38f76"}
_LETTERS, _NUMBERS = "#e9dbc1", "#5a452e"


def board(black: bool = False) -> Board:
    """64 squares, each with a hinge in the middle, between the trays of the two hands, with the coordinates for one
    side's view."""
    width, height, edge = FILES * SQUARE, RANKS * SQUARE, SQUARE // 20
    shapes = []
    for row in range(RANKS):
        top, bottom = row * SQUARE, (row + 1) * SQUARE
        if row in (0, RANKS - 1):
            shapes.append(rectangle(0, top, width, bottom, _GROOVE))
            shapes += [
                rectangle(left + 1, top + edge, left + SQUARE - 1, bottom - edge, TRAY)
                for left in range(0, width, SQUARE)
            ]
            continue
        for file in range(FILES // 2):
            left, middle, right = (SQUARE * (2 * file + half) for half in (0, 1, 2))
            shade = LIGHT if (file + row) % 2 else DARK
            shapes.append(rectangle(left, top, right, bottom, shade))
            shapes += [
                rectangle(middle - 1, end, middle + 1, end + 4 * edge, _HINGES[shade])
                for end in (top, bottom - 4 * edge)
            ]
    size = SQUARE * 0.3
    for column, letter in enumerate("hgfedcba" if black else "abcdefgh"):
        shapes.append(coordinate(letter, (2 * column + 1) * SQUARE, height - size / 2 - edge, size, _LETTERS))
    for row, number in enumerate("12345678" if black else "87654321", 1):
        shapes.append(coordinate(number, SQUARE * 0.08, row * SQUARE + SQUARE * 0.12, SQUARE * 0.25, _NUMBERS))
    return Board(FILES, RANKS, SQUARE, GROUND, shapes)


# --- XBoard's pieces ----------------------------------------------------------------------------------------

_FOOT = "C34 78 29 84 29 92 H100"
#: Outlines of left halves: the middle is at x = 100, the ground at y = 92.
_OUTLINES = {
    "Q": "M100 9 C93 9 90 17 95 22 L86 49 L73 22 C79 16 74 7 66 9 C58 11 60 21 67 23 L64 50 L43 33 "
    f"C48 27 43 19 36 22 C29 25 32 34 39 35 L50 69 L46 75 {_FOOT}",
    "R": f"M100 13 H90 V24 H78 V13 H64 V24 H54 V13 H41 V35 L53 44 V67 L46 75 {_FOOT}",
    "B": f"M100 6 C91 6 88 13 93 19 C66 30 52 46 55 58 C56 65 60 69 65 70 L50 76 {_FOOT}",
    "W": f"M100 3 H95 V10 H86 V18 H95 V28 C76 17 41 25 40 45 C39 56 49 61 53 69 L47 75 {_FOOT}",
    "P": "M100 16 C74 16 67 38 80 49 H64 V57 H78 C74 68 64 73 56 77 C46 81 42 86 42 92 H100",
}
#: The Horse, the only figure that is not symmetrical, looks to the left.
_HORSE = (
    "M40 92 H151 C152 62 146 34 110 19 L97 6 L91 18 C72 25 56 42 45 60 C41 68 50 77 60 71 L80 62 "
    "C92 62 91 68 82 74 C72 80 66 84 66 92"
)
#: Lines inside the left halves.
_INNER = {
    "Q": "M51 69 C66 64 84 63 100 63 M43 83 C60 78 80 77 100 77",
    "R": "M53 44 H100 M53 67 H100 M43 83 C60 79 80 78 100 78",
    "B": "M100 34 V60 M84 46 H100 M58 70 C72 66 86 66 100 66 M43 83 C60 79 80 78 100 78",
}
#: Lines inside the whole figures. Lines in royals are golden and show how they step.
_MARKS = {
    "H": "M84 37 L91 34 M108 26 C126 38 132 56 131 78",
    "W": "M100 32 V66 M77 49 H123",
    "F": "M82 35 L118 63 M118 35 L82 63",
    "L": "M94 62 V83 H108",
    "D": "M93 62 V83 C113 84 113 61 93 62",
}
#: The top and bottom of the links. Pawns have no links, because rows of pawns would seem joined.
_LINKS = {"Q": (52, 60), "R": (50, 62), "B": (60, 68), "H": (78, 86), "W": (40, 48)}
_ROYAL_INK = "#d9a520"
#: Fill, outline, inner lines.
_COLORS = {"White": ("#fffaf0", "#33261a", "#6b5540"), "Black": ("#443b36", "#120d0a", "#cfc2ae")}
_STROKES = 'stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round"'
#: From the outlines to the field, which is as wide as half a square.
_FIT = "translate(-14.000 6) scale(.64 .95)"
#: The part of a chessman's field to show of a whole pawn, which is as tall as half a square.
_WHOLE_PAWN = "6.25 7.8 32.5 32.5"
#: The pieces that are not chessmen: royals and one-handed pawns.
_OWN = f"{ROYALS}LD"
_MIRRORED = '<g transform="translate(200 0) scale(-1 1)">'


def _figure(kind: str, color: str) -> str:
    """A half without its links, on a field of 100 x 100."""
    fill, ink, inner = _COLORS[color]
    shape = {"F": "W", "L": "P", "D": "P"}.get(kind, kind)
    outline = _OUTLINES.get(shape, _HORSE)
    half = (
        f'<path d="{outline} Z" fill="{fill}" stroke="none"/><path d="{outline}" fill="none" stroke="{ink}"/>'
        f'<path d="{_INNER.get(kind, "")}" fill="none" stroke="{inner}" stroke-width="3"/>'
    )
    drawn = half if kind == "H" else f"{half}{_MIRRORED}{half}</g>"
    body = [f'<g transform="{_FIT}">{drawn}']
    if kind in _MARKS:
        gold = kind in ROYALS
        body.append(
            f'<path d="{_MARKS[kind]}" fill="none" stroke="{_ROYAL_INK if gold else inner}" '
            f'stroke-width="{8 if gold else 4.5}"/>'
        )
    return "\n".join([*body, "</g>"])


def piece(kind: str, color: str) -> str:
    """XBoard's picture of a half."""
    fill, ink, _ = _COLORS[color]
    body = [_figure(kind, color)]
    link = _LINKS.get("W" if kind == "F" else kind)
    if link:
        top, bottom = link
        body[:0] = [
            f'<rect x="-1" y="{top}" width="102" height="{bottom - top}" fill="{fill}"/>',
            f'<path d="M-5 {top} H105 M-5 {bottom} H105" stroke="{ink}" stroke-width="3"/>',
        ]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">',
            f"<g {_STROKES}>",
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def pieces(piece_set: str) -> dict[str, str]:
    halves = {f"{color}{slot}.svg": piece(kind, color) for color in _COLORS for kind, slot in SLOTS.items()}
    pawns = {f"{color}{WHOLE_PAWN}.svg": chessman(FIGURES["P"], color, part=_WHOLE_PAWN) for color in _COLORS}
    return {**halves, **pawns}


FAMILY = Family(BifoldLook, {"bifold": board, "bifold-black": partial(board, black=True)}, pieces)
