"""Many positions at once: their features, and their evaluations under changing weights, for tuning."""

from array import array
from collections.abc import Sequence
from typing import final

from oddfish.cext.core.rules import Position

@final
class Sample:
    """Positions of one variant, kept as bare structs of a few hundred bytes each."""

    def __len__(self) -> int:
        """The number of positions."""

    def add(self, positions: list[Position]) -> None:
        """Add positions of one game, that is, with one setup (armies and rules). ValueError if they are of different
        games, or of another variant than earlier ones."""

    def evaluate(self, values: Sequence[int]) -> array[int]:
        """The evaluation of every position in centipawns, for the first player, in the order they were added.
        ``values``: an int for each term, whose bounds are not checked; ValueError if there are too many."""

def feature_lists(positions: list[Position], turning: bool = False) -> tuple[bytearray, bytearray, bytearray]:
    """What both players see of each position, as networks do. Returns three buffers: the features present, 16 bits
    each, in ascending order, first the mover's and then the other player's for each position; the lengths of these
    lists, 16 bits each, two for each position; and a byte for each position, the output to use. ValueError if the
    positions' games have no features, or different ones, or if the features cannot represent a position."""
