"""XBoard's pictures of chessmen, from the outlines in ``figures``.

The right half of a halfling is shaded. A piece can have a badge, which is letters on a plate in its lower left corner
(XBoard writes coordinates in two other corners). A piece of the other army's type has a red outline.
"""

from __future__ import annotations

from collections.abc import Mapping

from oddfish.protocols.pictures.lettering import GLYPHS

#: Fill, outline, inner lines, and the fill of a halfling's right half.
COLORS = {
    "White": ("#fffaf0", "#33261a", "#6b5540", "#cdb58c"),
    "Black": ("#443b36", "#e9dfce", "#cfc2ae", "#8d7d70"),
}
_DARK_RIM = "#120d0a"  # around the light outline of black pieces, so that it is visible on any ground
_FOREIGN = {"White": "#b3301e", "Black": "#ff8a70"}


def chessmen(figures: Mapping[str, str], slots: Mapping[str, str]) -> dict[str, str]:
    """Draw pieces; return their pictures by file name.

    Args:
        figures: outlines by letter.
        slots: the pieces' slots in XBoard's table, by letter.
    """
    return {
        f"{color}{slot}.svg": chessman(figures[letter], color) for letter, slot in slots.items() for color in COLORS
    }


def chessman(
    figure: str,
    color: str,
    *,
    halfling: bool = False,
    foreign: bool = False,
    badge: str = "",
    part: str = "1.5 .8 42 42",
) -> str:
    """The picture of a piece.

    Args:
        figure: the outline on a field of 45 x 45.
        color: "White" or "Black".
        part: the part of the field to show: left, top, width and height.
    """
    fill, ink, inner, shade = COLORS[color]
    ink = _FOREIGN[color] if foreign else ink
    strokes = f'fill="none" stroke="{inner}" stroke-width="1.3"'
    drawn = figure.replace('class="line"', strokes).replace('class="eye"', strokes)
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
            f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="{part}">',
            '<g stroke-linejoin="round" stroke-linecap="round">',
            *body,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _badge(letters: str) -> str:
    width = 4.5 + 6.5 * len(letters)
    strokes = "".join(
        f'<path transform="translate({5.2 + 6.5 * index:g} 31.6)" d="{GLYPHS[letter]}"/>'
        for index, letter in enumerate(letters)
    )
    return (
        f'<rect x="2" y="29" width="{width:g}" height="11.2" rx="2.4" fill="#fff3c4" stroke="#5a1e00" '
        f'stroke-width=".8"/><g fill="none" stroke="#5a1e00" stroke-width="1.5">{strokes}</g>'
    )
