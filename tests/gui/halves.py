"""Bifold Halfgi in a real XBoard, as ``oddfish xboard`` starts it, with our own referee looking on."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gui.harness import MARKS, Display, Message, XBoard, wait_until
from oddfish.engine.game import Game
from oddfish.protocols.projections import projection_for

#: Plain squares: the harness finds the board by their colours.
PLAIN = ("-useBoardTexture", "false", "-overrideLineGap", "1", "-highlightMoveWithArrow", "false")
MARKS["#00ff00"] = "G"


class Halves(XBoard):
    """A person against the engine.

    Args:
        fen: where the game begins, in the variant's dialect.
        match: arguments of ``oddfish xboard``, for two engines.
        texture: the board as people see it.
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
        match: Sequence[str] = (),
        options: Sequence[str] = (),
    ):
        super().__init__(
            display,
            launch=[sys.executable, "-m", "oddfish.protocols.main", "xboard", variant, *match, "--"],
            options=[*(["-depth", str(depth)] if depth else []), *([] if texture else PLAIN), *options],
            variant=variant,
            files=16,
            ranks=10,
            flipped=flipped,
            ready=not match,
        )
        self.fen = fen

    def command_line(self) -> list[str]:
        words = super().command_line()
        if self.fen:
            shown = projection_for(self.variant).write_fen(Game(self.variant, fen=self.fen).position)
            (self.home / "start.fen").write_text(f"{shown}\n")
            words += ["-loadPositionFile", str(self.home / "start.fen")]
        return words

    def click_on(self, *cells: str) -> None:
        """Click on a piece, perhaps on its mate, and on the aim."""
        self.lift(cells[0])
        for cell in cells[1:-1]:
            self.click(cell)
            self.wait_command(f"lift {cell}$")
            self.wait_output("highlight ")
        self.skip()
        self.click(cells[-1])
        self.wait_command("usermove ")

    def referee(self, plies: Sequence[str] | None = None) -> Game:
        """What was played, by our rules, read from the plies."""
        projection = projection_for(self.variant)
        starts = [m.text.split(" ", 1)[1] for m in self._since_new() if m.text.startswith("setboard ")]
        game = Game(self.variant, fen=projection.read_fen(starts[-1]) if starts else None)
        projection.reset()
        for ply in self.moves() if plies is None else plies:
            received = projection.receive(game, ply, False)
            assert not received.replies
            if received.move:
                game.push(received.move)
        assert not projection.unfinished
        return game

    def _since_new(self) -> list[Message]:
        sent = [m for m in self.messages() if m.sent and m.engine == "first"]
        return sent[max(index for index, m in enumerate(sent) if m.text == "new") :]

    def turns(self, count: int) -> Game:
        """Wait until so many turns have been played; what they are."""

        def complete() -> Game | None:
            try:
                game = self.referee()
            except (AssertionError, ValueError):
                return None
            return game if len(game.moves) >= count else None

        return wait_until(complete, f"{count} turns")

    def check(self) -> str:
        """XBoard's board must be the one our rules lead to; the position."""
        shown = self.save_position(self.home / "shown.fen")
        read = projection_for(self.variant).read_fen(shown)
        expected = self.referee().fen()
        same = essence(Game(self.variant, fen=read).fen()) == essence(expected)
        assert same, f"XBoard shows {read}, it should be {expected}"
        assert not self.errors(), self.dialogs()
        return expected


def essence(fen: str) -> tuple[str, ...]:
    """What XBoard's board can tell of a position: no rights."""
    placement, turn = fen.split()[:2]
    board, _, hand = placement.partition("[")
    return (board, "".join(sorted(hand.strip("]"))), turn)
