"""Tandem-84."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from oddfish.engine.deferred import Deferred
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Variant

if TYPE_CHECKING:
    from oddfish.cext.tandem import game as core
    from oddfish.cext.tandem.game import Setup, Tandem
else:
    core = Deferred("oddfish.cext.tandem.game")

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
        "Chess on two boards of 6x7 squares, by Jim Aikin (2002).\n\n"
        "A turn is two moves by two pieces, which begin on different boards; White's first turn is one move. You must "
        "make the second move if you have a legal one; otherwise the turn ends after the first.\n\n"
        "A piece may first drop to the corresponding square of the other board, if that is vacant, and must then make "
        "its move from there. If a friend of another type is on that square, the two may swap, which is the whole "
        "move. Pawns may do both, too.\n\n"
        "A pawn on its second rank may always double-step. Either move of the next turn may take it en passant, also "
        "after a drop, if it still stands there.\n\n"
        "The Chancellor is Bishop + Knight, the Marshall Rook + Knight.\n\n"
        "A Ghost steps like a King or swaps with a friend beside it, which goes to the square where the Ghost "
        "started. It never swaps with the other Ghost, or with a pawn that would land on its first rank; a pawn that "
        "lands on its last rank promotes.\n\n"
        "Pawns promote to Queen, Marshall, Chancellor, Rook, Bishop, Knight or Ghost.\n\n"
        "Each side has one King. Only enemies on its own board give check, and it need only be safe at the end of a "
        "turn. A King in check may neither go to the other board nor begin a swap, and only a Ghost may swap with "
        "it.\n\n"
        "An unmoved King that is not in check castles with an unmoved Rook: White's King goes to e1 and the Rook from "
        "f1 to d1 (e1 must be vacant and unattacked), or the King to h1 and the Rook from g1 to i1 (j1, i1 and h1); "
        "Black's King goes to h7 and the Rook from g7 to i7 (h7), or to e7 and the Rook from f7 to d7 (c7, d7 and "
        "e7). That Rook may not make the turn's other move.\n\n"
        "Threefold repetition is a draw, and so are fifty turns by each side without a capture, promotion or pawn "
        "move; there is no draw by lack of material."
    )
    options = (
        Option(
            "GhostMove",
            "combo",
            "step",
            choices=tuple(_GHOSTS),
            help="how the Ghost moves: one step, one step without capturing, or a queen's slide without capturing; a "
            "sliding Ghost swaps with the first piece in a line",
        ),
        Option(
            "SwapCompounds",
            "check",
            False,
            help="the Chancellor (C) is Rook + Knight and the Marshall (M) Bishop + Knight, instead of the reverse",
        ),
        Option(
            "EnPassantReply",
            "combo",
            "either",
            choices=("either", "first"),
            help="which of the reply's two moves may take a pawn en passant: either, or only the first",
        ),
    )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Tandem:
        return core.Tandem(setup_of(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Tandem:
        return core.Tandem(setup_of(options), fen)

    def mirror(self, fen: str) -> str:
        """Both boards are turned around and exchanged."""
        board, turn, rights, passed, stage, *rest = fen.split()
        rights = "".join(sorted(rights.swapcase(), key="KDkd-".index))
        passed = "".join(sorted(re.findall("..", _turned(passed)))) if passed != "-" else passed
        if ":" in stage:
            moves, side, squares = stage.split(":")
            stage = f"{moves}:{'left' if side == 'right' else 'right'}:{_turned(squares)}"
        parts = re.findall(r"\d+|.", board.swapcase())  # a rank can have a gap of two digits
        return " ".join(("".join(parts[::-1]), "wb"[turn == "w"], rights, passed, stage, *rest))

    def draw(self, position: Tandem) -> str:  # type: ignore[override]
        rows = []
        for rank, cells in zip(range(7, 0, -1), self.rows(position)):
            shown = [letter or "." for letter in cells]
            rows.append(f"{rank}  {' '.join(shown[:6])}   {' '.join(shown[6:])}")
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


def _turned(squares: str) -> str:
    """Names of squares as they are called from the other side."""
    files, ranks = "abcdefghijkl", "1234567"
    return squares.translate(str.maketrans(files + ranks, files[::-1] + ranks[::-1]))


def setup_of(options: Mapping[str, Any]) -> Setup:
    """The setup for these options; missing ones take their defaults."""
    return _setup(
        str(options.get("GhostMove", "step")),
        bool(options.get("SwapCompounds")),
        str(options.get("EnPassantReply", "either")),
    )


@cache
def _setup(ghost: str, swap_compounds: bool, reply: str) -> Setup:
    return core.Setup(ghost, swap_compounds, reply)


FAMILY: tuple[Variant, ...] = (TandemVariant(),)
