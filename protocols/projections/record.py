"""The plies of a game, and XBoard's board after each."""

from __future__ import annotations

from collections.abc import Callable

from oddfish.protocols.projections.cells import Cells


class Record:
    """The plies since the start of a game, grouped into turns.

    Args:
        start: XBoard's board before the first ply.
        after: returns the board after a ply.
    """

    def __init__(self, start: Cells, after: Callable[[Cells, str], Cells]):
        self._after = after
        self.boards = [start]
        self.plies: list[str] = []
        self._lengths: list[int] = []  # plies of each finished turn

    @property
    def cells(self) -> Cells:
        """XBoard's current board."""
        return self.boards[-1]

    @property
    def turns(self) -> int:
        """The number of finished turns."""
        return len(self._lengths)

    @property
    def begun(self) -> tuple[str, ...]:
        """The plies of the unfinished turn."""
        return tuple(self.plies[sum(self._lengths) :])

    @property
    def before(self) -> Cells:
        """XBoard's board at the start of the unfinished turn."""
        return self.boards[-1 - len(self.begun)]

    def add(self, ply: str) -> None:
        self.boards.append(self._after(self.cells, ply))
        self.plies.append(ply)

    def finish_turn(self) -> None:
        self._lengths.append(len(self.begun))

    def take_back(self) -> tuple[str, bool]:
        """Take back the last ply. Returns it, and whether it ended a turn."""
        ended = not self.begun
        if ended:
            self._lengths.pop()
        self.boards.pop()
        return self.plies.pop(), ended
