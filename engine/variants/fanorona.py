"""Fanorona Chess: `fanorona-chess` and `fanorona-chess-alternate`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from oddfish.cext.fanorona.game import ALTERNATE, STANDARD, Fanorona
from oddfish.engine.variants.base import Variant

_SUMMARY = (
    "Chess on the lines of Fanorona's 5x9 board, by Peter Aronson (2004). Nobody ever moves onto an occupied point: "
    "a piece takes the enemy straight behind where it started (withdrawal) or straight beyond where it stops "
    "(approach), and must if the move it chose can. Diagonals join every other point only. Pawns promote to a type "
    "their side has lost. A stalemated player loses."
)


class FanoronaVariant(Variant):
    """One of the two start arrays; all else is the same."""

    page = "fanorona-chess.md"
    files = 5
    ranks = 9

    def __init__(self, name: str, title: str, array: str):
        self.name = name
        self.title = title
        self.summary = _SUMMARY
        self._start = f"{array} w Kk - 0 1"

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Fanorona:
        return Fanorona(self._start)

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Fanorona:
        return Fanorona(fen)

    def draw(self, position: Fanorona) -> str:  # type: ignore[override]
        """Points joined by the board's lines; diagonals leave every other point."""
        rows = []
        for rank in range(8, -1, -1):
            rows.append(f"{rank + 1}  " + "--".join(position.letter(rank * 5 + file) or "+" for file in range(5)))
            if rank:
                # Between two ranks: a diagonal runs down right where the point above left is strong, else down left.
                slants = ["\\" if (file + rank) % 2 == 0 else "/" for file in range(4)]
                rows.append("   |" + "|".join(f"{slant} " for slant in slants) + "|")
        return "\n".join([*rows, "   a  b  c  d  e"])

    def legend(self, position: Fanorona) -> list[tuple[str, str]]:  # type: ignore[override]
        return [("R", "Rook"), ("N", "Knight"), ("B", "Bishop"), ("Q", "Queen"), ("K", "King"), ("P", "Pawn")]


FAMILY: tuple[Variant, ...] = (
    FanoronaVariant("fanorona-chess", "Fanorona Chess", STANDARD),
    FanoronaVariant("fanorona-chess-alternate", "Fanorona Chess, alternate array", ALTERNATE),
)
