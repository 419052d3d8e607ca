"""The CECP front end: one GUI, and the commands of all kinds."""

from __future__ import annotations

from typing import ClassVar

from oddfish.engine.game import MoveError
from oddfish.engine.options import Option
from oddfish.engine.variants import REGISTRY, get_variant
from oddfish.protocols.cecp.clocks import Clocks
from oddfish.protocols.cecp.game_setup import GUI, SETUP_COMMANDS, GameSetup
from oddfish.protocols.cecp.interface import UserInterface
from oddfish.protocols.cecp.modes import Modes
from oddfish.protocols.cecp.moves import Moves
from oddfish.protocols.cecp.opponent import HANDOVER_COMMANDS, Opponent
from oddfish.protocols.cecp.options import Options
from oddfish.protocols.cecp.positions import Positions
from oddfish.protocols.cecp.text import feature_lines
from oddfish.protocols.session import CommandError, Handler, Session
from oddfish.protocols.streams import printable

#: What CECP's `new` begins if no `variant` follows.
_CHESS = get_variant("chess").name


class Cecp(GameSetup, Positions, Modes, Clocks, UserInterface, Options):
    """One CECP GUI."""

    def execute(self, text: str) -> None:
        command = text.split()[0]
        if self.setup_due and command not in SETUP_COMMANDS:
            self.send_setup()
        if self.held_moves and command not in HANDOVER_COMMANDS:
            self.release_held_moves()
        if self.editor is not None and command not in ("quit", "ping"):
            self.edit_line(self.editor, text)
        else:
            turn_unfinished, self.turn_unfinished = self.turn_unfinished, False
            if turn_unfinished and text == "go":
                self.play_other_side()
            else:
                super().execute(text)

    def unknown(self, text: str) -> None:
        """A bare move: from a GUI that refused ``usermove=1``, or typed by hand."""
        try:
            self.game.parse(text)
        except MoveError:
            if not _looks_like_move(text):
                raise CommandError("unknown command") from None
        self.usermove(text)

    def refuse(self, text: str, reason: str) -> None:
        reason = printable(reason, 450).replace("(", "[").replace(")", "]")
        self.write(f"Error ({reason}): {printable(text)}")

    def warn(self, text: str) -> None:
        self.write(f"telluser {printable(text, 450)}")

    def report_crash(self, text: str, reason: str) -> None:
        self.write(f"tellusererror {printable(reason, 450)}")
        self.refuse(text, reason)

    def comment(self, text: str) -> None:
        self.write(f"# {text}")

    # Negotiation ----------------------------------------------------------------------------------------------

    def protover(self, text: str) -> None:
        """Announce our features. XBoard's ``new`` begins chess unless the command line has named another variant. If it
        has, only the options of that variant are announced; those of others follow when they are chosen."""
        self.clicks = False
        if not self.fixed_variant:
            self.start_variant = _CHESS
            self.new_game(_CHESS)
        names = [name for name in REGISTRY if name != self.start_variant]
        if self.start_variant != _CHESS and self._live_board is None:
            names.remove(_CHESS)  # XBoard would begin with it, unless its command line names another
        setup = self.setup_lines() if self.fixed_variant else []
        self.announced_name = self.name_with_badge()
        options = self.settings.own_options() if self.fixed_variant else self.settings.options()
        self.announced_options = {option.name for option in options}
        self.write(
            *feature_lines(
                self.announced_name,
                [self.start_variant, *names],
                [*(GUI._replace(default=self.gui) if each == GUI else each for each in self.engine_options), *options],
                setup,
            )
        )

    def accepted(self, feature: str) -> None:
        if feature == "highlight" and not self.clicks:
            self.clicks = True
            if not self.game.moves:
                self.set_up(None)  # with a deal, which is the engine's from now on

    def ping(self, text: str) -> None:
        """Answer at once: any search still running is wanted, and goes on."""
        self.searcher.get_ready(self.game)
        if self.announced_name:  # without a `variant` command it has not been announced yet
            self.announce_name()
        self.write(f"pong {printable(text)}".rstrip())

    def setscore(self, text: str) -> None:
        """Not among our features."""
        raise CommandError("setscore is not supported")

    # Counting -------------------------------------------------------------------------------------------------

    def perft(self, text: str) -> None:
        self.run_perft(text, split=False)

    def divide(self, text: str) -> None:
        self.run_perft(text)

    engine_options: ClassVar[dict[Option, Handler]] = {**Options.engine_options, GUI: GameSetup.set_gui}
    handlers: ClassVar[dict[str, Handler]] = {
        "xboard": Session.ignore,
        "protover": protover,
        "accepted": accepted,
        "rejected": Session.ignore,
        "ping": ping,
        "quit": Session.quit,
        **GameSetup.handlers,
        **Opponent.handlers,
        **Moves.handlers,
        **Positions.handlers,
        **Modes.handlers,
        **Clocks.handlers,
        **UserInterface.handlers,
        **Options.handlers,
        "random": Session.ignore,
        "rating": Session.ignore,
        "ics": Session.ignore,
        "setscore": setscore,
        "perft": perft,
        "divide": divide,
        "bench": Session.bench,
        "d": Session.show,
        "eval": Session.show_evaluation,
    }


def _looks_like_move(text: str) -> bool:
    """Whether a line has the form of a move: a drop, or at least two squares."""
    letters = "".join("0" if char.isdecimal() else "a" if char.isalpha() else char for char in text)
    while "00" in letters:
        letters = letters.replace("00", "0")
    return letters in ("a@a0", "@@@@") or letters.startswith("a0a0")
