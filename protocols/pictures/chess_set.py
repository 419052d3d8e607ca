"""Draws the chessmen of the Half Chess family, of Fanorona Chess and of Tandem-84, from the figures of
``engine.picture``.

A halfling has its right half shaded. A piece that carries an augmenter bears a badge with its letter in the lower
right corner, a piece of the other army's type a red rim.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from oddfish.protocols.pictures import FANORONA_SLOTS, WHOLE_SLOTS
from oddfish.protocols.pictures.position import FIGURES, TANDEM_FIGURES

#: Fill, outline, inner lines, and the fill of a halfling's missing half.
COLORS = {
    "White": ("#fffaf0", "#33261a", "#6b5540", "#cdb58c"),
    "Black": ("#443b36", "#e9dfce", "#cfc2ae", "#8d7d70"),
}
_DARK_RIM = "#120d0a"  # around black pieces' light outline, to show on any ground
_FOREIGN = {"White": "#b3301e", "Black": "#ff8a70"}
#: Letters drawn by strokes on a field of 4 x 6: no font is needed.
_STROKES = {
    "A": "M0 6L2 0L4 6M.8 4H3.2",
    "B": "M0 0V6H2.4Q4 6 4 4.5Q4 3 2.4 3H0M2.4 3Q3.7 3 3.7 1.5Q3.7 0 2.4 0H0",
    "C": "M4 1Q3.2 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.2 6 4 5",
    "D": "M0 0V6H1.8Q4 6 4 3Q4 0 1.8 0Z",
    "F": "M0 6V0H4M0 3H3",
    "I": "M2 0V6M.8 0H3.2M.8 6H3.2",
    "N": "M0 6V0L4 6V0",
    "S": "M4 .8Q3 0 2 0Q0 0 0 1.5Q0 3 2 3Q4 3 4 4.5Q4 6 2 6Q1 6 0 5.2",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2L3 6L4 0",
}
#: XBoard's names of the slots, by the Half Chess family's letters; those of the other army's types last.
SLOTS = {
    "P": "Pawn", "N": "Knight", "B": "Bishop", "R": "Rook", "Q": "Queen", "K": "King",
    "T": "Tower", "H": "Unicorn", "E": "Elephant", "M": "Chancellor",
}  # fmt: skip
_OWN = dict(zip("THEM", "RNBQ"))


def piece(figure: str, color: str, *, halfling: bool = False, foreign: bool = False, badge: str = "") -> str:
    """The SVG of a piece.

    Args:
        figure: its outline on a field of 45 x 45.
        color: "White" or "Black".
    """
    fill, ink, inner, shade = COLORS[color]
    ink = _FOREIGN[color] if foreign else ink
    lines = f'fill="none" stroke="{inner}" stroke-width="1.3"'
    drawn = figure.replace('class="line"', lines).replace('class="eye"', lines)
    body = [f'<g fill="{fill}" stroke="{ink}" stroke-width="1.5">{drawn}</g>']
    if color == "Black":
        body.insert(0, f'<g fill="none" stroke="{_DARK_RIM}" stroke-width="3">{figure}</g>')
    if halfling:
        body.append(
            '<clipPath id="half"><rect x="22.5" width="23" height="46"/></clipPath>'
            f'<g clip-path="url(#half)"><g fill="{shade}" stroke="{ink}" stroke-width="1.5">{drawn}</g></g>'
        )
    if badge:
        body.append(_badge(badge))
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="1.5 .8 42 42">',
            '<g stroke-linejoin="round" stroke-linecap="round">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _badge(letters: str) -> str:
    """Letters on a plate in the lower right corner."""
    width = 4.5 + 6.5 * len(letters)
    strokes = "".join(
        f'<path transform="translate({43 - width + 3.2 + 6.5 * index:g} 31.6)" d="{_STROKES[letter]}"/>'
        for index, letter in enumerate(letters)
    )
    return (
        f'<rect x="{43 - width:g}" y="29" width="{width:g}" height="11.2" rx="2.4" fill="#fff3c4" stroke="#5a1e00" '
        f'stroke-width=".8"/><g fill="none" stroke="#5a1e00" stroke-width="1.5">{strokes}</g>'
    )


def family(halflings: bool, parts: Mapping[str, str] | None = None) -> dict[str, str]:
    """The pictures of the Half Chess family by the names of their files.

    Args:
        halflings: whether Rook, Bishop, Queen and Knight are halved.
        parts: what the armies' codes say of each FEN letter, such as `RF`.
    """
    files = {}
    for letter, slot in SLOTS.items():
        kind = _OWN.get(letter, letter)
        for color in COLORS:
            part = (parts or {}).get(letter if color == "White" else letter.lower(), "")
            figure = TANDEM_FIGURES["M"] if kind == "Q" and part.startswith("R") else FIGURES[kind]
            files[f"{color}{slot}.svg"] = piece(
                figure,
                color,
                halfling=halflings and kind in "RNBQ",
                foreign=kind != letter,
                badge=part if kind == "N" and part[:1] not in ("C", "N") else part[1:],
            )
    return files


def whole() -> dict[str, str]:
    """The pictures of Fanorona Chess and Tandem-84, whose pieces are none of halflings, by the names of their files."""
    figures = {**FIGURES, **TANDEM_FIGURES}
    slots = {slot: letter for game in (WHOLE_SLOTS, FANORONA_SLOTS) for letter, slot in game.items()}
    return {f"{color}{slot}.svg": piece(figures[letter], color) for slot, letter in slots.items() for color in COLORS}


def write(place: Path, files: Mapping[str, str]) -> Path:
    """Put pictures into a folder, which is made if need be.

    Raises:
        OSError: it cannot be written to.
    """
    place.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text)
    return place
