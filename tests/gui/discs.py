"""Banqi in a real XBoard, as ``oddfish xboard banqi`` starts it, with our own referee watching."""

from __future__ import annotations

from collections.abc import Sequence

from gui.harness import Display
from gui.table import Table
from oddfish.protocols.projections.banqi import board as banqi_board


class Discs(Table):
    """A person against the engine.

    Args:
        chosen: options of the game, such as `DarkCapture` or `DealSeed=5`.
    """

    def __init__(
        self,
        display: Display,
        fen: str = "",
        *,
        variant: str = "banqi",
        chosen: Sequence[str] = (),
        flipped: bool = False,
        texture: bool = False,
        words: Sequence[str] = (),
        depth: int = 2,
        options: Sequence[str] = (),
    ):
        rules = dict(rule.split("=", 1) if "=" in rule else (rule, "true") for rule in chosen)
        super().__init__(
            display, variant, fen, depth=depth, flipped=flipped, rules=rules, words=words, texture=texture,
            options=options,
        )  # fmt: skip

    def flip_over(self, cell: str) -> str:
        """One click on a half; returns the ply that XBoard sent by itself."""
        self.skip()
        self.click(cell)
        self.wait_command(f"lift {cell}$")
        return self.wait_command(r"usermove (\S+)")[1]

    def face_down(self, cell: str) -> bool:
        position = self.referee().position
        return banqi_board.shown(position, banqi_board.square_of(cell)) == "X"  # type: ignore[arg-type]
