"""Tandem-84: two boards side by side, compound pieces, and the Ghost."""

from __future__ import annotations

from collections.abc import Mapping

from oddfish.protocols.pictures.board import Board, chequers, rectangle
from oddfish.protocols.pictures.chessmen import chessmen
from oddfish.protocols.pictures.figures import BISHOP_KNIGHT, FIGURES, ROOK_KNIGHT
from oddfish.protocols.pictures.look import Family, Look
from oddfish.protocols.projections.tandem import SLOTS

FILES, RANKS = 12, 7
SQUARE = 96
LIGHT, DARK = "#efdcb8", "#b29879"
_FRAME, _GAP = "#4e2a12", "#6f4f34"
#: Half the width of the gap between the boards, and the width of the frame on each side of it, in pixels.
_HALF_GAP, _EDGE = 9, 3

_GHOST = (
    '<path d="M10.5 37V19.5a12 12.5 0 0 1 24 0V37q-2 3.5-4 0t-4 0-4 0-4 0-4 0-4 0z"/>'
    '<ellipse cx="18.5" cy="18.5" rx="2" ry="3" class="eye"/><ellipse cx="26.5" cy="18.5" rx="2" ry="3" class="eye"/>'
    '<path d="M19.5 26.5q3 2.5 6 0" class="line"/>'
)
_FIGURES = {**FIGURES, "C": BISHOP_KNIGHT, "M": ROOK_KNIGHT, "G": _GHOST}


def board() -> Board:
    """XBoard's board of twelve files, drawn as two boards of six with a gap between them."""
    middle, bottom = FILES * SQUARE // 2, RANKS * SQUARE
    frame = rectangle(middle - _HALF_GAP - _EDGE, 0, middle + _HALF_GAP + _EDGE, bottom, _FRAME)
    gap = rectangle(middle - _HALF_GAP, 0, middle + _HALF_GAP, bottom, _GAP)
    return Board(FILES, RANKS, SQUARE, LIGHT, [*chequers(FILES, RANKS, SQUARE, DARK, 0), frame, gap])


def pieces(piece_set: str) -> dict[str, str]:
    return chessmen(_FIGURES, SLOTS)


class TandemLook(Look):
    """Chessmen and compounds. If the option exchanges the compounds' letters, their figures are exchanged too."""

    def figures(self) -> Mapping[str, str]:
        if not self.position.setup.swap_compounds:  # type: ignore[attr-defined]
            return _FIGURES
        return {**_FIGURES, "C": ROOK_KNIGHT, "M": BISHOP_KNIGHT}


FAMILY = Family(TandemLook, {"tandem": board}, pieces)
