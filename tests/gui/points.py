"""Fanorona Chess in a real XBoard, as ``oddfish xboard fanorona-chess`` starts it, with our own referee looking on."""

from __future__ import annotations

from collections.abc import Sequence

from gui.harness import Display
from gui.table import Table

VARIANT = "fanorona-chess"


class Points(Table):
    """A person against the engine.

    Args:
        legality: whether XBoard tests it, as the game is started.
    """

    def __init__(
        self,
        display: Display,
        fen: str = "",
        *,
        legality: bool = True,
        flipped: bool = False,
        texture: bool = False,
        depth: int = 2,
        words: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        super().__init__(
            display, VARIANT, fen, depth=depth, flipped=flipped, texture=texture, words=words,
            options=["-testLegality", str(legality).lower(), *options],
        )  # fmt: skip

    def by_way_of(self, origin: str, victim: str, target: str, lifted: bool = False) -> str:
        """Click piece, victim and destination; the move as XBoard sent it."""
        if not lifted:
            self.lift(origin)
        self.click(victim)
        self.wait_command(f"lift {victim}$")
        self.wait_output("highlight ")
        self.click(target)
        return self.wait_command(r"usermove (\S+)")[1]
