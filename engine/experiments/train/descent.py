"""Gradient descent, which fits a network to positions: on the CPU, or by JAX (``accelerated``)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Protocol

import numpy as np
import numpy.typing as npt

from oddfish.cext.search.gradient import loss
from oddfish.cext.search.network import WEIGHT_ONE
from oddfish.engine.experiments.train.loading import Data, Floats, Sources
from oddfish.engine.experiments.train.parameters import Parameters

#: Bounds on weights: output weights fit in a byte, and sums of columns in 16 bits.
LARGEST = 127 / WEIGHT_ONE


#: Computes the movers' expected points of positions, from 0 to 1.
Targets = Callable[[Data], Floats]


class Descent(Protocol):
    """Parameters during gradient descent."""

    def run(self, order: npt.NDArray[np.int64], rates: Floats) -> float:
        """Take a step for each of ``rates``, along the gradient over a row of ``order`` (training positions). Returns
        the mean squared error before each step."""

    def held_out(self) -> float:
        """The mean squared error of the held-out positions."""

    def parameters(self) -> Parameters:
        """The parameters so far."""


class Adam:
    """Adam, after Kingma and Ba, "Adam: a method for stochastic optimization" (2015)."""

    MOMENTS = (0.9, 0.999)

    def __init__(self, size: int):
        self._mean, self._square = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self._steps = 0

    def step(self, parameters: Floats, gradient: Floats, rate: float) -> None:
        """Change parameters in place."""
        self._steps += 1
        one, two = self.MOMENTS
        self._mean += np.float32(1 - one) * (gradient - self._mean)
        self._square += np.float32(1 - two) * (gradient * gradient - self._square)
        size = rate * math.sqrt(1 - two**self._steps) / (1 - one**self._steps)
        parameters -= np.float32(size) * self._mean / (np.sqrt(self._square) + np.float32(1e-8))


class Loss:
    """The loss of parameters over positions, computed by several threads.

    The number of parts of a batch does not depend on the machine, so sums are the same on every machine.
    """

    PARTS = 4

    def __init__(self, data: Data, targets: Floats, features: int, hidden: int, pool: Executor):
        self._data = data
        self._starts = np.concatenate(([0], np.cumsum(data.counts, dtype=np.int64)))
        self._targets, self._features, self._hidden, self._pool = targets, features, hidden, pool
        self._slopes: list[Floats] = []

    def mean(self, parameters: Floats, rows: npt.NDArray[np.int64]) -> float:
        """The mean squared error of some positions."""
        return self._sum(parameters, rows, [None] * self.PARTS) / len(rows)

    def gradient(self, parameters: Floats, rows: npt.NDArray[np.int64]) -> tuple[float, Floats]:
        """The mean squared error and its gradient. The next call overwrites the gradient."""
        if not self._slopes:
            self._slopes = [np.empty_like(parameters) for _ in range(self.PARTS)]
        for slope in self._slopes:
            slope.fill(0)
        total = self._sum(parameters, rows, self._slopes)
        first, *others = self._slopes
        for slope in others:
            first += slope
        first /= np.float32(len(rows))
        return total / len(rows), first

    def _sum(self, parameters: Floats, rows: npt.NDArray[np.int64], slopes: Sequence[Floats | None]) -> float:
        def part(rows: npt.NDArray[np.int64], slope: Floats | None) -> float:
            lists, starts, outputs = self._data.lists, self._starts, self._data.outputs
            return loss(lists, starts, outputs, self._targets, rows, parameters, slope, self._features, self._hidden)

        return math.fsum(self._pool.map(part, np.array_split(rows, self.PARTS), slopes))


class CoreDescent:
    """Gradient descent by the core, on all processors. It gives the same result on every machine.

    Args:
        sources: the positions.
        targets: computes the movers' expected points.
        begin: the initial parameters, which this changes.
    """

    def __init__(self, sources: Sources, targets: Targets, begin: Parameters):
        self._parameters, self._adam = begin, Adam(len(begin.every))
        self._pool = ThreadPoolExecutor()
        features, hidden = begin.columns.shape
        self._training, self._held_out = (
            Loss(data, targets(data), features, hidden, self._pool) for data in (sources.training, sources.held_out)
        )
        self._every = np.arange(len(sources.held_out))

    def run(self, order: npt.NDArray[np.int64], rates: Floats) -> float:
        total, params = 0.0, self._parameters
        for rows, rate in zip(order, rates):
            error, slope = self._training.gradient(params.every, rows)
            self._adam.step(params.every, slope, float(rate))
            for weights in (params.columns, params.output):
                np.clip(weights, -LARGEST, LARGEST, out=weights)
            total += error
        return total / len(order)

    def held_out(self) -> float:
        return self._held_out.mean(self._parameters.every, self._every)

    def parameters(self) -> Parameters:
        return self._parameters
