"""The parameters of a network: in floating point, as they are fitted, and in integers, as they are used."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oddfish.cext.search.gradient import parameter_count
from oddfish.cext.search.network import HIDDEN_ONE, OUTPUT_COUNT, WEIGHT_ONE, Network
from oddfish.engine.experiments.train.loading import Floats, Sources
from oddfish.engine.experiments.train.records import TrainError

#: The size of a widened network's new output weights, as a share of a new network's.
_NEW_UNITS = 0.1


class Parameters(NamedTuple):
    """A network's parameters in floating point: views of one array, in the order of ``cext.search.gradient``."""

    every: Floats
    columns: Floats  # [features][hidden]
    bias: Floats  # [hidden]
    output: Floats  # [outputs][2 * hidden]
    output_bias: Floats  # [outputs]


def parameters_in(every: Floats, features: int, hidden: int) -> Parameters:
    """The parts of an array of ``parameter_count(features, hidden)`` parameters."""
    sizes = (features * hidden, hidden, 2 * hidden * OUTPUT_COUNT)
    columns, bias, output, output_bias = np.split(every, np.cumsum(sizes))
    return Parameters(every, columns.reshape(features, hidden), bias, output.reshape(OUTPUT_COUNT, -1), output_bias)


def initial(features: int, hidden: int, seed: int) -> Parameters:
    """Random initial parameters."""
    rng = np.random.default_rng(seed)
    params = parameters_in(np.zeros(parameter_count(features, hidden), np.float32), features, hidden)
    params.columns[:] = rng.uniform(-0.1, 0.1, params.columns.shape)
    params.bias[:] = 0.2
    params.output[:] = rng.uniform(-1, 1, params.output.shape) / math.sqrt(hidden)
    return params


class Integers(NamedTuple):
    """A network's parameters in integers, in the order of `Network`."""

    columns: npt.NDArray[np.int16]  # [features][hidden]
    bias: npt.NDArray[np.int16]  # [hidden]
    output: npt.NDArray[np.int16]  # [outputs][2 * hidden]
    output_bias: npt.NDArray[np.int32]  # [outputs]


def integers_of(network: Network) -> Integers:
    """The parameters of a network."""
    hidden, content = network.hidden, network.parameters
    sizes = (network.features * hidden, hidden, 2 * hidden * OUTPUT_COUNT)
    words = np.frombuffer(content, "<i2", sum(sizes))
    columns, bias, output = np.split(words, np.cumsum(sizes[:-1]))
    output_bias = np.frombuffer(content, "<i4", OUTPUT_COUNT, words.nbytes)
    return Integers(columns.reshape(-1, hidden), bias, output.reshape(OUTPUT_COUNT, -1), output_bias)


def parameters_of(network: Network, used: npt.NDArray[np.intp]) -> Parameters:
    """The parameters of a network in floating point, with only the columns of these features."""
    whole, hidden = integers_of(network), network.hidden
    params = parameters_in(np.zeros(parameter_count(len(used), hidden), np.float32), len(used), hidden)
    params.columns[:] = whole.columns[used] / np.float32(HIDDEN_ONE)
    params.bias[:] = whole.bias / np.float32(HIDDEN_ONE)
    params.output[:] = whole.output / np.float32(WEIGHT_ONE)
    params.output_bias[:] = whole.output_bias / np.float32(HIDDEN_ONE**2 * WEIGHT_ONE)
    return params


def put_in(old: Parameters, params: Parameters) -> None:
    """Copy parameters into random ones whose hidden layer is at least as large. The outputs stay nearly the same: new
    units keep their random columns, and their output weights become small."""
    size, hidden = len(old.bias), len(params.bias)
    params.output[:] *= np.float32(_NEW_UNITS)
    params.columns[:, :size] = old.columns
    params.bias[:size] = old.bias
    for view in range(2):
        params.output[:, view * hidden : view * hidden + size] = old.output[:, view * size : (view + 1) * size]
    params.output_bias[:] = old.output_bias


def check_beginning(network: Network, feature_set: str, features: int, hidden: int) -> None:
    """Check that the fit of a network of this size can start from a given network.

    Raises:
        TrainError: that network has other features, another number of features, or a larger hidden layer.
    """
    found = f"{network.features} features {network.feature_set} and a hidden layer of {network.hidden}"
    if (network.feature_set, network.features) != (feature_set, features) or network.hidden > hidden:
        raise TrainError(
            f"cannot begin with a network for {found}: "
            f"expected {features} features {feature_set} and a hidden layer of at most {hidden}"
        )


def quantized(params: Parameters, sources: Sources, begin: Network | None = None) -> bytes:
    """The parameters in integers, in the order of `Network`. Features that never occurred keep the weights of the
    network that the fit started from, or have zero weights."""
    hidden = len(params.bias)
    columns = np.zeros((sources.features, hidden), np.int16)
    if begin is not None:
        columns[:, : begin.hidden] = integers_of(begin).columns
    columns[sources.used] = np.rint(params.columns * HIDDEN_ONE)
    parts = [
        columns.astype("<i2"),
        np.rint(params.bias * HIDDEN_ONE).astype("<i2"),
        np.clip(np.rint(params.output * WEIGHT_ONE), -127, 127).astype("<i2"),
        np.rint(params.output_bias * HIDDEN_ONE**2 * WEIGHT_ONE).astype("<i4"),
    ]
    return b"".join(part.tobytes() for part in parts)
