"""Many positions evaluated by one set of weights after another."""

from array import array
from collections.abc import Sequence

from oddfish.cext.core.rules import Position

class Sample:
    """Positions of one variant, kept as bare structs."""

    def __len__(self) -> int: ...
    def add(self, positions: Sequence[Position]) -> None: ...
    def evaluate(self, values: Sequence[int]) -> array[int]: ...
