"""Two Rooks in XBoard: chess's rooks and kings on a smaller board, each move one ply."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import Projection


class TwoRooks(Projection):
    """XBoard's table of pieces has the rook in its fourth slot, and the king in its last one."""

    table = "...RK"

    def setup(self, start: Position) -> list[str]:
        return [f"setup ({self.table}{self.table.lower()}) 5x5+0_{self.parent} {self.write_fen(start)}"]


def projection_of(variant: Variant) -> TwoRooks:
    return TwoRooks()
