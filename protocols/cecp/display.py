"""The board that the GUI shows: its set-up, its picture and its window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddfish.engine.options import Option
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.projections.base import uncovered
from oddfish.protocols.projections.shape import Shape, picture_of, redraw_line, shape_of, with_margins
from oddfish.protocols.projections.table import for_winboard

if TYPE_CHECKING:
    from oddfish.protocols.pictures.live import LiveBoard
    from oddfish.protocols.window import Fitting

#: The program that shows the board. XBoard and WinBoard speak the same protocol, and nothing in it tells them apart.
GUI = Option("Gui", "combo", "XBoard", choices=("XBoard", "WinBoard"), help="the program that shows the board")


class Display:
    """What XBoard or WinBoard shows of the current game.

    Args:
        board: the path of the picture of the board, which the engine redraws for each game; None if XBoard shows none.
        black_first: the first player of the game that XBoard loads has black pieces.
    """

    def __init__(self, current: XBoardGame, output: CecpOutput, board: str | None, black_first: bool = False):
        self._current = current
        self._black_first = black_first
        self._output = output
        self.gui = str(GUI.default)
        self._black_person = False  # the person at the board plays Black, and no move has been made
        self._live_board: LiveBoard | None = None
        self._fitting: Fitting | None = None
        self._screen: tuple[int, int] | None = None
        self._shape: Shape | None = None  # of the board that XBoard shows
        if board is not None:
            # Other GUIs, which wait for the engine to start, need none of these modules.
            from pathlib import Path

            from oddfish.protocols.pictures.live import LiveBoard
            from oddfish.protocols.screen import screen_size
            from oddfish.protocols.window import Fitting

            self._live_board, self._fitting, self._screen = LiveBoard(Path(board)), Fitting(), screen_size()
        self._new_picture = self._show_picture()  # XBoard has not read the latest picture yet

    @property
    def has_picture(self) -> bool:
        """Whether the engine draws the board."""
        return self._live_board is not None

    def new_game(self) -> None:
        self._black_person = False

    def set_gui(self, gui: str) -> bool:
        """Learn which program shows the board. Returns whether it has changed."""
        before, self.gui = self.gui, gui
        return gui != before

    def setup_lines(self) -> list[str]:
        """The lines that set up the GUI's board for the current game."""
        projection = self._current.projection
        projection.configure(self.gui == GUI.default, self._black_first)
        lines = projection.setup(self._current.game.position)
        if self._shows_margins():
            lines = with_margins(lines, self._screen)
        if self.gui != GUI.default:
            return for_winboard(lines, exchanged=self._black_person and projection.exchanges_pictures)
        return lines

    def send_setup(self) -> None:
        """Send XBoard the board of the current game. If the picture has changed, make XBoard read it again."""
        lines, before = self.setup_lines(), self._shape
        self._shape = shape_of(lines)
        self._new_picture |= self._show_picture()
        self._send_board(lines, before not in (None, self._shape))

    def seat_person(self, side: int) -> None:
        """Learn which side the person at the board plays. If the engine plays White, XBoard turns the board before the
        engine's first move, and the picture has to follow."""
        game = self._current.game
        self._current.view.take_seat(game, side)
        if game.moves or not self._current.clicks:
            return
        before, self._black_person = self.setup_lines(), side == 1
        fresh, lines = self._show_picture(side), self.setup_lines()
        self._new_picture |= fresh
        if lines != before:
            self._output.write(redraw_line(lines[0]))  # WinBoard ignores a second `setup` of the same shape
        if fresh or lines != before:
            self._send_board(lines)

    def reminder(self) -> list[str]:
        """Lines for a person after the engine's move, about what the GUI does not show. WinBoard gets no marks on
        occupied squares, because its marks cover the pieces."""
        projection, game = self._current.view, self._current.game
        lines = projection.reminder(game)
        if self.gui == GUI.default:
            return lines
        board = projection.write_fen(game.position).split()[0]
        return [uncovered(line, board) for line in lines]

    def _send_board(self, lines: list[str], new_shape: bool = False) -> None:
        """Send XBoard the board of the current game. If its shape or picture is new, XBoard redraws everything. The
        window is fitted to the board."""
        if self._live_board is not None and lines and (self._new_picture or new_shape):
            self._new_picture = False
            self._output.write(redraw_line(lines[0]))
        self._output.write(*lines)
        if self._fitting is not None and self._shape is not None:
            self._fitting.start(self._shape)

    def _show_picture(self, seat: int = 0) -> bool:
        """Draw the picture of the board if XBoard shows one. Returns whether it has changed."""
        if self._live_board is None:
            return False
        projection = self._current.projection
        name = picture_of(projection.board, shape_of(self.setup_lines()), bool(seat) and not projection.coordinates)
        return self._live_board.show(name)

    def _shows_margins(self) -> bool:
        """Whether the board may have margins: only if there is a picture with margins and the engine can show it."""
        has_picture = self._live_board is not None and self._live_board.is_writable()
        return has_picture and self._current.projection.has_margins and self.gui == GUI.default
