"""Letters drawn as strokes, so that pictures need no font and look the same on every system.

A glyph is an SVG path 4 units wide. Capitals reach from 0 to 6, and descenders to 8.
"""

from __future__ import annotations

from html import escape

#: The distance from one letter to the next, and the height of a capital, in units.
ADVANCE, HEIGHT = 6.0, 6.0
#: Paths by character.
GLYPHS = {
    "A": "M0 6L2 0L4 6M.8 4H3.2",
    "B": "M0 0V6H2.4Q4 6 4 4.5Q4 3 2.4 3H0M2.4 3Q3.7 3 3.7 1.5Q3.7 0 2.4 0H0",
    "C": "M4 1Q3.2 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q3.2 6 4 5",
    "D": "M0 0V6H1.8Q4 6 4 3Q4 0 1.8 0Z",
    "E": "M4 0H0V6H4M0 3H3",
    "F": "M0 6V0H4M0 3H3",
    "G": "M4 1Q3.2 0 2.1 0Q0 0 0 3Q0 6 2.1 6Q4 6 4 4V3H2.4",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M2 0V6M.8 0H3.2M.8 6H3.2",
    "J": "M3.4 0V4.3Q3.4 6 1.8 6Q.4 6 .2 4.6",
    "K": "M0 0V6M4 0L0 3.6M1.4 2.4L4 6",
    "L": "M0 0V6H4",
    "M": "M0 6V0L2 3.4L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z",
    "P": "M0 6V0H2.2Q4 0 4 1.7Q4 3.4 2.2 3.4H0",
    "Q": "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0ZM2.6 4.4L4.2 6.4",
    "R": "M0 6V0H2.2Q4 0 4 1.6Q4 3.2 2.2 3.2H0M2.2 3.2L4 6",
    "S": "M4 .8Q3 0 2 0Q0 0 0 1.5Q0 3 2 3Q4 3 4 4.5Q4 6 2 6Q1 6 0 5.2",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V4Q0 6 2 6Q4 6 4 4V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 2L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "a": "M.4 2.5Q1 2 2 2Q3.6 2 3.6 3.4V6M3.6 3.8H1.8Q.2 3.8 .2 4.9Q.2 6 1.6 6Q3 6 3.6 4.9",
    "b": "M.4 0V6M.4 3.2Q1 2 2.2 2Q3.8 2 3.8 4Q3.8 6 2.2 6Q1 6 .4 4.8",
    "c": "M3.6 2.7Q3 2 2.1 2Q.3 2 .3 4Q.3 6 2.1 6Q3 6 3.6 5.3",
    "d": "M3.6 0V6M3.6 3.2Q3 2 1.8 2Q.2 2 .2 4Q.2 6 1.8 6Q3 6 3.6 4.8",
    "e": "M.3 4H3.7Q3.7 2 2 2Q.3 2 .3 4Q.3 6 2.1 6Q3.1 6 3.6 5.3",
    "f": "M3.4 .3Q1.6 -.4 1.6 1.6V6M.4 2.2H3",
    "g": "M3.6 2V6.4Q3.6 8 2 8Q1 8 .5 7.4M3.6 3.2Q3 2 1.8 2Q.2 2 .2 4Q.2 6 1.8 6Q3 6 3.6 4.8",
    "h": "M.4 0V6M.4 3.3Q1 2 2.2 2Q3.6 2 3.6 3.6V6",
    "i": "M2 2V6M2 .2V.7",
    "j": "M2.4 2V6.6Q2.4 8 .8 8M2.4 .2V.7",
    "k": "M.4 0V6M3.6 2L.4 4.4M1.6 3.6L3.7 6",
    "l": "M1.4 0V5Q1.4 6 2.6 6",
    "m": "M0 2V6M0 3Q.4 2 1.1 2Q2 2 2 3.2V6M2 3Q2.4 2 3.1 2Q4 2 4 3.2V6",
    "n": "M.4 2V6M.4 3.3Q1 2 2.2 2Q3.6 2 3.6 3.6V6",
    "o": "M2 2Q.2 2 .2 4Q.2 6 2 6Q3.8 6 3.8 4Q3.8 2 2 2Z",
    "p": "M.4 2V8M.4 3.2Q1 2 2.2 2Q3.8 2 3.8 4Q3.8 6 2.2 6Q1 6 .4 4.8",
    "q": "M3.6 2V8M3.6 3.2Q3 2 1.8 2Q.2 2 .2 4Q.2 6 1.8 6Q3 6 3.6 4.8",
    "r": "M.8 2V6M.8 3.6Q1.4 2 3.2 2.2",
    "s": "M3.5 2.5Q2.8 2 2 2Q.5 2 .5 3Q.5 4 2 4Q3.6 4 3.6 5Q3.6 6 2 6Q1 6 .3 5.4",
    "t": "M1.6 .6V4.8Q1.6 6 3.2 5.8M.4 2.2H3.2",
    "u": "M.4 2V4.4Q.4 6 1.8 6Q3 6 3.6 4.7M3.6 2V6",
    "v": "M.2 2L2 6L3.8 2",
    "w": "M0 2L1 6L2 3L3 6L4 2",
    "x": "M.3 2L3.7 6M3.7 2L.3 6",
    "y": "M.2 2L2 6M3.8 2L1.6 7.2Q1.2 8 .2 8",
    "z": "M.3 2H3.7L.3 6H3.7",
    "0": "M2 0Q0 0 0 3Q0 6 2 6Q4 6 4 3Q4 0 2 0Z",
    "1": "M.6 1.4L2.2 0V6M.8 6H3.6",
    "2": "M.2 1.4Q.4 0 2 0Q3.8 0 3.8 1.6Q3.8 2.8 .1 6H4",
    "3": "M.2 .8Q.9 0 2 0Q3.7 0 3.7 1.5Q3.7 3 1.6 3Q4 3 4 4.5Q4 6 2 6Q.8 6 0 5.1",
    "4": "M3 6V0L0 4.3H4",
    "5": "M3.6 0H.6L.4 2.9Q1 2.4 2 2.4Q4 2.4 4 4.2Q4 6 2 6Q.8 6 0 5.2",
    "6": "M3.6 .8Q3 0 2.1 0Q0 0 0 3.4Q0 6 2 6Q4 6 4 4.2Q4 2.5 2.1 2.5Q.6 2.5 .1 3.9",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.9Q.3 2.9 .3 1.5Q.3 0 2 0Q3.7 0 3.7 1.5Q3.7 2.9 2 2.9Q0 2.9 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.9 2 2.9Z",
    "9": "M.4 5.2Q1 6 1.9 6Q4 6 4 2.6Q4 0 2 0Q0 0 0 1.8Q0 3.5 1.9 3.5Q3.4 3.5 3.9 2.1",
    " ": "",
    ".": "M2 5.6V6",
    ",": "M2.1 5.4L1.6 7",
    ":": "M2 2.2V2.6M2 5.4V5.8",
    "-": "M.6 3.2H3.4",
    "+": "M.2 3H3.8M2 1.2V4.8",
    "/": "M0 6.4L4 -.4",
    "\\": "M0 -.4L4 6.4",
    "|": "M2 -1V8",
    "(": "M3 -.4Q1.2 1.2 1.2 3Q1.2 4.8 3 6.4",
    "'": "M2 0V1.6",
    ")": "M1 -.4Q2.8 1.2 2.8 3Q2.8 4.8 1 6.4",
    "[": "M3 -.4H1.4V6.4H3",
    "]": "M1 -.4H2.6V6.4H1",
    "#": "M1.2 0L.8 6M3.2 0L2.8 6M0 2H4M0 4H4",
    "*": "M2 1.4V4.6M.6 2.2L3.4 3.8M3.4 2.2L.6 3.8",
    "=": "M.4 2.2H3.6M.4 4H3.6",
    "~": "M0 3.4Q1 2 2 3T4 2.6",
    "@": "M3 4Q1.2 4.6 1.2 3Q1.2 1.6 2.4 1.8Q3 2 3 4Q4 4.2 4 2.6Q4 0 2 0Q0 0 0 3Q0 6 2.2 6",
}
#: The glyph for any other character.
_UNKNOWN = "M0 0H4V6H0Z"


def text_width(text: str, size: float) -> float:
    """The width of a line of text whose capitals have this height."""
    return (len(text) * ADVANCE - (ADVANCE - 4)) * size / HEIGHT


def lettering(text: str, x: float, y: float, size: float, style: str = "text", anchor: str = "middle") -> str:
    """A line of text in SVG, as strokes.

    Args:
        x: the middle of the text; its left end if ``anchor`` is "start".
        y: the baseline.
        size: the height of a capital, in the picture's units.
        style: the class in the style sheet.
    """
    scale = size / HEIGHT
    left = x - text_width(text, size) / 2 if anchor == "middle" else x
    paths = "".join(
        f'<path transform="translate({ADVANCE * index:g})" d="{GLYPHS.get(letter, _UNKNOWN)}"/>'
        for index, letter in enumerate(text)
        if letter != " "
    )
    label = escape(text, quote=True)
    place = f"translate({left:g} {y - size:g}) scale({scale:.4g})"
    return f'<g class="{style}" aria-label="{label}" transform="{place}">{paths}</g>'
