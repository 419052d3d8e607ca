"""The Half Chess family: setups (armies, drops) and positions."""

from typing import final

from oddfish.cext.core.rules import Position
from oddfish.cext.core.terms import Term
from oddfish.cext.halfchess.armies import Army, ArmyRules
from oddfish.cext.halfchess.tablebase import Tables

#: The terms of the evaluation.
TERMS: tuple[Term, ...]
#: FEN letters by type.
LETTERS: str

@final
class Setup:
    """What all positions of one game share: both armies, whether there are drops, and the tables derived from them.

    Args:
        white, black: each player's army.
        drops: whether captured pieces change sides and can be dropped (halfgi).
        dead_positions: whether all of FIDE's dead positions are draws (normal), not only two bare kings.
        foreign: whether pawns also promote to the opponent's types (A7).
        army_rules: the rules for army codes, if the FEN has an army field.
    """

    def __new__(
        cls,
        white: Army,
        black: Army,
        drops: bool = False,
        foreign: bool = False,
        army_rules: ArmyRules | None = None,
        dead_positions: bool = False,
    ) -> Setup: ...
    @property
    def armies(self) -> tuple[Army, Army]: ...
    @property
    def drops(self) -> bool: ...
    @property
    def dead_positions(self) -> bool: ...
    @property
    def foreign(self) -> bool: ...
    @property
    def army_rules(self) -> ArmyRules | None: ...
    @property
    def tables(self) -> Tables | None:
        """The solved endings that searches use."""

    @property
    def has_endings(self) -> bool:
        """Whether endings can be solved: there must be no drops, and both armies must move alike."""

    def endings(self, signature: str) -> Tables:
        """An empty set of tables. ValueError if not ``has_endings``."""

    def solve(self, tables: Tables, mine: str, theirs: str) -> None:
        """Solve an ending, with either side to move, and add it to ``tables``. ValueError if an ending that it can lead
        to is missing."""

    def with_tables(self, tables: Tables) -> Setup:
        """The same rules, with solved endings for searches."""

    @property
    def codes(self) -> tuple[str, str]:
        """White's and Black's army code, '' in variants without a choice."""

NORMAL_SETUP: Setup
HALF_SETUP: Setup
HALFGI_SETUP: Setup

def augmented_setup(variant: str, white: str, black: str) -> Setup:
    """The setup of ``augmented-half-chess`` or ``augmented-chess`` with two army codes. ArmyError if a code breaks one
    of the rules A1 to A4."""

class HalfChess(Position):
    """A position of any variant of the family: the start position, or that of a FEN. If the FEN has an army field, it
    overrides the setup's armies. FenError if the FEN is not a position of this variant."""

    def __new__(cls, setup: Setup, fen: str | None = None) -> HalfChess: ...
    @property
    def setup(self) -> Setup:
        """What this position shares with all others of its game."""

    def values(self, color: int) -> dict[str, int]:
        """The evaluation's values of a colour's officers, in centipawns, by FEN letter. ValueError if ``color`` is
        neither 0 nor 1."""

    def hand(self, color: int) -> str:
        """The letters of a colour's hand, in the order Q R B N P. ValueError if ``color`` is neither 0 nor 1."""

    def board_fen(self) -> str:
        """The FEN's board field, without hands."""

    def attacked(self, sq: int) -> list[int]:
        """The squares that the piece on a square attacks (for a pawn: where it can capture), in order. ValueError if
        the square is not on the board."""
