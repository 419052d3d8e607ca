"""The search of all games."""

from collections.abc import Callable, Mapping
from typing import final

from typing_extensions import Self

from oddfish.cext.core.rules import Position
from oddfish.cext.search.network import Network
from oddfish.cext.search.pipes import Answering

#: Score of a mate on the board; a mate in n plies scores MATE_SCORE - n.
MATE_SCORE: int
#: Whether every node is checked (ODDFISH_DEBUG=1).
DEBUG_BUILD: bool

#: depth, seldepth, line (from 1), score, bound (0 exact, 1 lower, 2 upper), nodes, ms, hashfull, pv
_Report = Callable[[int, int, int, int, int, int, int, int, list[int]], None]
#: depth, root move, its number (from 1)
_Current = Callable[[int, int, int], None]
#: soft, firm and hard limit in ms; 0 is no limit
_Budget = tuple[int, int, int]

@final
class Search(Answering):
    """Searches positions of any game on behalf of one session."""

    threads: int

    def __new__(cls, hash_mb: int = 64, threads: int = 1) -> Self: ...
    def set_hash(self, megabytes: int) -> None: ...
    def set_parameters(self, values: Mapping[str, int]) -> None: ...
    def set_network(self, network: Network | None) -> None: ...
    def clear(self) -> None: ...
    def overlook(self, quiets: float, captures: float, winning: float, seed: int = 0) -> None: ...
    def prepare(
        self,
        depth: int = 0,
        nodes: int = 0,
        mate: int = 0,
        budget: _Budget = (0, 0, 0),
        node_rate: int = 0,
        held: bool = False,
        at_once: bool = True,
    ) -> None: ...
    def set_budget(self, budget: _Budget) -> None: ...
    def stop(self) -> None: ...
    def run(
        self,
        position: Position,
        history: list[Position],
        report: _Report | None = None,
        multipv: int = 1,
        moves: list[int] | None = None,
        current: _Current | None = None,
    ) -> tuple[int, int, int, int]: ...
    def reserve(self, position: Position) -> int: ...
    def touch_table(self) -> None: ...
    @property
    def joined(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def table_hits(self) -> int: ...
    @property
    def elapsed(self) -> int: ...
    @property
    def urgency(self) -> str: ...
    def progress(self) -> tuple[int, int, int, int]: ...
