"""Marks on the destinations of moves: in SVG, in colour, and as characters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from oddfish.engine.guide.terms import ACROSS, CAPTURE, CASTLE, DROP, FLIP, MOVE, SHARE, SWAP, TRY, VICTIM, Target
from oddfish.engine.guide.words import listed


class Mark(NamedTuple):
    """One kind of mark.

    Attributes:
        sign, ascii: the character in a terminal, and in a terminal with only ASCII.
        meaning: its explanation in a legend.
        phrase: the words that precede the square in a sentence.
        strikes: whether it has the colour of captures.
        drawn: its explanation in the legend of a picture.
        shape: SVG on a field of 45 x 45.
        in_middle: whether it is drawn in the middle of the square, where it would cover a piece.
    """

    sign: str
    ascii: str
    meaning: str
    phrase: str
    strikes: bool
    drawn: str
    shape: str
    in_middle: bool = False

    def beside(self, piece: bool) -> str:
        """The shape on a square with or without a piece: small and in a corner if it would cover the piece."""
        return (
            f'<g transform="translate(27 -3) scale(.48)">{self.shape}</g>' if piece and self.in_middle else self.shape
        )


def _dot(style: str) -> str:
    return f'<circle cx="22.5" cy="22.5" r="6.5" class="{style}"/>'


def _cross(style: str) -> str:
    return f'<path d="M22.5 13V32M13 22.5H32" class="{style}"/>'


def _corners(style: str) -> str:
    return f'<path d="M3 3l9 9M42 3l-9 9M3 42l9-9M42 42l-9-9" class="{style}"/>'


def _ring(style: str) -> str:
    return f'<circle cx="22.5" cy="22.5" r="19.5" class="{style}"/>'


MARKS: Mapping[str, Mark] = {
    MOVE: Mark("·", "*", "goes there", "goes to", False, "a green dot where a piece goes", _dot("goes"), True),
    CAPTURE: Mark("×", "x", "captures there", "captures on", True, "a red ring where it captures", _ring("takes")),
    VICTIM: Mark(
        "×",
        "x",
        "is captured",
        "captures a piece on",
        True,
        "a red stroke in each corner around a piece that it captures without going there",
        _corners("takes"),
    ),
    DROP: Mark(
        "+", "+", "is dropped there", "is dropped on", False, "a blue plus where it is dropped", _cross("comes"), True
    ),
    ACROSS: Mark(
        "+",
        "+",
        "goes there by way of the other board",
        "goes by way of the other board to",
        False,
        "a blue plus where it goes by way of the other board",
        _cross("comes"),
        True,
    ),
    FLIP: Mark(
        "?", "?", "is turned up", "is turned up on", False, "a broken green ring on a piece to turn up", _ring("turns")
    ),
    SWAP: Mark(
        "~",
        "~",
        "changes places",
        "changes places with a piece on",
        False,
        "a blue ring on a piece with which it changes places",
        _ring("comes"),
    ),
    SHARE: Mark(
        "o",
        "o",
        "shares the square",
        "comes to share",
        False,
        "a green ring where it shares the square",
        _ring("shares"),
    ),
    TRY: Mark(
        "!",
        "!",
        "tries to capture a face-down piece",
        "tries to capture a face-down piece on",
        True,
        "a broken red ring on a face-down piece that it tries to capture",
        _ring("tries"),
    ),
    CASTLE: Mark(
        "·", "*", "castles", "castles, which is marked on", False, "a blue dot for castling", _dot("comes"), True
    ),
}
#: The classes of the shapes.
STYLE = """
.goes{fill:#2e7d32;fill-opacity:.75}.takes{fill:none;stroke:#c62828;stroke-width:3.2;stroke-opacity:.85}
.comes{fill:none;stroke:#1565c0;stroke-width:3.2}circle.comes[r="6.5"]{fill:#1565c0;stroke:none}
.turns{fill:none;stroke:#2e7d32;stroke-width:3;stroke-dasharray:7 4}.shares{fill:none;stroke:#2e7d32;stroke-width:3}
.tries{fill:none;stroke:#c62828;stroke-width:3;stroke-dasharray:7 4}
"""


def marked(targets: Iterable[Target]) -> dict[tuple[int, int], Mark]:
    """The mark of each square, given as (file, rank) from 0. Captures have priority."""
    found: dict[tuple[int, int], Mark] = {}
    for target in targets:
        place = (ord(target.square[0]) - 97, int(target.square[1:]) - 1)
        mark = MARKS[target.kind]
        if place not in found or mark.strikes:
            found[place] = mark
    return found


def explained(targets: Iterable[Target], unicode: bool = True) -> str:
    """A legend of the signs in use, in one line; '' if there are none."""
    used: dict[str, list[str]] = {}
    shown = marked(targets).values()
    for mark in MARKS.values():
        if mark in shown:
            used.setdefault(mark.sign if unicode else mark.ascii, []).append(mark.meaning)
    return "   ".join(f"{sign} {' or '.join(meanings)}" for sign, meanings in used.items())


def pictured(kinds: Collection[str]) -> str:
    """A legend of pictures with marks of these kinds, in one line; '' if there are none."""
    return listed([mark.drawn for kind, mark in MARKS.items() if kind in kinds])
