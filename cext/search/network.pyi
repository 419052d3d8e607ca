"""Small networks that evaluate positions, learned from games (docs/networks.md)."""

from typing import final

from oddfish.cext.core.rules import Position

#: The largest hidden layer, and the number that its size must be a multiple of.
LARGEST_HIDDEN: int
HIDDEN_MULTIPLE: int
#: The value of 1.0 in the hidden layer and among output weights, and the number of outputs.
HIDDEN_ONE: int
WEIGHT_ONE: int
OUTPUT_COUNT: int

def network_size(features: int, hidden: int) -> int:
    """The bytes of a network's parameters. ValueError if a size is larger than any network's can be."""

@final
class Network:
    """A network: features -> 2 x hidden, clipped and squared -> one of 8 outputs."""

    feature_set: str
    level: int

    def __new__(
        cls, feature_set: str, features: int, hidden: int, scale: int, parameters: bytes, turning: bool = False
    ) -> Network: ...
    @property
    def features(self) -> int: ...
    @property
    def turning(self) -> bool:
        """Whether it turns the board (`Position.features`)."""
    @property
    def hidden(self) -> int: ...
    @property
    def scale(self) -> int:
        """Centipawns for an output of 1.0."""
    @property
    def parameters(self) -> bytes: ...
    def fits(self, position: Position) -> bool:
        """Whether the network can evaluate positions of this game."""
    def check(self, position: Position) -> None:
        """Raises ValueError unless it can."""
    def evaluate(self, position: Position) -> int:
        """The evaluation in centipawns, for the side to move. ValueError if the network is for other features."""
    def evaluate_line(self, positions: list[Position]) -> list[int]:
        """The evaluations of several positions, each computed from the one before."""
