"""The CECP front end: one GUI, and the parts that answer its commands."""

from __future__ import annotations

from oddfish.engine.game import MoveError
from oddfish.protocols.arguments import CommandError, Handler, ignore
from oddfish.protocols.cecp.clocks import Clocks
from oddfish.protocols.cecp.display import GUI, Display
from oddfish.protocols.cecp.features import Features
from oddfish.protocols.cecp.game_setup import GameSetup
from oddfish.protocols.cecp.gui_clocks import GuiClocks
from oddfish.protocols.cecp.handover import HANDOVER_COMMANDS, Handover
from oddfish.protocols.cecp.interface import UserInterface
from oddfish.protocols.cecp.modes import Modes
from oddfish.protocols.cecp.moves import Moves
from oddfish.protocols.cecp.offers import Offers
from oddfish.protocols.cecp.opponent import Opponent
from oddfish.protocols.cecp.options import Options
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.positions import Positions
from oddfish.protocols.cecp.rematch import Rematch
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.time_control import TimeControl
from oddfish.protocols.cecp.xboard_game import XBoardGame
from oddfish.protocols.diagnostics import Diagnostics
from oddfish.protocols.engine_options import OptionTable
from oddfish.protocols.session import Session, command_table
from oddfish.protocols.settings import Settings
from oddfish.protocols.streams import Inbox, Writer


class Cecp(Session):
    """One CECP GUI.

    Args:
        inbox: the lines from the GUI.
        write: writes to the GUI.
        settings: the variant and its options.
        fixed_variant: the command line names the variant, and ``new`` keeps it.
        board: the path of the board picture that XBoard shows; None if it shows none.
        black_first: the first player of the game that XBoard loads has black pieces.
    """

    def __init__(
        self,
        inbox: Inbox,
        write: Writer,
        settings: Settings,
        fixed_variant: bool = False,
        board: str | None = None,
        black_first: bool = False,
    ):
        output = CecpOutput(write)
        current = XBoardGame(settings)
        super().__init__(inbox, output, current)
        searcher, book, run = self.searcher, self.opening_book, self.current_run
        control = TimeControl()
        display = Display(current, output, board, black_first)
        features = Features(current, searcher, display, output, fixed_variant)
        offers = Offers(current, searcher, output)
        opponent = Opponent(current, display, output)
        self.searches = searches = Searches(current, searcher, output, run, inbox.post)
        shown = GuiClocks(current, control, display, output)
        player = Player(current, output, searches, book, shown, offers, opponent)
        handover = Handover(current, output, player, opponent, inbox.post)
        moves = Moves(current, output, searches, player, opponent, handover, shown)
        positions = Positions(current, output, searches, player, moves)
        modes = Modes(current, output, searches, player, offers, opponent, display)
        clocks = Clocks(current, control)
        interface = UserInterface(current, output, searcher, searches, book, player, opponent)
        options = Options(self.engine_options, player, offers, output)
        self._rematch = Rematch(current, output, opponent)
        setup = GameSetup(current, output, searches, player, display, features, fixed_variant)
        diagnostics = Diagnostics(current, searcher, output, run, searches.end, self.wake)
        self._setup, self._handover, self._moves = setup, handover, moves
        self._positions, self._modes = positions, modes
        parts = (setup, handover, moves, positions, modes, clocks, interface, options, diagnostics)
        own: dict[str, Handler] = {
            "quit": self.quit,
            "option": self._option,
            "perft": diagnostics.perft,
            "divide": diagnostics.divide,
            **dict.fromkeys(("random", "rating", "ics"), ignore),
        }
        self.commands = command_table(own, *(part.commands() for part in parts))
        self.options = OptionTable({**options.setters(), GUI: setup.set_gui}, settings, setup.rules_changed)

    def execute(self, text: str) -> None:
        command = text.split()[0]
        self._setup.before(command)
        self._rematch.before(command)
        if self._handover.holds_moves and command not in HANDOVER_COMMANDS:
            self._handover.release()
        if self._positions.editing and command not in ("quit", "ping"):
            self._positions.edit_line(text)
        elif self._moves.take_unfinished_turn() and text == "go":
            self._modes.go_after_unfinished_turn()
        else:
            super().execute(text)

    @property
    def finishing(self) -> bool:
        return self.searches.finishing

    def end_input(self) -> None:
        self._handover.release()

    def unknown(self, text: str) -> None:
        """Read the line as a bare move: some GUIs refuse ``usermove=1``, and people type moves by hand."""
        try:
            self.current.game.parse(text)
        except MoveError:
            if not _looks_like_move(text):
                raise CommandError("unknown command") from None
        self._moves.usermove(text)

    def _option(self, text: str) -> None:
        name, _, value = text.partition("=")
        self.set_option(name.strip(), value)


def _looks_like_move(text: str) -> bool:
    """Whether a line has the form of a move: a drop, or at least two squares."""
    letters = "".join("0" if char.isdecimal() else "a" if char.isalpha() else char for char in text)
    while "00" in letters:
        letters = letters.replace("00", "0")
    return letters in ("a@a0", "@@@@") or letters.startswith("a0a0")
