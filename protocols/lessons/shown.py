"""Lessons in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from oddfish.protocols.lessons.base import Board
from oddfish.protocols.pictures.marks import explained
from oddfish.protocols.pictures.terminal import colours, drawn, shows_signs

#: Blanks between two boards.
_GAP = 4
#: The minimum width of a long caption.
_CAPTION = 24


class Shown:
    """Boards, as many side by side as fit."""

    def __init__(self, boards: list[Board]):
        self.boards = boards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for row in self.rows(console, options.max_width):
            table = Table.grid(padding=(0, _GAP, 0, 0))
            for board in row:
                table.add_column(width=self.width(console, board))
            table.add_row(*(self.picture(console, board) for board in row))
            table.add_row(*(Text(board.caption) for board in row))
            yield table
            yield ""
        legend = [explained([target for board in self.boards for target in board.targets], shows_signs(console))]
        if colours(console) and any(board.last for board in self.boards):
            legend.append("other background: the move just made")
        if any(legend):
            yield Text("   ".join(filter(None, legend)))

    def rows(self, console: Console, width: int) -> Iterator[list[Board]]:
        """The boards of each line."""
        row: list[Board] = []
        taken = 0
        for board in self.boards:
            needed = self.width(console, board) + _GAP
            if row and taken + needed - _GAP > width:
                yield row
                row, taken = [], 0
            row.append(board)
            taken += needed
        if row:
            yield row

    def picture(self, console: Console, board: Board) -> Text:
        return drawn(console, board.variant, board.position, board.view, diagram=False)

    def width(self, console: Console, board: Board) -> int:
        widest = max(len(line) for line in self.picture(console, board).plain.split("\n"))
        return max(widest, min(len(board.caption), _CAPTION))
