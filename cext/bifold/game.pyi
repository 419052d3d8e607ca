"""Bifold Halfgi: setups (variant and house rules) and positions."""

from oddfish.cext.core.rules import Position

LETTERS: str
VARIANTS: dict[str, tuple[int, str]]

class Setup:
    """What the positions of one game share."""

    def __init__(
        self, variant: str = "bifold-halfgi", castling: bool = True, drop_beside_enemy: bool = True
    ) -> None: ...
    @property
    def variant(self) -> str: ...
    @property
    def royals(self) -> str: ...
    @property
    def letters(self) -> str:
        """Of the variant's pieces, in stack order."""

    @property
    def start(self) -> str:
        """The FEN of the start position."""

    @property
    def castling(self) -> bool: ...
    @property
    def drop_beside_enemy(self) -> bool: ...
    @property
    def pieces(self) -> int:
        """How many pieces the game has."""

class Bifold(Position):
    """A position of any variant of the family."""

    def __init__(self, setup: Setup, fen: str | None = None) -> None: ...
    @property
    def setup(self) -> Setup: ...
    def stack(self, sq: int) -> str:
        """The letters on a square, in FEN's order: none, one, or two."""

    def hand(self, color: int) -> str: ...
    def board_fen(self) -> str: ...
