"""CECP's ``edit`` mode, the old way to set up a position piece by piece."""

from __future__ import annotations

from oddfish.cext.core.fen import write_rank
from oddfish.protocols.arguments import CommandError
from oddfish.protocols.projections.base import rows_of


class Editor:
    """The board that the subcommands ``#``, ``c`` and ``Pa4`` edit.

    Args:
        board: the board field of a FEN, as XBoard writes it.
    """

    def __init__(self, board: str):
        self.rows = list(rows_of(board.partition("[")[0]))
        self.color = 0
        # XBoard numbers ranks from 0 on a board with ten ranks.
        self.lowest = 0 if len(self.rows) == 10 else 1

    def feed(self, command: str) -> None:
        """Carry out one subcommand.

        Raises:
            CommandError: there is no such subcommand; the board is unchanged.
        """
        if command == "#":
            self.rows = [[""] * len(row) for row in self.rows]
        elif command == "c":
            self.color = 1 - self.color
        else:
            self._place(command)

    def _place(self, command: str) -> None:
        letter, square = command[:1], command[1:]
        file = ord(square[0]) - 97 if square else -1
        rank = int(square[1:]) - self.lowest if square[1:].isdecimal() and len(square) <= 3 else -1
        if not letter.isalpha() or not (0 <= rank < len(self.rows) and 0 <= file < len(self.rows[0])):
            raise CommandError("unknown command in edit mode")
        placed = letter.lower() if self.color else letter.upper()
        self.rows[-1 - rank][file] = "" if letter == "x" else placed

    @property
    def board(self) -> str:
        """The board field of a FEN."""
        return "/".join(map(write_rank, self.rows))
