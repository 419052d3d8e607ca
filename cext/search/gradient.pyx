"""The loss of a network over positions, and its gradient: what training computes millions of times.

A position has a few dozen features out of thousands, so that adding up their columns, one by one, takes a fiftieth of
the work of a matrix product.
"""

from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from oddfish.cext.core.bits cimport pop_lsb
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
    features = checked_int(features, "features", 64, 64 * MAX_WORDS)
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


cdef double squared_errors(const uint64_t* sets, int words, const uint8_t* outputs, const float* targets,
                           const int64_t* rows, size_t n, const Layers* net, const Layers* slope,
                           int hidden) noexcept nogil:
    """What :func:`loss` says of n rows; ``slope`` is NULL if the gradient is not wanted."""
    cdef float active[2 * MAX_HIDDEN]
    cdef float delta[2 * MAX_HIDDEN]
    cdef int features[2][64 * MAX_WORDS]
    cdef int counts[2]
    cdef const uint64_t* word
    cdef const float* weights
    cdef float* sums
    cdef uint64_t bits
    cdef double total = 0
    cdef float error, odds, step, clipped
    cdef size_t at
    cdef int side, i, k, output
    for at in range(n):
        word = sets + 2 * words * rows[at]
        for side in range(2):
            sums = active + side * hidden
            memcpy(sums, net.bias, hidden * sizeof(float))
            k = 0
            for i in range(words):
                bits = word[i]
                while bits:
                    features[side][k] = 64 * i + pop_lsb(&bits)
                    add(sums, net.columns + <size_t> features[side][k] * hidden, hidden)
                    k += 1
            counts[side] = k
            word += words
        for i in range(2 * hidden):
            clipped = min(max(active[i], <float> 0), <float> 1)
            delta[i] = 2 * clipped if clipped < 1 else 0        # the slope of what follows
            active[i] = clipped * clipped
        output = outputs[rows[at]]
        weights = net.output + <size_t> output * 2 * hidden
        odds = <float> (1 / (1 + exp(-<double> (net.output_bias[output] + product(weights, active, 2 * hidden)))))
        error = odds - targets[rows[at]]
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
            for i in range(counts[side]):
                add(slope.columns + <size_t> features[side][i] * hidden, sums, hidden)
    return total


def loss(const uint64_t[:, :, ::1] sets not None, const uint8_t[::1] outputs not None,
         const float[::1] targets not None, const int64_t[::1] rows not None, float[::1] parameters not None,
         float[::1] gradient, hidden) -> float:
    """The sum of squared errors in what the mover may expect of some positions; other threads run meanwhile.

    Args:
        sets: [positions][mover, other][words of features].
        outputs: [positions] the output that holds.
        targets: [positions] what the mover did expect, from 0 to 1.
        rows: the positions that count.
        parameters: of the network, as :func:`parameter_count` counts them.
        gradient: what the loss's slope is added to, by parameter; None if it is not wanted.
        hidden: the size of the hidden layer for each player.

    Raises:
        ValueError: the arrays do not fit each other.
    """
    cdef Layers net, slope
    cdef size_t features
    cdef size_t i, n = outputs.shape[0]
    cdef int size = checked_int(hidden, "hidden layer", HIDDEN_STEP, MAX_HIDDEN)
    cdef double total
    if <size_t> sets.shape[0] != n or sets.shape[1] != 2 or <size_t> targets.shape[0] != n:
        raise ValueError(f"{sets.shape[0]} x {sets.shape[1]} sets, {n} outputs and {targets.shape[0]} targets")
    if size % HIDDEN_STEP or parameters.shape[0] != parameter_count(64 * sets.shape[2], size):
        raise ValueError(f"{parameters.shape[0]} parameters for {64 * sets.shape[2]} features "
                         f"and a hidden layer of {size}")
    if gradient is not None and gradient.shape[0] != parameters.shape[0]:
        raise ValueError(f"a gradient of {gradient.shape[0]} for {parameters.shape[0]} parameters")
    if rows.shape[0] == 0:
        return 0.0
    with nogil:
        for i in range(<size_t> rows.shape[0]):
            if not 0 <= rows[i] < <int64_t> n or outputs[rows[i]] >= OUTPUTS:
                with gil:
                    raise ValueError(f"row {rows[i]}: expected 0 to {n - 1}, and an output below {OUTPUTS}")
        features = 64 * sets.shape[2]
        net = layers_in(&parameters[0], features, size)
        if gradient is not None:
            slope = layers_in(&gradient[0], features, size)
        total = squared_errors(&sets[0, 0, 0], sets.shape[2], &outputs[0], &targets[0], &rows[0], rows.shape[0],
                               &net, &slope if gradient is not None else NULL, size)
    return total
