"""Wooden discs, in SVG on a field of 100 x 100."""

from __future__ import annotations

from oddfish.protocols.pictures.families.banqi.glyphs import CHARACTERS, OUTLINES

RADIUS = 46
#: SVG definitions that a document with discs needs once.
DEFINITIONS = (
    '<defs><radialGradient id="face" cx=".4" cy=".3" r=".85"><stop offset="0" stop-color="#fbe9c3"/>'
    '<stop offset=".65" stop-color="#efcf96"/><stop offset="1" stop-color="#d3a25c"/></radialGradient>'
    '<radialGradient id="back" cx=".4" cy=".3" r=".85"><stop offset="0" stop-color="#bd7a44"/>'
    '<stop offset=".65" stop-color="#925729"/><stop offset="1" stop-color="#6a3c1a"/></radialGradient></defs>'
)
_RED, _BLACK = "#b3121b", "#1b1a1f"


def face(letter: str) -> str:
    """A face-up piece, by its FEN letter: upper case is red, lower case black."""
    ink = _RED if letter.isupper() else _BLACK
    character, latin = OUTLINES[CHARACTERS[letter]], OUTLINES[letter.upper()]
    return (
        f"{_disc('face', '#8a5a26')}"
        f'<circle cx="50" cy="49" r="{RADIUS - 5}" fill="none" stroke="{ink}" stroke-width="2"/>'
        f'<g fill="{ink}"><path transform="translate(50 41) scale(.104)" d="{character}"/>'
        f'<path transform="translate(50 78) scale(.05)" d="{latin}"/></g>'
    )


def back() -> str:
    """A face-down piece."""
    rings = "".join(
        f'<circle cx="50" cy="49" r="{radius}" fill="none" stroke="#dba863" stroke-width="{width}"/>'
        for radius, width in ((RADIUS - 7, 2), (RADIUS - 28, 1.5))
    )
    petals = "".join(
        f'<path transform="rotate({angle} 50 49)" d="M50 31c5-6 5-10 0-16c-5 6-5 10 0 16z" fill="#dba863"/>'
        for angle in range(0, 360, 45)
    )
    return _disc("back", "#4d2a10") + rings + petals


def _disc(gradient: str, edge: str) -> str:
    return (
        f'<circle cx="51.5" cy="52.5" r="{RADIUS}" fill="#000" fill-opacity=".28"/>'
        f'<circle cx="50" cy="50" r="{RADIUS}" fill="{edge}"/>'
        f'<circle cx="50" cy="49" r="{RADIUS - 1}" fill="url(#{gradient})"/>'
    )
