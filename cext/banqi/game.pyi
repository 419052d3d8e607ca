"""Banqi: rules of one game and its positions."""

from oddfish.cext.banqi.tablebase import Tables
from oddfish.cext.core.rules import Position

LETTERS: str
NAMES: tuple[str, ...]
COLORS: tuple[str, str]
SETS: dict[int, tuple[int, ...]]

class Setup:
    """The rules of one game; ``ranks`` 4 and 2 are smaller boards with their own sets of men."""

    hongkong: bool
    cannon_direct: bool
    ranks: int
    signature: str
    tables: Tables | None
    def __init__(
        self,
        hongkong: bool = False,
        cannon_direct: bool = False,
        dark_capture: bool = False,
        multi_capture: bool = False,
        chariot_rides: bool = False,
        no_progress: int = 180,
        chaser_loses: bool = False,
        ranks: int = 8,
    ) -> None: ...
    def start(self) -> str: ...
    def use(self, tables: Tables) -> None: ...
    def solve(self, tables: Tables, mine: str, theirs: str) -> None: ...

TAIWANESE: Setup

class Banqi(Position):
    """A position as both players see it: nothing in it tells what lies under a face-down piece."""

    setup: Setup
    pool: str
    first: str
    series: str
    def __init__(self, setup: Setup = ..., fen: str | None = None) -> None: ...
    def letter(self, sq: int) -> str: ...
