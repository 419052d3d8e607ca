"""Small networks that evaluate positions, learned from games (docs/networks.md)."""

cimport cython
from libc.stdint cimport int16_t, int32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from oddfish.cext.core.features cimport FEATURE_OUTPUTS
from oddfish.cext.core.rules cimport Position, checked_int

#: The largest hidden layer, and the number that its size must be a multiple of.
LARGEST_HIDDEN = MAX_HIDDEN
HIDDEN_MULTIPLE = HIDDEN_STEP
#: The value of 1.0 in the hidden layer and among output weights, and the number of outputs.
HIDDEN_ONE = ONE
WEIGHT_ONE = OUTPUT_ONE
OUTPUT_COUNT = OUTPUTS

assert OUTPUTS == FEATURE_OUTPUTS and MAX_WORDS == MAX_FEATURE_WORDS


def network_size(features, hidden) -> int:
    """The bytes of a network's parameters (`Network`).

    Raises:
        ValueError: a size is larger than any network's can be.
    """
    features = checked_int(features, "features", 0, 64 * MAX_WORDS)
    hidden = checked_int(hidden, "hidden layer", 0, MAX_HIDDEN)
    return 2 * hidden * (features + 1 + 2 * OUTPUTS) + 4 * OUTPUTS


@cython.final
cdef class Network:
    """A network: features -> 2 x hidden, clipped and squared -> one of 8 outputs.

    Args:
        feature_set: the name of the features it was trained on (`Position.feature_set`).
        features: how many there are, a multiple of 64.
        hidden: the size of the hidden layer for each player.
        scale: centipawns for an output of 1.0.
        parameters: little-endian integers: 16 bits each for the columns (a feature's weights one after another), the
            biases and the output weights (by output, the mover's before the other player's); then 32 bits for the
            biases of the outputs.

        turning: whether it turns the board (`Position.features`).

    Raises:
        ValueError: a size is out of range or does not fit the others, or an output weight exceeds 127.
    """

    def __cinit__(self, str feature_set not None, features, hidden, scale, bytes parameters not None,
                  bint turning=False):
        cdef size_t columns, i
        cdef const int16_t* output
        features = checked_int(features, "features", 0, 64 * MAX_WORDS)
        hidden = checked_int(hidden, "hidden layer", 0, MAX_HIDDEN)
        scale = checked_int(scale, "scale", 1, 10000)
        if features <= 0 or features % 64:
            raise ValueError(f"{features} features: expected a multiple of 64 up to {64 * MAX_WORDS}")
        if hidden <= 0 or hidden % HIDDEN_STEP:
            raise ValueError(f"hidden layer of {hidden}: expected a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}")
        if len(parameters) != network_size(features, hidden):
            raise ValueError(f"{len(parameters)} bytes of parameters: expected {network_size(features, hidden)}")
        self.memory = <char*> calloc(len(parameters) + 64, 1)
        if self.memory == NULL:
            raise MemoryError
        self.feature_set = feature_set
        self.net.words = features // 64
        self.net.turning = turning
        self.net.hidden = hidden
        self.net.scale = scale
        self.net.level = best_level()
        # Columns start on a cache line.
        cdef char* at = self.memory + (64 - <size_t> self.memory % 64) % 64
        memcpy(at, <const char*> parameters, len(parameters))
        columns = <size_t> self.net.words * 64 * self.net.hidden
        self.net.columns = <const int16_t*> at
        self.net.bias = self.net.columns + columns
        self.net.output = self.net.bias + self.net.hidden
        self.net.output_bias = <const int32_t*> (self.net.output + 2 * OUTPUTS * self.net.hidden)
        output = self.net.output
        for i in range(<size_t> 2 * OUTPUTS * self.net.hidden):
            if abs(output[i]) > 127:
                raise ValueError(f"output weight {output[i]}: expected -127 to 127")

    def __dealloc__(self):
        free(self.memory)

    @property
    def features(self) -> int:
        """How many features it knows."""
        return 64 * self.net.words

    @property
    def turning(self) -> bool:
        """Whether it turns the board (`Position.features`)."""
        return self.net.turning != 0

    @property
    def hidden(self) -> int:
        """The size of its hidden layer for each player."""
        return self.net.hidden

    @property
    def scale(self) -> int:
        """Centipawns for an output of 1.0."""
        return self.net.scale

    @property
    def parameters(self) -> bytes:
        """The integers that it was made from."""
        return (<const char*> self.net.columns)[:network_size(self.features, self.hidden)]

    @property
    def level(self) -> int:
        """The instructions it is computed with: 0 plain, 1 SSE4.1, 2 AVX2; all give the same results.

        Raises:
            ValueError: (when it is set) the processor does not have them.
        """
        return self.net.level

    @level.setter
    def level(self, level):
        self.net.level = checked_int(level, "level", 0, best_level())

    def fits(self, Position position not None) -> bool:
        """Whether the network can evaluate positions of this game."""
        return (self.feature_set == position.feature_set and self.features == position.feature_count
                and (position.can_turn or not self.turning))

    def check(self, Position position not None) -> None:
        """Check that the network can evaluate positions of this game.

        Raises:
            ValueError: it is for other features.
        """
        if not self.fits(position):
            raise ValueError(f"a network for features '{self.feature_set}', not '{position.feature_set}'"
                             if self.feature_set != position.feature_set else
                             "the network turns the board, but this game's board cannot be turned")

    def evaluate(self, Position position not None) -> int:
        """The evaluation of a position in centipawns, for the side to move; the hand-written one where the game
        requires it (`Position.outputs_by_hand`).

        Raises:
            ValueError: the network is for other features.
        """
        cdef Views views
        self.check(position)
        clear_views(&self.net, &views)
        return evaluate_by_network(&self.net, position.rules, position.data, &views, NULL)

    def evaluate_line(self, list positions not None) -> list:
        """The evaluations of several positions, each computed from the one before. The results are those of
        :meth:`evaluate`."""
        cdef Views views[2]
        cdef Position position
        cdef int i
        clear_views(&self.net, &views[0])
        clear_views(&self.net, &views[1])
        scores = []
        for i, position in enumerate(positions):
            self.check(position)
            scores.append(evaluate_by_network(&self.net, position.rules, position.data, &views[i & 1],
                                              &views[1 - (i & 1)]))
        return scores
