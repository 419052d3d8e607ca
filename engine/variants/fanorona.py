"""Fanorona Chess: `fanorona-chess` and `fanorona-chess-alternate`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from oddfish.engine.deferred import Deferred
from oddfish.engine.endings import Ending, Endings
from oddfish.engine.variants.base import Variant, turned_board

if TYPE_CHECKING:
    from oddfish.cext.core import endings as core_endings
    from oddfish.cext.fanorona import game as core
    from oddfish.cext.fanorona import tablebase as solver
    from oddfish.cext.fanorona.game import Fanorona
    from oddfish.engine import tablebase
else:
    core, solver = Deferred("oddfish.cext.fanorona.game"), Deferred("oddfish.cext.fanorona.tablebase")
    core_endings, tablebase = Deferred("oddfish.cext.core.endings"), Deferred("oddfish.engine.tablebase")

_SUMMARY = (
    "Chess on the lines of Fanorona's 5x9 board, by Peter Aronson (2004), with {array}. There is no castling, double "
    "step or en passant.\n\n"
    "Pieces never move onto an occupied point. Instead, a move captures the enemy on the line directly behind its "
    "start (withdrawal) or directly beyond its destination (approach): exactly one piece. A move that can capture "
    "must capture, but you need not choose such a move.\n\n"
    "Diagonal lines join only the strong points, which are every other point (a1, c1, b2 ...).\n\n"
    "From a strong point a Knight goes one step diagonally, then one straight outward; from a weak point, one step "
    "straight, then one diagonally outward. The point in between may be occupied. A Knight's withdrawal captures "
    "opposite to its first step, its approach further along its second step.\n\n"
    "Pawns step one point forward or, from a strong point, one diagonally forward. On the last rank a pawn becomes a "
    "Knight, Bishop, Rook or Queen that its side has lost; if there is no such piece, it may not enter the last "
    "rank.\n\n"
    "A king that has never moved and is not in check may make a Knight's move that captures nothing. A stalemated "
    "player loses."
)

#: Positions for `oddfish bench`: an opening, a middlegame and an endgame for each variant.
_BENCH: dict[str, tuple[str, ...]] = {
    "fanorona-chess": (
        "nrkrn/2qb1/b2pp/p1p2/1P3/P2P1/1P2P/KBQB1/NR1RN b k - 0 5",
        "n1k2/5/3n1/2p2/r1P2/3P1/3R1/1K2R/N4 w k - 7 28",
        "2k2/P4/5/1b1B1/3N1/5/5/1K3/5 w - - 1 59",
    ),
    "fanorona-chess-alternate": (
        "brkrb/2q1n/p1pp1/1p1p1/5/P4/1PQPP/N3K/BR1RB b k - 1 5",
        "bk1rb/q3n/1r2p/Q4/PN1n1/P3P/4B/4K/B1RRN w - - 5 23",
        "5/3k1/2b1p/3p1/3p1/1P3/2B1P/5/2BK1 w - - 0 28",
    ),
}


class FanoronaEndings(Endings):
    """The endings of both variants, whose arrays do not matter."""

    fewest, most = 2, 4
    royal, pawn, promotions = "K", "P", "QRBN"

    def __init__(self) -> None:
        super().__init__("fanorona-chess", "5x9", "KQRBNP")

    def empty(self) -> solver.Tables:
        return solver.Tables()

    def listed(self, pieces: int) -> list[Ending]:
        return core_endings.endings_of(solver.SIDES, pieces)

    def solve(self, tables: solver.Tables, ending: Ending) -> None:
        core.solve(tables, *ending)


class FanoronaVariant(Variant):
    """One of the two start arrays."""

    page = "fanorona-chess.md"
    files = 5
    ranks = 9

    def __init__(self, name: str, title: str, array: str, summary: str):
        self.name = self.network = name
        self.title = title
        self.summary = _SUMMARY.format(array=summary)
        self.bench_fens = _BENCH[name]
        self._start = f"{array} w Kk - 0 1"

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Fanorona:
        return core.Fanorona(self._start, tablebase.load(FanoronaEndings()))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Fanorona:
        return core.Fanorona(fen, tablebase.load(FanoronaEndings()))

    def endings(self, options: Mapping[str, Any]) -> FanoronaEndings:
        return FanoronaEndings()

    def mirror_images(self, fen: str) -> tuple[str, ...]:
        """The board is symmetrical from left to right."""
        board, _, rest = fen.partition(" ")
        return (f"{turned_board(board)} {rest}",)

    def draw(self, position: Fanorona) -> str:  # type: ignore[override]
        """Points joined by the lines of the board."""
        rows = []
        for rank, cells in zip(range(8, -1, -1), self.rows(position)):
            rows.append(f"{rank + 1}  " + "---".join(letter or "+" for letter in cells))
            if rank:
                # From a strong point, a diagonal runs down to the right, otherwise down to the left.
                slants = ["\\" if (file + rank) % 2 == 0 else "/" for file in range(4)]
                rows.append("   |" + "".join(f" {slant} |" for slant in slants))
        return "\n".join([*rows, "   a   b   c   d   e"])

    def legend(self, position: Fanorona) -> list[tuple[str, str]]:  # type: ignore[override]
        return [("R", "Rook"), ("N", "Knight"), ("B", "Bishop"), ("Q", "Queen"), ("K", "King"), ("P", "Pawn")]


FAMILY: tuple[Variant, ...] = (
    FanoronaVariant(
        "fanorona-chess",
        "Fanorona Chess",
        "nrkrn/1bqb1/ppppp/5/5/5/PPPPP/1BQB1/NRKRN",
        "Knights in the corners and Bishops on the second rank",
    ),
    FanoronaVariant(
        "fanorona-chess-alternate",
        "Fanorona Chess, alternate array",
        "brkrb/n1q1n/ppppp/5/5/5/PPPPP/N1Q1N/BRKRB",
        "Bishops in the corners and Knights on the second rank",
    ),
)
