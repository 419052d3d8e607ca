"""``oddfish.Board``: the engine's boards, with pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oddfish.cext.core.board import Move
from oddfish.engine.library.board import Board as PlainBoard

if TYPE_CHECKING:
    from oddfish.protocols.pictures.view import Arrow

#: The colour of arrows that have none.
ARROW_COLOR = "#2e7d32"


class Board(PlainBoard):
    __doc__ = PlainBoard.__doc__

    def svg(
        self,
        *,
        marks: Iterable[int | str | Move] = (),
        arrows: Iterable[Move | tuple[int | str, int | str] | tuple[int | str, int | str, str]] = (),
        last_move: bool = True,
        flipped: bool = False,
    ) -> str:
        """The position as an SVG document.

        Args:
            marks: squares to mark, by number or name; or legal moves, whose effects are marked (a dot where a piece
                goes, a ring where it captures …).
            arrows: pairs of squares, each optionally with a colour as in CSS; or moves.
            last_move: whether to highlight the squares of the last move.
            flipped: whether to draw the second player's side at the bottom.

        Raises:
            ValueError: a square does not exist, or a colour is not one.
            IllegalMoveError: a move to mark is not legal here.
        """
        from oddfish.engine.guide import guide_of
        from oddfish.protocols.pictures.svg import svg
        from oddfish.protocols.pictures.view import View

        guide = guide_of(self.variant)
        noted, targets = [], []
        for mark in marks:
            if isinstance(mark, Move):
                targets += guide.targets(self.position, self.as_legal(mark).text)
            else:
                noted.append(self._square(mark))
        last = self.peek().text if last_move and self.ply() else ""
        drawn = [shape for arrow in arrows for shape in self._arrows(arrow)]
        return svg(self.variant, self.position, View(last, targets, flipped, noted=noted, arrows=drawn))

    def _square(self, square: int | str) -> str:
        return self.square_name(self._number(square))

    def _arrows(self, arrow: Move | tuple[int | str, ...]) -> list[Arrow]:
        from oddfish.protocols.pictures.view import Arrow, arrows_of_move

        if isinstance(arrow, Move):
            return arrows_of_move(arrow.text, ARROW_COLOR)
        if not isinstance(arrow, tuple) or len(arrow) not in (2, 3):
            raise TypeError(f"arrow {arrow!r}: expected a Move, or a tuple of two squares and perhaps a colour")
        color = arrow[2] if len(arrow) == 3 else ARROW_COLOR
        return [Arrow(self._square(arrow[0]), self._square(arrow[1]), str(color)).checked()]

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self.svg()
