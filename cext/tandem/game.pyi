"""Tandem-84: setups (options) and positions."""

from typing import final

from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term

#: The start position's FEN.
START: str
#: How Ghosts may move (T8), the default first.
GHOST_MOVES: tuple[str, ...]
#: Which moves of the reply may take en passant (T7), the default first.
EN_PASSANT_REPLIES: tuple[str, ...]
#: The boards by their files: which one is on the left depends on the player's side.
HALVES: tuple[str, ...]
#: FEN letters by piece type, unless SwapCompounds exchanges C and M.
LETTERS: str
#: The evaluation's weights.
TERMS: tuple[Term, ...]

@final
class Setup:
    """The options of a game.

    Args:
        ghost: how Ghosts move (T8), one of :data:`GHOST_MOVES`.
        swap_compounds: whether C is Rook + Knight and M Bishop + Knight, instead of the other way round.
        reply: which moves of the reply may take en passant (T7), one of :data:`EN_PASSANT_REPLIES`.

    Raises:
        ValueError: ``ghost`` or ``reply`` is unknown.
    """

    def __new__(cls, ghost: str = "step", swap_compounds: bool = False, reply: str = "either") -> Setup: ...
    @property
    def ghost(self) -> str: ...
    @property
    def swap_compounds(self) -> bool: ...
    @property
    def reply(self) -> str: ...
    @property
    def letters(self) -> str:
        """The FEN's letters, by piece type."""

#: The setup with all options at their defaults.
STANDARD_SETUP: Setup

class Tandem(Position):
    """A position of Tandem-84. Its moves are whole turns; :meth:`first_moves` and :meth:`after_first` go through a turn
    move by move."""

    def __new__(cls, setup: Setup = ..., fen: str | None = None) -> Tandem:
        """The position of a FEN, by default the start position.

        Raises:
            FenError: the FEN is not a position of the game; the text says what is wrong.
        """

    @property
    def setup(self) -> Setup:
        """The game's options."""

    def board_fen(self) -> str:
        """The FEN's first field alone."""

    def stage(self) -> str:
        """The FEN's fifth field: `2` moves in this turn, `1`, or e.g. `1:right:d3` inside it."""

    def by_halves(self) -> Tandem:
        """The same position, but its moves are single moves of turns, as in the search."""

    def first_moves(self) -> list[tuple[str, bool]]:
        """The legal next moves of the turn: the text of each, and whether it ends the turn."""

    def after_first(self, text: str) -> Tandem:
        """The position after one legal move of the turn: inside the turn, or the opponent's if that ends it.

        Raises:
            MoveError: there is no such move, or the text abbreviates several.
        """
