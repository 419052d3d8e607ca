"""The colours of boards in a terminal, by the terminal's colour system.

Styles are those of rich. With true colours and with 256 colours, letters have their side's colour on the square's
background, and the squares are neither light nor dark, so that both sides' letters are legible. Sixteen colours have
no such backgrounds, so each letter gets its own, grey or black, and squares are black and blue, since the other six
colours glare. Some terminals show bold letters of the colours 0 to 7 in the colours 8 to 15, so no such letter is bold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Palette:
    """The styles of a board.

    Attributes:
        grounds: dark and light squares.
        last: the squares of the last move.
        goes, takes: destinations of moves, and squares with captures.
        inks: the letters of White's and Black's pieces.
        face_down: the sign of a face-down piece.
        sign: marks on destinations of moves.
        taking_sign: marks on squares with captures.
        line: lines between points, on squares without a mark.
    """

    grounds: tuple[str, str]
    last: str
    goes: str
    takes: str
    inks: tuple[str, str]
    face_down: str
    sign: str
    taking_sign: str
    line: str


_TRUE = Palette(
    grounds=("on #64707f", "on #7a7d83"),
    last="on #8a7a2e",
    goes="on #3f7f57",
    takes="on #c0464a",
    inks=("bold #ffffff", "bold #000000"),
    face_down="bold #000000",
    sign="bold #ffffff",
    taking_sign="bold #ffffff",
    line="#ffffff",
)
_MANY = Palette(
    grounds=("on color(243)", "on color(65)"),
    last="on color(130)",
    goes="on color(29)",
    takes="on color(131)",
    inks=("bold color(231)", "bold color(16)"),
    face_down="bold color(16)",
    sign="bold color(231)",
    taking_sign="bold color(231)",
    line="color(231)",
)
_FEW = Palette(
    grounds=("on color(0)", "on color(4)"),
    last="on color(6)",
    goes="on color(2)",
    takes="on color(1)",
    inks=("color(0) on color(7)", "bold color(15) on color(0)"),
    face_down="color(0) on color(7)",
    sign="color(0)",
    taking_sign="bold color(15)",
    line="color(7)",
)
#: The palettes by rich's names of colour systems.
PALETTES: Mapping[str, Palette] = {"truecolor": _TRUE, "256": _MANY, "standard": _FEW, "windows": _FEW}

_TRUE_WOOD = replace(
    _TRUE,
    grounds=("on #d9b274", "on #d9b274"),
    last="on #f7e6a4",
    goes="on #9fc58a",
    takes="on #f0b8a8",
    inks=("bold #8c0a12", "bold #000000"),
    face_down="bold #5a3010",
    sign="bold #000000",
    taking_sign="bold #000000",
    line="#000000",
)
_MANY_WOOD = replace(
    _MANY,
    grounds=("on color(180)", "on color(180)"),
    last="on color(229)",
    goes="on color(151)",
    takes="on color(217)",
    inks=("bold color(88)", "bold color(16)"),
    face_down="bold color(52)",
    sign="bold color(16)",
    taking_sign="bold color(16)",
    line="color(16)",
)
_FEW_WOOD = replace(
    _FEW,
    grounds=("on color(0)", "on color(0)"),
    takes="on color(5)",
    inks=("bold color(15) on color(1)", "color(0) on color(7)"),
    face_down="bold color(15) on color(4)",
)
#: Wooden boards with red and black pieces.
WOODEN: Mapping[str, Palette] = {
    "truecolor": _TRUE_WOOD,
    "256": _MANY_WOOD,
    "standard": _FEW_WOOD,
    "windows": _FEW_WOOD,
}
