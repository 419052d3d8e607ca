"""The game that a GUI plays: both protocols have one at a time."""

from __future__ import annotations

from oddfish.engine.game import Game
from oddfish.engine.printable import printable
from oddfish.engine.variants import get_variant
from oddfish.protocols.projections import Projection, projection_for
from oddfish.protocols.settings import Settings


class CurrentGame:
    """The current game, its settings, and its projection to XBoard's board."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.projection: Projection = projection_for(settings.variant.name)
        self.from_start = True  # False for a game from a FEN
        self.game: Game
        self.set_up(None)

    @property
    def engine_deals(self) -> bool:
        """Whether the engine decides the outcomes of chance moves; otherwise the GUI does."""
        return False

    def begin(self) -> None:
        """Start a new game, with a new draw for options that are random."""
        self.start(self.settings.new_game())

    def choose_variant(self, name: str) -> None:
        """Start a new game of a variant.

        Raises:
            UnknownVariantError: there is no such variant.
            MemoryError, ImportError: there is not enough memory for it; the game is unchanged.
        """
        before = self.settings.variant, self.projection
        self.settings.variant = get_variant(printable(name, 60))
        try:
            self.projection = projection_for(self.settings.variant.name)
            self.begin()
        except BaseException:
            self.settings.variant, self.projection = before
            raise

    def set_up(self, fen: str | None) -> None:
        """Set the current game to a FEN (in the variant's dialect), or back to its start.

        Raises:
            FenError: the FEN is invalid; the game is unchanged.
        """
        self.start(self.settings.game(fen), fen is None)

    def start(self, game: Game, from_start: bool = True) -> None:
        """Make a game the current one."""
        self.game = game
        if not self.engine_deals:
            game.deal = None
        self.from_start = from_start
        self.projection.reset()
