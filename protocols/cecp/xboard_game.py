"""The current game, as the GUI writes its moves and positions."""

from __future__ import annotations

from oddfish.cext.core.rules import Position
from oddfish.engine.game import Game
from oddfish.protocols.current_game import CurrentGame
from oddfish.protocols.projections import Projection
from oddfish.protocols.settings import Settings

#: For GUIs that exchange whole moves and the variants' own FENs.
_IDENTITY = Projection()


class XBoardGame(CurrentGame):
    """XBoard writes plies on its own board; other GUIs write moves and positions as the variant does. Only XBoard
    accepts the feature ``highlight``."""

    def __init__(self, settings: Settings):
        self.clicks = False  # the GUI is XBoard, which reports clicks on its board
        super().__init__(settings)

    def start(self, game: Game, from_start: bool = True) -> None:
        """Make a game the current one. XBoard reads the pictures of pieces before the game, so colours that the deal
        decides must be those of the pictures."""
        super().start(game, from_start)
        if game.deal is not None:
            game.deal.fix_colors()

    def use_clicks(self, clicks: bool) -> None:
        """Set whether the GUI is XBoard. From the next game on, this decides who deals."""
        self.clicks = clicks

    @property
    def engine_deals(self) -> bool:
        """XBoard leaves chance to the mover's engine; other GUIs decide it themselves."""
        return self.clicks

    @property
    def view(self) -> Projection:
        """How the GUI writes moves and positions: XBoard uses the game's projection, other GUIs the identity."""
        return self.projection if self.clicks else _IDENTITY

    def move_text(self, position: Position, move: int) -> str:
        """A move in the coordinates that you see on the board, which may differ from those of XBoard's plies."""
        texts = [] if self.view.coordinates else self.view.notes(position, [move])
        return (texts or self.view.line(position, [move]))[0]
