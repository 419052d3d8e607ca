"""Split counts: perft's leaves by the kinds of the moves that lead to them."""

from typing import final

from oddfish.cext.core.rules import Position

@final
class Splitter:
    """Counts a position's leaves by kinds; several threads may share it.

    Args:
        root: the position.

    Raises:
        ValueError: this game has no kinds of moves.
    """

    def __new__(cls, root: Position) -> Splitter: ...
    def stop(self) -> None:
        """End counting early, from another thread; counts are then partial."""

    def below(self, depth: int, move: int) -> tuple[int, int, list[int]]:
        """Leaves ``depth`` plies below the root in lines that begin with ``move``; their outcomes; and the number of
        outcomes of each kind, in the order of ``Position.move_kinds``. ValueError if the depth is out of range."""
