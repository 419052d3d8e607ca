"""Bifold Halfgi: setups (variant and house rules) and positions."""

from typing import final

from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term

#: FEN letters by type, in the order of stacks and hands.
LETTERS: str
#: The variants: their kind of pawns (0 full-size, 1 handed, 2 weak), and the letters of their two royals (without
#: RoyalWazirs).
VARIANTS: dict[str, tuple[int, str]]
#: The evaluation's weights: name, default and bounds of each, in the order of `Bifold.weights`.
TERMS: tuple[Term, ...]

@final
class Setup:
    """What the positions of one game share: its variant and house rules.

    Args:
        variant: one of ``VARIANTS``.
        castling: whether there is castling (B9); without it, the rights in a FEN are ignored.
        drop_beside_enemy: whether a bifold may be dropped beside an enemy one (B6).
        royal_wazirs: whether both royals are Wazirs; in ``bifold-halfgi-wazirs`` they always are.

    Raises:
        ValueError: the variant is unknown.
    """

    def __new__(
        cls,
        variant: str = "bifold-halfgi",
        castling: bool = True,
        drop_beside_enemy: bool = True,
        royal_wazirs: bool = False,
    ) -> Setup: ...
    @property
    def variant(self) -> str:
        """One of ``VARIANTS``."""

    @property
    def royals(self) -> str:
        """The letters of the two royals: ``WF`` or ``WW``."""

    @property
    def letters(self) -> str:
        """The letters of the variant's pieces, in stack order."""

    @property
    def start(self) -> str:
        """The FEN of the start position."""

    @property
    def castling(self) -> bool:
        """Whether there is castling (B9)."""

    @property
    def drop_beside_enemy(self) -> bool:
        """Whether a bifold may be dropped beside an enemy one (B6)."""

    @property
    def royal_wazirs(self) -> bool:
        """Whether both royals are Wazirs."""

    @property
    def pieces(self) -> int:
        """The number of pieces in the game: bifolds and pawns of both sides."""

class Bifold(Position):
    """A position of any variant of the family."""

    def __new__(cls, setup: Setup, fen: str | None = None) -> Bifold:
        """The start position, or that of a FEN.

        Raises:
            FenError: the FEN is not a position of this variant; the text says what is wrong.
        """

    @property
    def setup(self) -> Setup:
        """What the position shares with all others of its game."""

    def hand(self, color: int) -> str:
        """The letters in a player's hand (0 White, 1 Black), in FEN order. ValueError if ``color`` is neither."""

    def board_fen(self) -> str:
        """The board field of the FEN, without hands."""
