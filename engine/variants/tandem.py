"""Tandem-84."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from oddfish.cext.tandem.game import GHOST_MOVES, Setup, Tandem
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Variant

_GHOSTS = {
    "step": "one step in any direction",
    "step-peaceful": "one step in any direction, takes nothing",
    "glide-peaceful": "a queen's slide, takes nothing",
}


class TandemVariant(Variant):
    """The one game of two boards."""

    name = "tandem-84"
    title = "Tandem-84"
    page = "tandem-84.md"
    files = 12
    ranks = 7
    board_files = 6
    summary = (
        "Chess on two boards of 6x7 squares, by Jim Aikin (2002). A turn is two moves of pieces that begin on "
        "different boards; White's first is one. A piece may drop to the corresponding square of the other board and "
        "move from there, or change places with the friendly piece on it. Ghosts change places with friendly pieces "
        "beside them. There is one king a side, in check only from its own board, and only the end of a turn must "
        "leave it safe."
    )
    options = (
        Option("GhostMove", "combo", "step", choices=GHOST_MOVES, help="how the Ghost moves when it swaps with nobody"),
        Option("SwapCompounds", "check", False, help="C is Rook + Knight and M Bishop + Knight"),
    )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Tandem:
        return Tandem(setup_of(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Tandem:
        return Tandem(setup_of(options), fen)

    def draw(self, position: Tandem) -> str:  # type: ignore[override]
        rows = []
        for rank in range(6, -1, -1):
            left, right = (
                " ".join(position.letter(board, rank * 6 + file) or "." for file in range(6)) for board in range(2)
            )
            rows.append(f"{rank + 1}  {left}   {right}")
        return "\n".join([*rows, "   a b c d e f   g h i j k l"])

    def legend(self, position: Tandem) -> list[tuple[str, str]]:  # type: ignore[override]
        compounds = ("Chancellor (Bishop + Knight)", "Marshall (Rook + Knight)")
        if position.setup.swap_compounds:
            compounds = ("Chancellor (Rook + Knight)", "Marshall (Bishop + Knight)")
        return [
            ("G", f"Ghost ({_GHOSTS[position.setup.ghost]})"),
            ("C", compounds[0]),
            ("M", compounds[1]),
            *[("Q", "Queen"), ("R", "Rook"), ("B", "Bishop"), ("N", "Knight"), ("K", "King"), ("P", "Pawn")],
        ]


def setup_of(options: Mapping[str, Any]) -> Setup:
    """The setup of these options; what is missing takes its default."""
    return _setup(str(options.get("GhostMove", "step")), bool(options.get("SwapCompounds")))


@cache
def _setup(ghost: str, swap_compounds: bool) -> Setup:
    return Setup(ghost, swap_compounds)


FAMILY: tuple[Variant, ...] = (TandemVariant(),)
