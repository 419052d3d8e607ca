"""Fits a network to positions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from oddfish.cext.search.network import HIDDEN_ONE, WEIGHT_ONE, Network
from oddfish.engine.experiments.train.descent import CoreDescent, Descent, Targets
from oddfish.engine.experiments.train.loading import Data, Floats, Sources
from oddfish.engine.experiments.train.parameters import (
    Parameters,
    check_beginning,
    initial,
    parameters_of,
    put_in,
    quantized,
)
from oddfish.engine.experiments.train.records import TrainError

#: The number of positions that determine the loss of random weights.
_SAMPLE = 100_000


@dataclass(frozen=True)
class Settings:
    """How to fit a network.

    Args:
        hidden: size of the hidden layer for each player.
        passes: number of passes over all positions.
        batch: positions per step.
        rate: the initial learning rate; it falls to nearly 0 along a cosine.
        blend: the share of the search's score in the target; the rest is the game's result.
        seed: seed of the initial weights and of the order of positions.
    """

    hidden: int = 128
    passes: int = 6
    batch: int = 8192
    rate: float = 1e-3
    blend: float = 0.85
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def fit_scale(data: Data) -> float:
    """The score in centipawns that corresponds to odds of e : 1 in the results."""
    best, least = 0.0, math.inf
    for scale in np.geomspace(50, 1500, 60):
        loss = float(np.mean((1 / (1 + np.exp(-data.scores / scale)) - data.results) ** 2))
        if loss < least:
            best, least = float(scale), loss
    return best


def targets(data: Data, scale: float, blend: float) -> Floats:
    """The movers' expected points, from 0 to 1: a blend of the search's scores and the games' results."""
    said = 1 / (1 + np.exp(-data.scores / np.float32(scale)))
    return (np.float32(blend) * said + np.float32(1 - blend) * data.results).astype(np.float32)


def chosen_backend(name: str) -> str:
    """The backend, "core" or "jax", for a name of ``BACKENDS``.

    Raises:
        TrainError: it is JAX, but JAX is not installed.
    """
    if name == "core" or (name == "auto" and find_spec("jax") is None):
        return "core"
    try:
        from oddfish.engine.experiments.train import accelerated
    except ImportError as error:
        raise TrainError(f"--backend {name} needs JAX (pip install jax): {error}") from None
    return "jax" if name == "jax" or accelerated.has_gpu() else "core"


def _descent(backend: str) -> Callable[[Sources, Targets, Parameters], Descent]:
    if backend == "core":
        return CoreDescent
    from oddfish.engine.experiments.train.accelerated import AcceleratedDescent

    return AcceleratedDescent


class Fitted(NamedTuple):
    """A fitted network in integers, and its losses."""

    scale: int
    parameters: bytes
    losses: list[tuple[float, float]]  # after each pass: training, held out


def fit(
    sources: Sources,
    settings: Settings,
    report: Callable[[int, float, float], None],
    begin: Network | None = None,
    backend: str = "core",
) -> Fitted:
    """Fit a network.

    Args:
        sources: the positions.
        settings: how to fit it.
        report: called after each pass with its number, and the training and held-out losses.
        begin: a network to start from instead of random parameters. Its weights for features that the positions lack
            stay unchanged. A smaller hidden layer is widened.
        backend: "core" or "jax" (:func:`chosen_backend`). The core gives the same network on every machine.

    Raises:
        TrainError: there are too few positions, the network to start from has other features or a larger hidden layer,
            or the fit diverges or ends with a greater loss than that of random weights.
    """
    data, scale = sources.training, fit_scale(sources.training)
    if begin is not None:
        check_beginning(begin, sources.feature_set, sources.features, settings.hidden)
    batches = len(data) // settings.batch
    if not batches:
        few = f"{len(data)} positions are fewer than a batch of {settings.batch}"
        raise TrainError(f"{few}: use more positions or a smaller batch")

    def expected(data: Data) -> Floats:
        return targets(data, scale, settings.blend)

    rng, losses, start = np.random.default_rng(settings.seed), [], _descent(backend)
    params = initial(len(sources.used), settings.hidden, settings.seed)
    with np.errstate(all="ignore"):  # `_check` looks at the results
        sample = data.head(_SAMPLE)
        untrained = start(sources._replace(training=sample, held_out=sample), expected, params).held_out()
        if begin is not None:
            old = parameters_of(begin, sources.used)
            for outputs in (old.output, old.output_bias):
                outputs *= np.float32(begin.scale / scale)
            put_in(old, params)
        descent = start(sources, expected, params)
        for number in range(settings.passes):
            order = rng.permutation(len(data))[: batches * settings.batch].reshape(batches, -1)
            done = (number + np.arange(batches) / batches) / settings.passes
            rates = settings.rate * (0.01 + 0.99 * (1 + np.cos(np.pi * done)) / 2)
            losses.append((descent.run(order, rates.astype(np.float32)), descent.held_out()))
            report(number + 1, *losses[-1])
            _check(descent.parameters(), losses[-1])
    if losses[-1][0] > untrained:
        raise TrainError(
            f"the fit ends with a loss of {losses[-1][0]:.5f}, random weights have {untrained:.5f}: "
            "choose a lower --rate"
        )
    return Fitted(round(scale), quantized(descent.parameters(), sources, begin), losses)


def _check(params: Parameters, losses: tuple[float, float]) -> None:
    """Check that a fit has not diverged.

    Raises:
        TrainError: a loss or a parameter is not finite, or does not fit in a network's integers.
    """
    limits = ((params.bias, 2**15 / HIDDEN_ONE), (params.output_bias, 2**31 / (HIDDEN_ONE**2 * WEIGHT_ONE)))
    if (
        not all(map(math.isfinite, losses))
        or not np.isfinite(params.every).all()
        or any((np.abs(values) > limit - 1).any() for values, limit in limits)
    ):
        raise TrainError("the fit diverges: choose a lower --rate")
