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
    "step-peaceful": "one step in any direction, without capturing",
    "glide-peaceful": "a queen's slide, without capturing",
}


class TandemVariant(Variant):
    """The game on two boards."""

    name = "tandem-84"
    title = "Tandem-84"
    page = "tandem-84.md"
    network = "tandem"
    files = 12
    ranks = 7
    board_files = 6
    bench_fens = (
        "gb1cnrrn1kbg/pp1p1ppp3p/10p1/4p3p3/1P7C2/P2PPPPPP1PP/GBK1NRRN2BG w - e5i5 2 0 5",
        "g5r4g/p2n1ppk4/3p8/1p10/7P2P1/PG2PPP1r1P1/4K3R2G w - b5 2 0 14",
        "g9b1/3p1p4kp/7p4/4P4P2/p11/5P4PP/G1K2Rr4G w - - 2 0 14",
    )
    bench_reduction = 1
    summary = (
        "Chess on two boards of 6x7 squares, by Jim Aikin (2002). A turn is two moves that begin on different boards, "
        "of two pieces; White's first turn is one move. The second move is compulsory if there is a legal one, and "
        "left out if there is none. A piece may begin its move on the corresponding square of the other board if that "
        "is vacant, and must move on from there; or it changes places with a friend of another type on it, which is "
        "its move. Pawns do so too, and one on its second rank may always double-step. The Chancellor is Bishop + "
        "Knight, the Marshall Rook + Knight. A Ghost steps like a King or changes places with a friend beside it, who "
        "goes to where the Ghost started, except with the other Ghost, and a pawn that would come to its first rank; a "
        "pawn that comes to its last one promotes. Pawns promote to Queen, Marshall, Chancellor, Rook, Bishop, Knight "
        "or Ghost. There is one king a side, in check only from its own board, and only the end of a turn must leave "
        "it safe. A king in check neither goes to the other board nor begins a swap, and of its friends only a Ghost "
        "may change places with it. White castles d1-e1 with the Rook on f1, or to h1 on the other board with that on "
        "g1; Black i7-h7 with the Rook on g7, or to e7 with that on f7; the squares that must be vacant must be "
        "unattacked as well."
    )
    options = (
        Option(
            "GhostMove",
            "combo",
            "step",
            choices=GHOST_MOVES,
            help="how the Ghost moves when it does not swap: one step, one step without capturing, or a queen's slide "
            "without capturing, whose swap reaches the first piece in a line",
        ),
        Option(
            "SwapCompounds",
            "check",
            False,
            help="the Chancellor (C) is Rook + Knight and the Marshall (M) Bishop + Knight, not the other way round",
        ),
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
    """The setup for these options; missing ones take their defaults."""
    return _setup(str(options.get("GhostMove", "step")), bool(options.get("SwapCompounds")))


@cache
def _setup(ghost: str, swap_compounds: bool) -> Setup:
    return Setup(ghost, swap_compounds)


FAMILY: tuple[Variant, ...] = (TandemVariant(),)
