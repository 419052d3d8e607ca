"""Random networks for tests, and their evaluation in plain Python."""

from __future__ import annotations

import random
import zlib
from array import array

from oddfish.cext.core.rules import Position
from oddfish.cext.search.network import HIDDEN_ONE, OUTPUT_COUNT, WEIGHT_ONE, Network
from oddfish.engine.game import Game

SCALE = 300


class Parts:
    """Random parameters of a network, as lists."""

    def __init__(self, position: Position, hidden: int = 32, seed: int = 1, largest: int = 200, turning: bool = False):
        rng = random.Random(seed)
        self.turning = turning
        self.hidden, self.feature_set, self.features = hidden, position.feature_set, position.feature_count
        self.columns = [rng.randint(-largest, largest) for _ in range(self.features * hidden)]
        self.bias = [rng.randint(-largest, largest) for _ in range(hidden)]
        self.output = [rng.randint(-127, 127) for _ in range(OUTPUT_COUNT * 2 * hidden)]
        self.output_bias = [rng.randint(-(10**6), 10**6) for _ in range(OUTPUT_COUNT)]

    def parameters(self) -> bytes:
        """The parameters as bytes, for little-endian machines such as those of the tests."""
        return array("h", self.columns + self.bias + self.output).tobytes() + array("i", self.output_bias).tobytes()

    def network(self) -> Network:
        return Network(self.feature_set, self.features, self.hidden, SCALE, self.parameters(), self.turning)

    def evaluate(self, position: Position) -> int:
        """The value that the network should give a position."""
        mover = position.turn
        chosen, _ = position.features(mover)
        if chosen < position.outputs_by_hand:
            return position.evaluate()
        total = self.output_bias[chosen]
        for half, player in enumerate((mover, 1 - mover)):
            sums = list(self.bias)
            for feature in position.features(player, self.turning)[1]:
                for i in range(self.hidden):
                    sums[i] += self.columns[feature * self.hidden + i]
            at = (chosen * 2 + half) * self.hidden
            for i, value in enumerate(sums):
                total += max(0, min(value, HIDDEN_ONE)) ** 2 * self.output[at + i]
        score = abs(total) * SCALE // (HIDDEN_ONE**2 * WEIGHT_ONE)
        return score if total >= 0 else -score


def random_line(variant: str, seed: int, plies: int = 40) -> list[Position]:
    """The positions of a random game."""
    rng = random.Random(f"{variant}/{seed}")
    game = Game(variant, seed=rng.getrandbits(31))
    while len(game.moves) < plies and game.result() is None:
        game.push_move(rng.choice(game.position.moves()))
    return game.positions


def features_seen(variant: str) -> int:
    """A checksum of the features of some random games' positions."""
    check = 0
    for seed in range(3):
        for position in random_line(variant, seed):
            for player in range(2):
                check = zlib.crc32(repr(position.features(player)).encode(), check)
    return check
