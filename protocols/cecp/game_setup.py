"""Commands that begin a game, and what XBoard has to know about it: its board, and our name if it states a set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from oddfish.engine import NAME
from oddfish.engine.options import Option
from oddfish.engine.variants import get_variant
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.text import name_line, option_line
from oddfish.protocols.projections.base import uncovered
from oddfish.protocols.projections.shape import Shape, anew, shape_of
from oddfish.protocols.projections.table import for_winboard
from oddfish.protocols.session import Handler
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer, printable

if TYPE_CHECKING:
    from oddfish.protocols.pictures.live import LiveBoard
    from oddfish.protocols.window import Fitting

#: What XBoard may send between `variant` and the `ping` whose answer it waits for.
SETUP_COMMANDS = (
    "random", "force", "setboard", "level", "st", "sd", "post", "nopost", "hard", "easy", "memory", "cores",
)  # fmt: skip


#: The program that shows the games: WinBoard, too, speaks this protocol, but nothing in it tells the two apart.
GUI = Option("Gui", "combo", "XBoard", choices=("XBoard", "WinBoard"), help="the program that shows the board")


class GameSetup(Opponent):
    """``new`` and ``variant``.

    Args:
        fixed_variant: the command line has named the variant, and ``new`` keeps it.
        board: the file that holds the picture of the current game's board.
    """

    def __init__(
        self, inbox: Inbox, write: Writer, settings: Settings, fixed_variant: bool = False, board: str | None = None
    ):
        super().__init__(inbox, write, settings)
        self.fixed_variant = fixed_variant
        self.start_variant = settings.variant.name  # of `new`
        self.gui = str(GUI.default)
        self._black_person = False  # the person at the board plays Black, and no move has been made
        self.setup_due = False  # `variant` still has to be answered by `setup`
        self.announced_name = ""
        self.announced_options: set[str] | None = None  # of variants; None before the features
        self._live_board, self._fitting = _live_board(board), _fitting(board)
        self._shape: Shape | None = None  # of the board that XBoard was told to show last
        self._new_picture = self._show_board()  # XBoard has not read it yet

    def new(self, text: str) -> None:
        self.new_game(self.start_variant)
        self.proceed_in_analysis()

    def variant(self, text: str) -> None:
        """Choose the variant of the game that ``new`` has begun.

        XBoard shows the position of our ``setup``. If it starts from a position of its own, it sends that before it
        reads ours; ``setup`` waits for it, so as not to replace it.
        """
        get_variant(printable(text, 60))
        self.new_game(text)
        self.setup_due = True
        self._announce_setup()
        self.proceed_in_analysis()

    def new_game(self, variant: str) -> None:
        self.abandon()
        self.choose_variant(variant)
        self.game_replaced()
        self.control.new_game()
        self.searcher.new_game()
        self.side = None if self.analyzing else 1
        self.opponent, self.computer, self.owns_game = "", False, False
        self._black_person = False

    def setup_lines(self) -> list[str]:
        """The board of the current game, as the GUI shows it."""
        lines = self.projection.setup(self.game.position)
        if self.gui != GUI.default:
            return for_winboard(lines, exchanged=self._black_person and self.projection.exchanges_pictures)
        return lines

    def reminder(self) -> list[str]:
        """WinBoard's marks cover the pieces on their squares."""
        lines = super().reminder()
        if self.gui == GUI.default:
            return lines
        board = self.view.write_fen(self.game.position).split()[0]
        return [uncovered(line, board) for line in lines]

    def set_gui(self, gui: str) -> None:
        """Learn which program shows the board; it is shown anew before the first move."""
        if gui != self.gui:
            self.gui = gui
            if self.announced_name and not self.game.moves:
                self.write(*self.setup_lines())

    def send_setup(self) -> None:
        """Send XBoard the current game's board, and make it read the picture again if that has changed."""
        self.setup_due = False
        lines, before = self.setup_lines(), self._shape
        self._shape = shape_of(lines)
        self._new_picture |= self._show_board()
        self._send_board(lines, before not in (None, self._shape))

    def seat_person(self, side: int) -> None:
        """XBoard turns the board before the engine's first move if that is White's; the picture has to follow."""
        super().seat_person(side)
        if self.game.moves or not self.clicks:
            return
        before, self._black_person = self.setup_lines(), side == 1
        fresh, lines = self._show_board(side), self.setup_lines()
        self._new_picture |= fresh
        if lines != before:
            self.write(anew(lines[0]))  # WinBoard sets up no second board of the same shape
        if fresh or lines != before:
            self._send_board(lines)

    def _send_board(self, lines: list[str], new_shape: bool = False) -> None:
        """Send XBoard the current game's board. If the shape or the picture is new, everything is drawn anew, and the
        window gets the size that fits."""
        if self._live_board is not None and lines and (self._new_picture or new_shape):
            self._new_picture = False
            self.write(anew(lines[0]))
        self.write(*lines)
        if self._fitting is not None and self._shape is not None:
            self._fitting.start(self._shape)

    def _show_board(self, seat: int = 0) -> bool:
        """Whether the picture of the board has changed."""
        view = "-black" if seat and not self.projection.coordinates else ""
        return self._live_board is not None and self._live_board.show(self.projection.board + view)

    def name_with_badge(self) -> str:
        """The engine's name, with what the opponent's engine has to know of our set-up. XBoard has it in its window's
        title: with a person, whose board we draw, it tells the game."""
        game = f"({self.settings.variant.title})" if self._live_board is not None else ""
        return " ".join(filter(None, (NAME, game, self.projection.badge(self.game))))

    def announce_name(self) -> None:
        name = self.name_with_badge()
        if name != self.announced_name:
            self.announced_name = name
            self.write(name_line(name))

    def _announce_setup(self) -> None:
        self.announce_name()
        self._announce_options()
        description = self.projection.describe(self.game)
        if description:
            self.comment(description)

    def _announce_options(self) -> None:
        """Announce the options of the current variant that have not been yet. XBoard adds them to its dialog, and there
        is no way to remove others."""
        if self.announced_options is None:
            return
        fresh = [option for option in self.settings.own_options() if option.name not in self.announced_options]
        self.announced_options |= {option.name for option in fresh}
        self.write(*map(option_line, fresh))

    def rules_changed(self, name: str) -> None:
        """Before the first move, set the start position up again; later, leave the change to the next game."""
        if not self.from_start or self.game.moves:
            self.write(f"telluser {name} takes effect with the next game")
            return
        task = self.abandon()
        before = self.setup_lines()
        self.begin()
        self.game_replaced()
        after = self.setup_lines()
        if after != before:
            self.write(*after)
        self._announce_setup()
        self.resume_task(task)

    handlers: ClassVar[dict[str, Handler]] = {
        "new": new,
        "variant": variant,
    }


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
