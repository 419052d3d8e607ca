"""The Half Chess family: setups (armies, drops) and positions."""

from oddfish.cext.core.rules import Position
from oddfish.cext.halfchess.armies import Army, ArmyRules

LETTERS: str
HAND_ORDER: tuple[int, ...]
OWN: dict[str, int]
FOREIGN: dict[str, int]

class Setup:
    """What the positions of one game share."""

    def __init__(
        self,
        white: Army,
        black: Army,
        drops: bool = False,
        foreign: bool = False,
        coded: ArmyRules | None = None,
    ) -> None: ...
    @property
    def armies(self) -> tuple[Army, Army]: ...
    @property
    def drops(self) -> bool: ...
    @property
    def foreign(self) -> bool: ...
    @property
    def coded(self) -> ArmyRules | None: ...
    @property
    def aliases(self) -> tuple[dict[int, int], dict[int, int]]:
        """For each colour: foreign type -> own type that moves alike (A7)."""

    @property
    def codes(self) -> tuple[str, str]:
        """White's and Black's army code, '' where nobody chooses."""

NORMAL_SETUP: Setup
HALF_SETUP: Setup
HALFGI_SETUP: Setup

def hash_text(text: str) -> int: ...
def augmented_setup(variant: str, white: str, black: str) -> Setup: ...

class HalfChess(Position):
    """A position of any variant of the family."""

    def __init__(self, setup: Setup, fen: str | None = None) -> None: ...
    @property
    def setup(self) -> Setup: ...
    def read_armies(self, setup: Setup, field: str) -> Setup: ...
    def values(self, color: int) -> dict[str, int]: ...
    def letter(self, sq: int) -> str: ...
    def hand(self, color: int) -> str: ...
    def board_fen(self) -> str: ...
    def attacked(self, sq: int) -> list[int]: ...
