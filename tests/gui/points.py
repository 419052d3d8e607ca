"""Fanorona Chess in a real XBoard, as ``oddfish xboard fanorona-chess`` starts it, with our own referee watching."""

from __future__ import annotations

from collections.abc import Sequence

from gui.harness import Display
from gui.table import Table

VARIANT = "fanorona-chess"
#: The engine claims results: XBoard does not know approach and withdrawal.
LEGALITY = ("-testLegality", "true", "-testClaims", "false", "-checkMates", "false", "-materialDraws", "false")


class Points(Table):
    """A person against the engine.

    Args:
        legality: whether XBoard tests it.
    """

    def __init__(
        self,
        display: Display,
        fen: str = "",
        *,
        legality: bool = False,
        flipped: bool = False,
        texture: bool = False,
        depth: int = 2,
        words: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        super().__init__(
            display, VARIANT, fen, depth=depth, flipped=flipped, texture=texture, words=words,
            options=[*(LEGALITY if legality else ()), *options],
        )  # fmt: skip

    def by_way_of(self, origin: str, victim: str, target: str, lifted: bool = False, slowly: bool = False) -> str:
        """Click piece, victim and destination; returns the move that XBoard sent."""
        if not lifted:
            self.lift(origin)
        click = self.click_slowly if slowly else self.click
        click(victim)
        self.wait_lift(victim)
        click(target)
        return self.wait_command(r"usermove (\S+)")[1]
