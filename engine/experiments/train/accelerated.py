"""The fit of a network by JAX, for machines with a GPU.

The core adds up the columns of the few features that a position has; this multiplies by the whole matrix of columns.
That is fifty times the arithmetic, but of a kind that a GPU does a thousand times as fast.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from oddfish.engine.experiments.train.descent import LARGEST, Adam, Targets
from oddfish.engine.experiments.train.loading import Data, Floats, Sources
from oddfish.engine.experiments.train.parameters import Parameters, parameters_in

#: Positions at a time when only their loss is needed.
_AT_ONCE = 1 << 14


class Layers(NamedTuple):
    """A network's parameters in floating point, or one number for each of them."""

    columns: Any  # [features][hidden]
    bias: Any  # [hidden]
    output: Any  # [outputs][2 * hidden]
    output_bias: Any  # [outputs]


class Rows(NamedTuple):
    """Positions on the device."""

    lists: Any  # [n][mover, other][width] their features, padded with the number of features
    outputs: Any  # [n]
    targets: Any  # [n] the movers' expected points, from 0 to 1

    @classmethod
    def of(cls, data: Data, targets: Floats, features: int) -> Rows:
        """Positions with these targets. On the device, each takes 4 n + 5 bytes, where n is the largest number of
        features that a player sees."""
        width = int(data.counts.max(initial=1))
        padded = np.full((data.counts.size, width), features, np.uint16)
        padded[np.arange(width) < data.counts.reshape(-1, 1)] = data.lists
        return cls(jnp.asarray(padded.reshape(-1, 2, width)), jnp.asarray(data.outputs), jnp.asarray(targets))


def has_gpu() -> bool:
    """Whether JAX finds a GPU or another accelerator."""
    return bool(jax.default_backend() != "cpu")


def _loss(layers: Layers, rows: Rows) -> Any:
    """The sum of squared errors of some positions."""
    count, _, width = rows.lists.shape
    features, hidden = layers.columns.shape
    seen = jnp.zeros((2 * count, features), jnp.float32)
    seen = seen.at[jnp.arange(2 * count)[:, None], rows.lists.reshape(-1, width)].set(1, mode="drop")
    sums = seen @ layers.columns + layers.bias
    active = jnp.square(jnp.clip(sums, 0, 1)).reshape(count, 2 * hidden)
    every = active @ layers.output.T + layers.output_bias
    odds = jax.nn.sigmoid(jnp.take_along_axis(every, rows.outputs[:, None].astype(jnp.int32), axis=1)[:, 0])
    return jnp.sum(jnp.square(odds - rows.targets))


def _chosen(rows: Rows, places: Any) -> Rows:
    return Rows(*(jnp.take(each, places, axis=0) for each in rows))


class _State(NamedTuple):
    layers: Layers
    mean: Layers
    square: Layers
    steps: Any  # taken so far


@partial(jax.jit, donate_argnums=0)
def _pass(state: _State, rows: Rows, order: Any, rates: Any) -> tuple[_State, Any]:
    """Take a step for each row of ``order``. Returns the new state and the sum of squared errors."""
    one, two = Adam.MOMENTS

    def step(state: _State, what: tuple[Any, Any]) -> tuple[_State, Any]:
        places, rate = what
        errors, slope = jax.value_and_grad(_loss)(state.layers, _chosen(rows, places))
        slope = jax.tree.map(lambda each: each / places.shape[0], slope)
        steps = state.steps + 1
        mean = jax.tree.map(lambda old, new: old + (1 - one) * (new - old), state.mean, slope)
        square = jax.tree.map(lambda old, new: old + (1 - two) * (new * new - old), state.square, slope)
        size = rate * jnp.sqrt(1 - two**steps) / (1 - one**steps)
        layers = jax.tree.map(lambda at, m, s: at - size * m / (jnp.sqrt(s) + 1e-8), state.layers, mean, square)
        layers = layers._replace(
            columns=jnp.clip(layers.columns, -LARGEST, LARGEST), output=jnp.clip(layers.output, -LARGEST, LARGEST)
        )
        return _State(layers, mean, square, steps), errors

    state, errors = jax.lax.scan(step, state, (order, rates))
    return state, errors.sum()


@jax.jit
def _errors(layers: Layers, rows: Rows, places: Any) -> Any:
    return _loss(layers, _chosen(rows, places))


class AcceleratedDescent:
    """Descent by JAX on its default device. Rounding depends on the device, so two devices give two different networks,
    which are equally good.

    Args:
        sources: the positions.
        targets: computes the movers' expected points.
        begin: the initial parameters.
    """

    def __init__(self, sources: Sources, targets: Targets, begin: Parameters):
        self._shape = begin.columns.shape
        layers = Layers(*(jnp.asarray(each) for each in begin[1:]))
        mean, square = (Layers(*map(jnp.zeros_like, layers)) for _ in range(2))
        self._state = _State(layers, mean, square, jnp.float32(0))
        self._training, self._held_out = (
            Rows.of(data, targets(data), len(sources.used)) for data in (sources.training, sources.held_out)
        )

    def run(self, order: npt.NDArray[np.int64], rates: Floats) -> float:
        places = jnp.asarray(order, jnp.int32)
        self._state, errors = _pass(self._state, self._training, places, jnp.asarray(rates))
        return float(errors) / order.size

    def held_out(self) -> float:
        total, count = 0.0, len(self._held_out.outputs)
        for first in range(0, count, _AT_ONCE):
            places = jnp.arange(first, min(first + _AT_ONCE, count), dtype=jnp.int32)
            total += float(_errors(self._state.layers, self._held_out, places))
        return total / count

    def parameters(self) -> Parameters:
        every = np.concatenate([np.asarray(each).reshape(-1) for each in self._state.layers])
        return parameters_in(every, *self._shape)
