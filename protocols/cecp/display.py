"""The board that the GUI shows: its set-up, its picture, and the window around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddfish.engine.options import Option
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.projections.base import uncovered
from oddfish.protocols.projections.shape import Shape, redraw_line, shape_of
from oddfish.protocols.projections.table import for_winboard

if TYPE_CHECKING:
    from oddfish.protocols.pictures.live import LiveBoard
    from oddfish.protocols.window import Fitting

#: The program that shows the games: WinBoard, too, speaks this protocol, but nothing in it tells the two apart.
GUI = Option("Gui", "combo", "XBoard", choices=("XBoard", "WinBoard"), help="the program that shows the board")


class Display:
    """What XBoard or WinBoard shows of the current game.

    Args:
        board: the path of the picture of the current game's board, which the engine keeps up to date; None if XBoard
            has no such picture.
    """

    def __init__(self, current: XBoardGame, output: CecpOutput, board: str | None):
        self._current = current
        self._output = output
        self.gui = str(GUI.default)
        self._black_person = False  # the person at the board plays Black, and no move has been made
        self._live_board, self._fitting = _live_board(board), _fitting(board)
        self._shape: Shape | None = None  # of the board that XBoard shows
        self._new_picture = self._show_picture()  # XBoard has not read it yet

    @property
    def has_picture(self) -> bool:
        """Whether the engine draws the board."""
        return self._live_board is not None

    def new_game(self) -> None:
        self._black_person = False

    def set_gui(self, gui: str) -> bool:
        """Learn which program shows the board. Returns whether it is another than before."""
        before, self.gui = self.gui, gui
        return gui != before

    def setup_lines(self) -> list[str]:
        """The lines that set the GUI's board up for the current game."""
        projection = self._current.projection
        lines = projection.setup(self._current.game.position)
        if self.gui != GUI.default:
            return for_winboard(lines, exchanged=self._black_person and projection.exchanges_pictures)
        return lines

    def send_setup(self) -> None:
        """Send XBoard the current game's board, and make it read the picture again if that has changed."""
        lines, before = self.setup_lines(), self._shape
        self._shape = shape_of(lines)
        self._new_picture |= self._show_picture()
        self._send_board(lines, before not in (None, self._shape))

    def seat_person(self, side: int) -> None:
        """Learn which side the person at the board plays. XBoard turns the board before the engine's first move if that
        is White's; the picture has to follow."""
        game = self._current.game
        self._current.view.take_seat(game, side)
        if game.moves or not self._current.clicks:
            return
        before, self._black_person = self.setup_lines(), side == 1
        fresh, lines = self._show_picture(side), self.setup_lines()
        self._new_picture |= fresh
        if lines != before:
            self._output.write(redraw_line(lines[0]))  # WinBoard sets up no second board of the same shape
        if fresh or lines != before:
            self._send_board(lines)

    def reminder(self) -> list[str]:
        """Lines for a person after the engine's move: what the GUI does not show of it. WinBoard's marks cover the
        pieces on their squares."""
        projection, game = self._current.view, self._current.game
        lines = projection.reminder(game)
        if self.gui == GUI.default:
            return lines
        board = projection.write_fen(game.position).split()[0]
        return [uncovered(line, board) for line in lines]

    def _send_board(self, lines: list[str], new_shape: bool = False) -> None:
        """Send XBoard the current game's board. If the shape or the picture is new, XBoard redraws everything, and the
        window gets the size that fits."""
        if self._live_board is not None and lines and (self._new_picture or new_shape):
            self._new_picture = False
            self._output.write(redraw_line(lines[0]))
        self._output.write(*lines)
        if self._fitting is not None and self._shape is not None:
            self._fitting.start(self._shape)

    def _show_picture(self, seat: int = 0) -> bool:
        """Whether the picture of the board has changed."""
        projection = self._current.projection
        side = "-black" if seat and not projection.coordinates else ""
        return self._live_board is not None and self._live_board.show(projection.board + side)


def _live_board(path: str | None) -> LiveBoard | None:
    """Imported only if XBoard has such a file: GUIs wait for the engine to start."""
    if path is None:
        return None
    from pathlib import Path

    from oddfish.protocols.pictures.live import LiveBoard

    return LiveBoard(Path(path))


def _fitting(path: str | None) -> Fitting | None:
    """Likewise."""
    if path is None:
        return None
    from oddfish.protocols.window import Fitting

    return Fitting()
