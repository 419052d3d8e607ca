"""Tandem-84: setups (options) and positions."""

from oddfish.cext.core.rules import Position

START: str
GHOST_MOVES: tuple[str, ...]
BOARDS: tuple[str, ...]

class Setup:
    """The options of a game."""

    def __init__(self, ghost: str = "step", swap_compounds: bool = False) -> None: ...
    @property
    def ghost(self) -> str: ...
    @property
    def swap_compounds(self) -> bool: ...
    @property
    def letters(self) -> str:
        """FEN letters by piece type."""

STANDARD_SETUP: Setup

class Tandem(Position):
    """A position of Tandem-84; its moves are turns."""

    def __init__(self, setup: Setup = ..., fen: str | None = None) -> None: ...
    @property
    def setup(self) -> Setup: ...
    def letter(self, board: int, sq: int) -> str:
        """The FEN letter on a square of a board (0 left, 1 right), '' if empty."""

    def board_fen(self) -> str: ...
    def stage(self) -> str:
        """The FEN's fifth field: `2` moves in this turn, `1`, or e.g. `1:right:d3` inside it."""

    def by_halves(self) -> Tandem:
        """The same position with single moves of turns for moves, as the search walks it."""

    def first_moves(self) -> list[tuple[str, bool]]:
        """What may come next in the turn: the text of each legal move, and whether the turn ends with it."""

    def after_first(self, text: str) -> Tandem:
        """The position after one legal move of the turn: inside it, or the opponent's if the turn ends with it."""
