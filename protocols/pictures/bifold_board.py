"""Draws the board and the pieces of Bifold Halfgi: ``python -m oddfish.protocols.pictures.bifold_board`` writes the
pictures anew.

A square is two half-squares side by side, each with half a piece: two of a kind join into a whole one.
"""

from __future__ import annotations

from oddfish.protocols.pictures import FOLDER
from oddfish.protocols.pictures.canvas import Canvas

PLACE = FOLDER / "bifold"
BOARD = PLACE / "board-16x10.png"
FILES, RANKS = 16, 10
SQUARE = 60  # pixels a half-square; XBoard scales
GROUND, INK = "#f4e7cd", "#4a2f17"
#: Mixtures of the two.
LIGHT, DARK, TRAY, GROOVE, HINGE = 0.06, 0.36, 0.78, 0.98, 0.12

# --- The board ----------------------------------------------------------------------------------------------


def draw() -> Canvas:
    """64 squares, each with a hinge in the middle, between the trays of the two hands."""
    canvas = Canvas(FILES * SQUARE, RANKS * SQUARE, GROUND, INK)
    edge = SQUARE // 20
    for row in range(RANKS):
        top, bottom = row * SQUARE, (row + 1) * SQUARE
        if row in (0, RANKS - 1):
            canvas.fill(0, top, FILES * SQUARE, bottom, GROOVE)
            for file in range(FILES):
                canvas.fill(file * SQUARE + 1, top + edge, (file + 1) * SQUARE - 1, bottom - edge, TRAY)
            continue
        for file in range(FILES // 2):
            left, middle, right = (SQUARE * (2 * file + half) for half in (0, 1, 2))
            shade = LIGHT if (file + row) % 2 else DARK
            canvas.fill(left, top, right, bottom, shade)
            for end in (top, bottom - 4 * edge):
                canvas.fill(middle - 1, end, middle + 1, end + 4 * edge, shade + HINGE)
    return canvas


# --- The pieces ---------------------------------------------------------------------------------------------

_FOOT = "C34 78 29 84 29 92 H100"
#: The pictures that the left and the right half of each kind take in XBoard's table; `p` is a weak pawn. XBoard knows
#: rules for none of them.
NAMES = {
    "Q": ("Knight", "Bishop"), "R": ("Queen", "Advisor"), "B": ("Elephant", "Archbishop"), "H": ("Marshall", "Gold"),
    "W": ("Commoner", "Canon"), "F": ("Nightrider", "CrownedBishop"), "L": ("CrownedRook", "Chancellor"),
    "D": ("Hawk", "Cobra"), "P": ("Unicorn", "Zebra"), "p": ("Sword", "Camel"),
}  # fmt: skip

#: The outlines of left halves on a field of 100 x 100, whose right edge is the middle of the square: from the top there
#: to the bottom.
_OUTLINES = {
    "Q": "M100 9 C93 9 90 17 95 22 L86 49 L73 22 C79 16 74 7 66 9 C58 11 60 21 67 23 L64 50 L43 33 "
    f"C48 27 43 19 36 22 C29 25 32 34 39 35 L50 69 L46 75 {_FOOT}",
    "R": f"M100 13 H90 V24 H78 V13 H64 V24 H54 V13 H41 V35 L53 44 V67 L46 75 {_FOOT}",
    "B": f"M100 6 C91 6 88 13 93 19 C66 30 52 46 55 58 C56 65 60 69 65 70 L50 76 {_FOOT}",
    "H": "M100 26 C94 17 86 13 77 13 L71 5 L66 15 C51 22 40 35 32 50 C29 57 36 64 44 60 L58 53 "
    f"C67 53 66 58 60 63 C54 68 51 71 49 75 {_FOOT}",
    "W": f"M100 3 H95 V10 H86 V18 H95 V28 C76 17 41 25 40 45 C39 56 49 61 53 69 L47 75 {_FOOT}",
    "F": f"M100 3 H95 V10 H86 V18 H95 V28 C76 17 41 25 40 45 C39 56 49 61 53 69 L47 75 {_FOOT}",
    "P": "M100 22 C80 22 74 41 85 50 H73 V57 H85 C81 67 72 72 63 77 C55 81 51 86 51 92 H100",
}
#: Lines inside; those of royals are golden.
_INNER = {
    "Q": "M51 69 C66 64 84 63 100 63 M43 83 C60 78 80 77 100 77",
    "R": "M53 44 H100 M53 67 H100 M43 83 C60 79 80 78 100 78",
    "B": "M100 36 V58 M86 46 H100 M58 70 C72 66 86 66 100 66 M43 83 C60 79 80 78 100 78",
    "H": "M63 33 L68 31 M76 17 C90 24 96 34 97 52 M43 83 C60 79 80 78 100 78",
    "W": "M99 36 V64 M80 50 H100",
    "F": "M100 50 L82 37 M100 50 L82 63",
    "P": "",
}
#: The left-handed and the right-handed half, as nothing else tells which pawn leans where: engraved letters.
_ENGRAVED = {"L": "M78 66 V84 H90", "D": "M78 66 V84 C94 85 94 65 78 66"}
_ROYAL_INK = "#d9a520"
#: Fill, outline, inner lines.
_COLORS = {"White": ("#fffaf0", "#33261a", "#6b5540"), "Black": ("#443b36", "#120d0a", "#cfc2ae")}


def piece(kind: str, color: str, right: bool = False) -> str:
    """The SVG of a half; of a whole pawn for `P` (a weak one is `p`, a half like the handed ones)."""
    fill, ink, inner = _COLORS[color]
    outline = _OUTLINES.get(kind, _OUTLINES["P"])
    place = ' transform="translate(100 0) scale(-1 1)"' if right else ""
    body = [
        f'<path d="{outline} Z" fill="{fill}"/>',
        f'<path d="{outline}" fill="none" stroke="{ink}" stroke-width="3.4"/>',
        f'<path d="M100 92 V8" clip-path="url(#body)" stroke="{ink}" stroke-width="1.6" stroke-opacity=".4"/>',
        f'<path d="{_INNER.get(kind, "")}" fill="none" stroke="{_ROYAL_INK if kind in "WF" else inner}" '
        f'stroke-width="{6 if kind in "WF" else 2.4}"/>',
    ]
    if kind == "P":  # whole, near the middle of its square
        mirrored = "".join(body[:2])
        other = f'<g transform="translate(200 0) scale(-1 1)">{mirrored}</g>'
        body = [f'<g transform="translate(-28.5 12.9) scale(.86)">{mirrored}{other}</g>']
    if kind in _ENGRAVED:
        turn = ' transform="translate(168 0) scale(-1 1)"' if right else ""
        body.append(f'<path d="{_ENGRAVED[kind]}" fill="none" stroke="{inner}" stroke-width="4"{turn}/>')
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">',
            f'<clipPath id="body"><path d="{outline} Z"/></clipPath>',
            f'<g{place} stroke-linejoin="round" stroke-linecap="round">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def pictures() -> dict[str, str]:
    """All pieces by the names of their files."""
    return {
        f"{color}{name}.svg": piece(kind, color, right=bool(side))
        for color in _COLORS
        for kind, names in NAMES.items()
        for side, name in enumerate(names)
    }


if __name__ == "__main__":
    BOARD.write_bytes(draw().png())
    for name, picture in pictures().items():
        (PLACE / name).write_text(picture)
