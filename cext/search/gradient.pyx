"""The loss of a network over positions, and its gradient: what training computes millions of times.

A position has a few dozen features out of thousands, so that adding up their columns, one by one, takes a fiftieth of
the work of a matrix product.
"""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

from oddfish.cext.core.rules cimport checked_int
from oddfish.cext.search.network cimport HIDDEN_STEP, MAX_HIDDEN, MAX_WORDS, OUTPUTS

cdef enum:
    LANES = 16          # sums that are kept apart, so that they are added side by side


cdef struct Layers:
    float* columns      # [features][hidden]
    float* bias         # [hidden]
    float* output       # [OUTPUTS][2 * hidden]
    float* output_bias  # [OUTPUTS]


cdef inline Layers layers_in(float* at, size_t features, size_t hidden) noexcept nogil:
    cdef Layers layers
    layers.columns = at
    layers.bias = layers.columns + features * hidden
    layers.output = layers.bias + hidden
    layers.output_bias = layers.output + 2 * OUTPUTS * hidden
    return layers


def parameter_count(features, hidden) -> int:
    """How many parameters a network has: columns, biases, output weights and biases of outputs, in this order.

    Raises:
        ValueError: no network has these sizes.
    """
    features = checked_int(features, "features", 1, 64 * MAX_WORDS)
    hidden = checked_int(hidden, "hidden layer", HIDDEN_STEP, MAX_HIDDEN)
    return hidden * (features + 1 + 2 * OUTPUTS) + OUTPUTS


cdef inline void add(float* to, const float* what, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        to[i] += what[i]


cdef inline float product(const float* a, const float* b, int n) noexcept nogil:
    """The scalar product of two vectors, whose length is a multiple of LANES."""
    cdef float lanes[LANES]
    cdef float total = 0
    cdef int i = 0, k
    for k in range(LANES):
        lanes[k] = 0
    while i < n:
        for k in range(LANES):
            lanes[k] += a[i + k] * b[i + k]
        i += LANES
    for k in range(LANES):
        total += lanes[k]
    return total


cdef struct Rows:
    const uint16_t* features    # lists, one after another
    const int64_t* starts       # where each begins: the mover's and the other player's of each position
    const uint8_t* outputs      # [positions]
    const float* targets        # [positions]


cdef double squared_errors(const Rows* data, const int64_t* rows, size_t n, const Layers* net, const Layers* slope,
                           int hidden) noexcept nogil:
    """What :func:`loss` says of n rows; ``slope`` is NULL if the gradient is not wanted."""
    cdef float active[2 * MAX_HIDDEN]
    cdef float delta[2 * MAX_HIDDEN]
    cdef const int64_t* starts
    cdef const float* weights
    cdef float* sums
    cdef double total = 0
    cdef float error, odds, step, clipped
    cdef size_t at
    cdef int64_t k
    cdef int side, i, output
    for at in range(n):
        starts = data.starts + 2 * rows[at]
        for side in range(2):
            sums = active + side * hidden
            memcpy(sums, net.bias, hidden * sizeof(float))
            for k in range(starts[side], starts[side + 1]):
                add(sums, net.columns + <size_t> data.features[k] * hidden, hidden)
        for i in range(2 * hidden):
            clipped = min(max(active[i], <float> 0), <float> 1)
            delta[i] = 2 * clipped if clipped < 1 else 0        # the slope of what follows
            active[i] = clipped * clipped
        output = data.outputs[rows[at]]
        weights = net.output + <size_t> output * 2 * hidden
        odds = <float> (1 / (1 + exp(-<double> (net.output_bias[output] + product(weights, active, 2 * hidden)))))
        error = odds - data.targets[rows[at]]
        total += error * error
        if slope == NULL:
            continue
        step = 2 * error * odds * (1 - odds)
        slope.output_bias[output] += step
        sums = slope.output + <size_t> output * 2 * hidden
        for i in range(2 * hidden):
            sums[i] += step * active[i]
            delta[i] *= step * weights[i]
        for side in range(2):
            sums = delta + side * hidden
            add(slope.bias, sums, hidden)
            for k in range(starts[side], starts[side + 1]):
                add(slope.columns + <size_t> data.features[k] * hidden, sums, hidden)
    return total


cdef size_t first_wrong(const Rows* data, size_t listed, size_t positions, size_t features, const int64_t* rows,
                        size_t n) noexcept nogil:
    """The first of n rows that does not exist, or whose features or output do not; n if all are right."""
    cdef const int64_t* starts
    cdef int64_t k
    cdef size_t i
    for i in range(n):
        if rows[i] < 0 or rows[i] >= <int64_t> positions or data.outputs[rows[i]] >= OUTPUTS:
            return i
        starts = data.starts + 2 * rows[i]
        if not 0 <= starts[0] <= starts[1] <= starts[2] <= <int64_t> listed:
            return i
        for k in range(starts[0], starts[2]):
            if data.features[k] >= features:
                return i
    return n


def loss(const uint16_t[::1] lists not None, const int64_t[::1] starts not None, const uint8_t[::1] outputs not None,
         const float[::1] targets not None, const int64_t[::1] rows not None, float[::1] parameters not None,
         float[::1] gradient, features, hidden) -> float:
    """The sum of squared errors in what the mover may expect of some positions; other threads run meanwhile.

    Args:
        lists: the features that are present, for each position the mover's and then the other player's.
        starts: [2 * positions + 1] where each list begins, and where the last one ends.
        outputs: [positions] the output that holds.
        targets: [positions] what the mover did expect, from 0 to 1.
        rows: the positions that count.
        parameters: of the network, as :func:`parameter_count` counts them.
        gradient: what the loss's slope is added to, by parameter; None if it is not wanted.
        features: how many features there may be.
        hidden: the size of the hidden layer for each player.

    Raises:
        ValueError: the arrays do not fit each other, or a position's features or output do not exist.
    """
    cdef Layers net, slope
    cdef Rows data
    cdef size_t count, wrong, positions = outputs.shape[0]
    cdef size_t wanted = rows.shape[0]
    cdef int size = checked_int(hidden, "hidden layer", HIDDEN_STEP, MAX_HIDDEN)
    cdef double total
    if <size_t> starts.shape[0] != 2 * positions + 1 or <size_t> targets.shape[0] != positions:
        raise ValueError(f"{starts.shape[0]} starts and {targets.shape[0]} targets for {positions} outputs")
    if size % HIDDEN_STEP or parameters.shape[0] != parameter_count(features, size):
        raise ValueError(f"{parameters.shape[0]} parameters for {features} features and a hidden layer of {size}")
    if gradient is not None and gradient.shape[0] != parameters.shape[0]:
        raise ValueError(f"a gradient of {gradient.shape[0]} for {parameters.shape[0]} parameters")
    if wanted == 0:
        return 0.0
    count = features
    data.features = &lists[0] if lists.shape[0] else NULL
    data.starts = &starts[0]
    data.outputs = &outputs[0]
    data.targets = &targets[0]
    with nogil:
        wrong = first_wrong(&data, lists.shape[0], positions, count, &rows[0], wanted)
        if wrong == wanted:
            net = layers_in(&parameters[0], count, size)
            if gradient is not None:
                slope = layers_in(&gradient[0], count, size)
            total = squared_errors(&data, &rows[0], wanted, &net, &slope if gradient is not None else NULL, size)
    if wrong != wanted:
        raise ValueError(f"row {rows[wrong]}: expected 0 to {positions - 1}, features below {count} "
                         f"and an output below {OUTPUTS}")
    return total
