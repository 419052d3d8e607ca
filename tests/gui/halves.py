"""Games with hands in a real XBoard, as ``oddfish xboard`` starts it, with our own referee watching."""

from __future__ import annotations

from collections.abc import Sequence

from gui.harness import Display
from gui.table import Table
from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for


class Halves(Table):
    """A person against the engine.

    Args:
        fen: the start position, in the variant's dialect.
    """

    def __init__(
        self,
        display: Display,
        variant: str = "bifold-halfgi",
        fen: str = "",
        *,
        depth: int = 1,
        flipped: bool = False,
        texture: bool = False,
        words: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        shown = projection_for(variant).write_fen(Game(variant, fen=fen).position) if fen else ""
        super().__init__(
            display, variant, shown, depth=depth, flipped=flipped, texture=texture, words=words, options=options
        )

    def click_on(self, *cells: str) -> None:
        """Click on a piece, perhaps on its mate, and on the destination."""
        self.play_turn(" ".join(cells))

    def check(self) -> str:
        """Check that XBoard's board is the one by our rules; returns the position."""
        shown = self.save_position(self.home / "shown.fen")
        read = projection_for(self.variant).read_fen(shown)
        game, rest, _ = self.read(self.moves())
        assert not rest, "inside a turn"
        same = essence(Game(self.variant, fen=read).fen()) == essence(game.fen())
        assert same, f"XBoard shows {read}, it should be {game.fen()}"
        assert not self.errors(), self.dialogs()
        return game.fen()


def essence(fen: str) -> tuple[str, ...]:
    """The parts of a position that XBoard's board shows: no rights."""
    placement, turn = fen.split()[:2]
    board, _, hand = placement.partition("[")
    return (board, "".join(sorted(hand.strip("]"))), turn)
