"""Commands that start a game, and the feature negotiation before it."""

from __future__ import annotations

from oddfish.engine.printable import printable
from oddfish.engine.variants import get_variant
from oddfish.protocols.arguments import CommandError, Handler, ignore
from oddfish.protocols.cecp.display import Display
from oddfish.protocols.cecp.features import Features, offered_variants
from oddfish.protocols.cecp.output import CecpOutput
from oddfish.protocols.cecp.player import Player
from oddfish.protocols.cecp.searches import Searches
from oddfish.protocols.cecp.xboard_game import XBoardGame

#: Commands that XBoard may send between `variant` and the `ping` whose answer it waits for.
SETUP_COMMANDS = (
    "random", "force", "setboard", "level", "st", "sd", "post", "nopost", "hard", "easy", "memory", "cores",
)  # fmt: skip
#: The variant that CECP's `new` starts if no `variant` follows.
_CHESS = get_variant("chess").name


class GameSetup:
    """``protover`` and the rest of the negotiation, ``new`` and ``variant``.

    Args:
        fixed_variant: the command line names the variant, and ``new`` keeps it.
    """

    def __init__(
        self,
        current: XBoardGame,
        output: CecpOutput,
        searches: Searches,
        player: Player,
        display: Display,
        features: Features,
        fixed_variant: bool,
    ):
        self._current = current
        self._output = output
        self._searches = searches
        self._player = player
        self._display = display
        self._features = features
        self._fixed_variant = fixed_variant
        self._start_variant = current.settings.variant.name  # the variant that `new` starts
        self._setup_due = False  # we still have to answer `variant` with `setup`

    def commands(self) -> dict[str, Handler]:
        return {
            "xboard": ignore,
            "protover": self.protover,
            "accepted": self.accepted,
            "rejected": ignore,
            "setscore": self.setscore,
            "ping": self.ping,
            "new": self.new,
            "variant": self.variant,
        }

    # Negotiation ----------------------------------------------------------------------------------------------

    def protover(self, text: str) -> None:
        """Announce our features. XBoard's ``new`` starts chess unless our command line names another variant."""
        self._current.use_clicks(False)
        if not self._fixed_variant:
            self._start_variant = _CHESS
            self._new_game(_CHESS)
        # XBoard would start with chess if we listed it, unless its own command line names another variant.
        without = "" if self._display.has_picture else _CHESS
        self._features.announce(offered_variants(self._start_variant, without))

    def accepted(self, feature: str) -> None:
        if feature == "highlight" and not self._current.clicks:
            self._current.use_clicks(True)
            if not self._current.game.moves:
                self._current.set_up(None)  # deal again: from now on the engine deals

    def ping(self, text: str) -> None:
        """Answer at once. A running search continues."""
        self._searches.get_ready()
        if self._features.announced:  # without a `variant` command, we have not announced this game's name yet
            self._features.announce_name()
        self._output.write(f"pong {printable(text)}".rstrip())

    def setscore(self, text: str) -> None:
        """Refuse: our features do not include it."""
        raise CommandError("setscore is not supported")

    # Games ----------------------------------------------------------------------------------------------------

    def new(self, text: str) -> None:
        self._new_game(self._start_variant)
        self._player.proceed_in_analysis()

    def variant(self, text: str) -> None:
        """Choose the variant of the game that ``new`` started.

        XBoard shows the position in our ``setup``. If XBoard has its own start position, it sends that before it reads
        our ``setup``, which would then replace it. So we send ``setup`` only after XBoard's setup commands.
        """
        get_variant(printable(text, 60))
        self._new_game(text)
        self._setup_due = True
        self._features.announce_setup()
        self._player.proceed_in_analysis()

    def _new_game(self, variant: str) -> None:
        self._searches.new_game()
        self._current.choose_variant(variant)
        self._player.new_game()
        self._display.new_game()

    def before(self, command: str) -> None:
        """Send ``setup`` after a ``variant`` command, at XBoard's first command that does not set up a game."""
        if self._setup_due and command not in SETUP_COMMANDS:
            self._setup_due = False
            self._display.send_setup()

    def set_gui(self, gui: str) -> None:
        """Learn which program shows the board. Before the first move, send it the board again."""
        if self._display.set_gui(gui) and self._features.announced and not self._current.game.moves:
            self._output.write(*self._display.setup_lines())

    def rules_changed(self, name: str) -> None:
        """Apply a new value of an option of the current variant. Before the first move, set up the start position
        again; later, the change takes effect in the next game."""
        if not self._current.from_start or self._current.game.moves:
            self._output.tell_user(f"{name} takes effect with the next game")
            return
        task = self._searches.abandon()
        before = self._display.setup_lines()
        self._current.begin()
        self._player.set_up_again()
        after = self._display.setup_lines()
        if after != before:
            self._output.write(*after)
        self._features.announce_setup()
        self._player.resume_task(task)
