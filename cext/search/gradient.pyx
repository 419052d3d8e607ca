"""The loss of a network over positions, and its gradient (gradient.h)."""

from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.stdlib cimport free, realloc

from oddfish.cext.core.rules cimport checked_int
from oddfish.cext.search.network cimport HIDDEN_STEP, MAX_HIDDEN, MAX_WORDS, OUTPUTS, best_level


cdef extern from "gradient.h" nogil:
    ctypedef struct Rows "OfRows":
        const uint16_t* features
        const int64_t* starts
        const uint8_t* outputs
        const float* targets

    ctypedef struct Layers "OfLayers":
        float* columns
        float* bias
        float* output
        float* output_bias

    double squared_errors "of_loss"(int level, const Rows* data, const int64_t* rows, size_t n, const Layers* net,
                                    const Layers* slope, int hidden)


cdef inline Layers layers_in(float* at, size_t features, size_t hidden) noexcept nogil:
    cdef Layers layers
    layers.columns = at
    layers.bias = layers.columns + features * hidden
    layers.output = layers.bias + hidden
    layers.output_bias = layers.output + 2 * OUTPUTS * hidden
    return layers


def parameter_count(features, hidden) -> int:
    """How many parameters a network has: columns, biases, output weights and output biases, in this order.

    Raises:
        ValueError: no network has these sizes.
    """
    features = checked_int(features, "features", 1, 64 * MAX_WORDS)
    hidden = checked_int(hidden, "hidden layer", HIDDEN_STEP, MAX_HIDDEN)
    return hidden * (features + 1 + 2 * OUTPUTS) + OUTPUTS


# Other threads can change the caller's arrays at any time: copy first, then check the copy.
cdef inline bint read_row(const Rows* data, size_t listed, size_t positions, const int64_t* rows, size_t i,
                          int64_t* starts, uint8_t* output, float* target) noexcept nogil:
    """Copy the start of a row's lists, its output and its target; returns whether they exist."""
    cdef int64_t row = (<const volatile int64_t*> rows)[i]
    cdef int j
    if not 0 <= row < <int64_t> positions:
        return False
    for j in range(3):
        starts[j] = (<const volatile int64_t*> data.starts)[2 * row + j]
    output[0] = (<const volatile uint8_t*> data.outputs)[row]
    target[0] = data.targets[row]
    return 0 <= starts[0] <= starts[1] <= starts[2] <= <int64_t> listed and output[0] < OUTPUTS


cdef size_t first_wrong(const Rows* data, size_t listed, size_t positions, size_t features, const int64_t* rows,
                        size_t n) noexcept nogil:
    """The index of the first of n rows that does not exist, or whose features or output do not exist; n if all are
    valid."""
    cdef int64_t starts[3]
    cdef int64_t k
    cdef uint8_t output
    cdef float target
    cdef size_t i
    for i in range(n):
        if not read_row(data, listed, positions, rows, i, starts, &output, &target):
            return i
        for k in range(starts[0], starts[2]):
            if data.features[k] >= features:
                return i
    return n


cdef int add_rows(int level, const Rows* data, size_t listed, size_t positions, size_t features, const int64_t* rows,
                  size_t n, const Layers* net, const Layers* slope, int hidden, double* total) noexcept nogil:
    """Add up the squared errors of valid rows.

    Returns:
        0, or -1 if a row has become invalid since, or -2 if there is no memory.
    """
    cdef Rows row
    cdef int64_t starts[3]
    cdef int64_t first = 0
    cdef uint8_t output
    cdef float target
    cdef uint16_t* lists = NULL
    cdef uint16_t* larger
    cdef size_t i, k, count, room = 0
    cdef int status = 0
    row.starts = starts
    row.outputs = &output
    row.targets = &target
    for i in range(n):
        if not read_row(data, listed, positions, rows, i, starts, &output, &target):
            status = -1
            break
        count = starts[2] - starts[0]
        if count > room:
            larger = <uint16_t*> realloc(lists, 2 * count * sizeof(uint16_t))
            if larger == NULL:
                status = -2
                break
            lists = larger
            room = 2 * count
        for k in range(count):
            lists[k] = (<const volatile uint16_t*> data.features)[starts[0] + k]
            if lists[k] >= features:
                status = -1
        if status:
            break
        starts[2] -= starts[0]
        starts[1] -= starts[0]
        starts[0] = 0
        row.features = lists
        total[0] += squared_errors(level, &row, &first, 1, net, slope, hidden)
    free(lists)
    return status


def loss(const uint16_t[::1] lists not None, const int64_t[::1] starts not None, const uint8_t[::1] outputs not None,
         const float[::1] targets not None, const int64_t[::1] rows not None, float[::1] parameters not None,
         float[::1] gradient, features, hidden, level=None) -> float:
    """The sum of squared errors of the mover's expected score in some positions. Releases the GIL.

    Args:
        lists: the features that are present, for each position the mover's and then the other player's.
        starts: [2 * positions + 1] where each list begins, and where the last one ends.
        outputs: [positions] the output to use.
        targets: [positions] the expected score to learn, for the mover, from 0 to 1.
        rows: the positions to include.
        parameters: the network's, in the order of :func:`parameter_count`.
        gradient: the loss's gradient is added to this, parameter by parameter; None if it is not needed.
        features: how many different features there are.
        hidden: the size of the hidden layer for each player.
        level: the instructions to use, as in `Network.level`; None for the best. All give the same results.

    Raises:
        ValueError: the arrays do not fit each other, or a position's features or output do not exist.
        RuntimeError: another thread has changed an array meanwhile, so that it no longer fits.
    """
    cdef Layers net, slope
    cdef Rows data
    cdef size_t wrong, positions = outputs.shape[0]
    cdef size_t count = checked_int(features, "features", 1, 64 * MAX_WORDS)
    cdef size_t wanted = rows.shape[0]
    cdef int size = checked_int(hidden, "hidden layer", HIDDEN_STEP, MAX_HIDDEN)
    cdef int best = best_level(), chosen = best if level is None else checked_int(level, "level", 0, best)
    cdef int status = 0
    cdef double total = 0
    if <size_t> starts.shape[0] != 2 * positions + 1 or <size_t> targets.shape[0] != positions:
        raise ValueError(f"{starts.shape[0]} starts and {targets.shape[0]} targets for {positions} outputs")
    if size % HIDDEN_STEP or parameters.shape[0] != parameter_count(count, size):
        raise ValueError(f"{parameters.shape[0]} parameters for {count} features and a hidden layer of {size}")
    if gradient is not None and gradient.shape[0] != parameters.shape[0]:
        raise ValueError(f"a gradient of {gradient.shape[0]} for {parameters.shape[0]} parameters")
    if wanted == 0:
        return 0.0
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
            status = add_rows(chosen, &data, lists.shape[0], positions, count, &rows[0], wanted, &net,
                              &slope if gradient is not None else NULL, size, &total)
    if wrong != wanted:
        raise ValueError(f"row {rows[wrong]}: expected 0 to {positions - 1}, features below {count} "
                         f"and an output below {OUTPUTS}")
    if status == -2:
        raise MemoryError
    if status:
        raise RuntimeError("another thread has changed the positions")
    return total
