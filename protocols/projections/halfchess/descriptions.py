"""How the pieces move, for XBoard: its `piece` lines, in Betza's notation.

XBoard trusts these lines whatever its flags: it uses them to announce checks and to shorten the moves that it saves.
Games of full-sized pieces get exact lines. Betza's notation has no halflings, which slide at most halfway to the edge,
so their lines have full sliders. These would give false checks, so with halflings no line captures a King (Betza's
`t`), and XBoard announces no check. Saved games still load, because the lines include every legal move.
"""

from __future__ import annotations

from collections.abc import Iterator

from oddfish.cext.core.geometry import LEAPS
from oddfish.cext.halfchess.armies import HALF, SLOTS, Piece
from oddfish.cext.halfchess.game import Setup

#: Leapers in Betza's notation, with a place for modifiers. A piece is made of the first ones that cover its leaps.
_LEAPERS = {
    "W": "{}W", "F": "{}F", "D": "{}D", "A": "{}A", "N": "{}N", "V": "v{}N", "S": "s{}N", "C": "ff{}Nbs{}N",
}  # fmt: skip
#: A pawn that cannot capture a King.
_PAWN = "fmWifmnDfcetF"
#: The opponent's types to which pawns can promote, by their own letters.
_FOREIGN = dict(zip("THEM", SLOTS))


def piece_lines(setup: Setup) -> Iterator[str]:
    """The `piece` lines of all officers, and of pawns if there are halflings.

    Args:
        setup: the game's armies.
    """
    own = [army.pieces for army in setup.armies]
    tame = any(HALF in (piece.rook, piece.bishop) for army in own for piece in army.values())
    if tame:
        yield f"piece P& {_PAWN}"
    for color, case in enumerate((str.upper, str.lower)):
        officers = dict(own[color])
        if setup.foreign:
            officers |= {letter: own[1 - color][slot] for letter, slot in _FOREIGN.items()}
        for letter, piece in officers.items():
            yield f"piece {case(letter)} {betza(piece, 't' if tame else '')}"


def betza(piece: Piece, modifiers: str) -> str:
    """A piece in Betza's notation, with full sliders for halflings.

    Args:
        modifiers: letters for each part of the description.
    """
    parts = ["{}R"] * bool(piece.rook) + ["{}B"] * bool(piece.bishop)
    left = set(piece.leaps)
    for letter, text in _LEAPERS.items():
        leaps = set(LEAPS[letter])
        if leaps <= piece.leaps and leaps & left:
            parts.append(text)
            left -= leaps
    return "".join(parts).replace("{}", modifiers)
