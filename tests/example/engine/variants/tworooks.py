"""Two Rooks."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from oddfish.cext.tworooks.game import TwoRooks
from oddfish.engine.variants.base import Variant


class TwoRooksVariant(Variant):
    """The only variant of its family."""

    name = "two-rooks"
    title = "Two Rooks"
    page = "two-rooks.md"
    summary = "A king and two rooks a side on 5x5 squares. Anything not mentioned works as in chess."
    files = 5
    ranks = 5

    def start(self, options: Mapping[str, Any], rng: random.Random) -> TwoRooks:
        return TwoRooks()

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> TwoRooks:
        return TwoRooks(fen)

    def draw(self, position: TwoRooks) -> str:  # type: ignore[override]
        rows = [
            f"{rank + 1}  " + " ".join(position.cell(rank * 5 + file) or "." for file in range(5))
            for rank in range(4, -1, -1)
        ]
        return "\n".join([*rows, "   a b c d e"])

    def legend(self, position: TwoRooks) -> list[tuple[str, str]]:  # type: ignore[override]
        return [("R", "Rook"), ("K", "King")]


FAMILY: tuple[Variant, ...] = (TwoRooksVariant(),)
