"""XBoard's pictures of chessmen, from the outlines in ``figures``.

A halfling has its right half shaded. A piece may bear a badge, letters on a plate in its lower right corner, and one of
the other army's type has a red outline.
"""

from __future__ import annotations

from collections.abc import Mapping

#: Fill, outline, inner lines, and the fill of a halfling's right half.
COLORS = {
    "White": ("#fffaf0", "#33261a", "#6b5540", "#cdb58c"),
    "Black": ("#443b36", "#e9dfce", "#cfc2ae", "#8d7d70"),
}
_DARK_RIM = "#120d0a"  # around black pieces' light outline, to show on any ground
_FOREIGN = {"White": "#b3301e", "Black": "#ff8a70"}
#: Letters as strokes on a field of 4 x 6, so that no font is needed.
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


def chessmen(figures: Mapping[str, str], slots: Mapping[str, str]) -> dict[str, str]:
    """Pictures by file name.

    Args:
        figures: outlines by letter.
        slots: the slots in XBoard's table, by letter, of the pieces to draw.
    """
    return {
        f"{color}{slot}.svg": chessman(figures[letter], color) for letter, slot in slots.items() for color in COLORS
    }


def chessman(figure: str, color: str, *, halfling: bool = False, foreign: bool = False, badge: str = "") -> str:
    """The picture of a piece.

    Args:
        figure: its outline on a field of 45 x 45.
        color: "White" or "Black".
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
            '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" viewBox="1.5 .8 42 42">',
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
        f'<path transform="translate({43 - width + 3.2 + 6.5 * index:g} 31.6)" d="{_STROKES[letter]}"/>'
        for index, letter in enumerate(letters)
    )
    return (
        f'<rect x="{43 - width:g}" y="29" width="{width:g}" height="11.2" rx="2.4" fill="#fff3c4" stroke="#5a1e00" '
        f'stroke-width=".8"/><g fill="none" stroke="#5a1e00" stroke-width="1.5">{strokes}</g>'
    )
