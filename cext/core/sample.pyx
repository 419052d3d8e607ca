"""Many positions at once: their evaluations under changing weights, for tuning, and their features."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.stdint cimport uint16_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport Bitboard, pop_lsb
from oddfish.cext.core.features cimport MAX_FEATURE_WORDS, map_features
from oddfish.cext.core.rules cimport Common, NetworkRules, Position, Rules, checked_int, images_for, side_of

from array import array

cdef enum:
    MAX_WEIGHT = 1000000    # beyond all bounds of terms, and far from overflow


@cython.final
cdef class Sample:
    """Positions of one variant, kept as bare structs of a few hundred bytes each."""

    cdef const Rules* rules
    cdef char* data
    cdef size_t size, room
    cdef bint busy          # whether positions are being evaluated: another thread may call meanwhile
    cdef list games         # (owner of what the positions point to, number of positions)

    def __cinit__(self):
        self.games = []

    def __dealloc__(self):
        PyMem_Free(self.data)

    def __len__(self) -> int:
        """The number of positions."""
        return self.size

    def add(self, list positions not None) -> None:
        """Add positions of one game, that is, with one setup (armies and rules).

        Raises:
            ValueError: they are of different games, or of another variant than earlier ones.
            RuntimeError: another thread is evaluating.
        """
        cdef Position position
        cdef size_t room
        cdef char* data
        for position in positions:
            if position is None:
                raise TypeError("None is not a position")
            if self.rules != NULL and position.rules != self.rules:
                raise ValueError("positions of different variants")
            if position.rules != (<Position> positions[0]).rules:
                raise ValueError("positions of different variants")
            if position.owner is not (<Position> positions[0]).owner:
                raise ValueError("positions of different games")
        if self.busy:
            raise RuntimeError("the sample is being evaluated")
        if not positions:
            return
        self.rules = (<Position> positions[0]).rules
        if self.size + <size_t> len(positions) > self.room:
            room = 2 * self.room + len(positions) + 256
            data = <char*> PyMem_Realloc(self.data, room * self.rules.size)
            if data == NULL:
                raise MemoryError
            self.data = data
            self.room = room
        self.games.append(((<Position> positions[0]).owner, len(positions)))
        for position in positions:      # nothing can fail from here on
            memcpy(self.data + self.size * self.rules.size, position.data, self.rules.size)
            self.size += 1

    def evaluate(self, values) -> array:
        """The evaluation of every position in centipawns, for the first player.

        Args:
            values: an int for each term; their bounds are not checked.

        Returns:
            An array of C ints, in the order in which the positions were added.

        Raises:
            ValueError: there are more values than terms.
            RuntimeError: another thread is evaluating.
        """
        cdef int[::1] scores
        cdef size_t at = 0, end, count
        cdef int i, value
        cdef void* weights
        cdef char* position
        cdef const Rules* rules
        values = [checked_int(each, "weight", -MAX_WEIGHT, MAX_WEIGHT) for each in values]
        if self.size == 0:
            return array("i")
        if self.busy:
            raise RuntimeError("the sample is being evaluated")
        self.busy = True        # nothing is added from here on, whatever Python code runs in between
        rules = self.rules
        weights = calloc(1, rules.evaluation.weights_size)
        try:
            if weights == NULL:
                raise MemoryError
            scores = result = array("i", [0]) * self.size
            for i, value in enumerate(values):
                if i >= rules.evaluation.weight_count:
                    raise ValueError(f"more than {rules.evaluation.weight_count} weights")
                (<int*> weights)[i] = value
            for _, count in self.games:
                with nogil:
                    end = at + count
                    if rules.evaluation.prepare_weights != NULL:
                        rules.evaluation.prepare_weights(self.data + at * rules.size, weights)
                    while at < end:
                        position = self.data + at * rules.size
                        (<Common*> position).weights = weights
                        scores[at] = rules.evaluation.evaluate(position)
                        if (<Common*> position).side:
                            scores[at] = -scores[at]
                        (<Common*> position).weights = NULL
                        at += 1
        finally:
            free(weights)
            self.busy = False
        return result


def feature_lists(list positions not None, bint turning=False) -> tuple:
    """What both players see of each position, as networks do (`Position.features`); with ``turning``, as networks do
    that turn the board.

    Returns:
        Three bytearrays: the features present, 16 bits each, in ascending order, first the mover's and then the other
        player's for each position; the lengths of these lists, 16 bits each, two for each position; and a byte for each
        position, the output to use.

    Raises:
        ValueError: the positions' game has no features, or cannot be turned; the games have different features; or the
            features cannot represent a position.
    """
    cdef Bitboard[MAX_FEATURE_WORDS] words, seen
    cdef const NetworkRules* network
    cdef Position position
    cdef Bitboard bits
    cdef list own = list(positions)     # another thread may change the caller's
    cdef size_t at = 0, before, n = len(own)
    cdef size_t i
    cdef int side, player, word, output
    if n == 0:
        return bytearray(), bytearray(), bytearray()
    position = <Position?> own[0]
    name = position.feature_set
    network = &position.rules.network
    lists = bytearray(4 * n * 64 * network.feature_words)
    counts, outputs = bytearray(4 * n), bytearray(n)
    cdef unsigned char* list_data = lists
    cdef unsigned char* count_data = counts
    cdef unsigned char* output_data = outputs
    cdef uint16_t* features = <uint16_t*> list_data
    for i, position in enumerate(own):
        if position is None:
            raise TypeError("None is not a position")
        network = &position.rules.network
        if network.features == NULL or position.feature_set != name:
            raise ValueError("positions without features, or with different ones")
        output = network.features(position.data, words)
        if output < 0:
            raise ValueError("the features cannot represent a position")
        output_data[i] = <unsigned char> output
        for side in range(2):
            player = side ^ side_of(position.data)
            map_features(images_for(network, words, player, turning), words, network.feature_words, seen)
            before = at
            for word in range(network.feature_words):
                bits = seen[word]
                while bits:
                    features[at] = <uint16_t> (64 * word + pop_lsb(&bits))
                    at += 1
            (<uint16_t*> count_data)[2 * i + side] = <uint16_t> (at - before)
    del lists[2 * at:]
    return lists, counts, outputs
