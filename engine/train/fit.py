"""Fitting a network to positions, with JAX."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from oddfish.cext.core.sample import feature_sets
from oddfish.cext.search.network import HIDDEN_ONE, OUTPUT_COUNT, WEIGHT_ONE
from oddfish.engine.train.records import TrainError, read_records
from oddfish.engine.variants import get_variant

Floats = npt.NDArray[np.float32]
Params = dict[str, jax.Array]

#: One game in this many is held out.
HELD_OUT = 20
#: Bounds on weights: those of outputs fit a byte, and no sum of columns leaves 16 bits.
_LARGEST = 127 / WEIGHT_ONE


@dataclass(frozen=True)
class Settings:
    """How a network is fitted.

    Args:
        hidden: size of the hidden layer for each player.
        passes: how often every position is seen.
        batch: positions of a step.
        rate: the learning rate to begin with; it falls to nearly 0 along a cosine.
        blend: how much of the target is the search's score; the rest is the game's result.
        seed: seed of the initial weights and of the order of positions.
    """

    hidden: int = 128
    passes: int = 20
    batch: int = 8192
    rate: float = 1e-3
    blend: float = 0.7
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Data:
    """Positions as arrays, one row each."""

    sets: npt.NDArray[np.uint8]  # [n][mover, other][bytes of the words that are used]
    outputs: npt.NDArray[np.uint8]  # [n]
    scores: Floats  # [n] the search's, in centipawns for the mover
    results: Floats  # [n] the game's, for the mover

    def __len__(self) -> int:
        return len(self.outputs)

    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        return self.sets, self.outputs, self.scores, self.results


class Sources(NamedTuple):
    """The positions of files."""

    training: Data
    held_out: Data
    feature_set: str
    features: int
    used: npt.NDArray[np.intp]  # the words of sets that are ever used
    variants: tuple[str, ...]
    games: int


def load(paths: Sequence[str | Path], advance: Callable[[int], None]) -> Sources:
    """Read files of positions; ``advance`` is called with the positions of each batch of games.

    Raises:
        TrainError: a file cannot be used, or their positions have different features.
    """
    parts: list[tuple[bool, Data]] = []
    names: set[str] = set()
    variants: set[str] = set()
    games = features = 0
    for path in paths:
        for record in read_records(path):
            games += 1
            variants.add(record.variant)
            if not record.fens:
                continue
            variant = get_variant(record.variant)
            held = record.number % HELD_OUT == 0
            base = variant.read(record.fens[0], {**variant.defaults(), **record.options}, random.Random(0))
            positions, scores = [], []
            for fen, score in zip(record.fens, record.scores):
                images = () if held else variant.mirror_images(fen)
                positions += [base.from_fen(each) for each in (fen, *images)]
                scores += [score] * (1 + len(images))
            sets, outputs = feature_sets(positions)
            names.add(base.feature_set)
            features = base.feature_count
            sign = np.array([-1 if position.turn else 1 for position in positions], np.float32)
            parts.append((
                held,
                Data(
                    np.frombuffer(sets, np.uint8).reshape(len(positions), 2, -1),
                    np.frombuffer(outputs, np.uint8),
                    np.array(scores, np.float32) * sign,
                    np.float32(0.5) + np.float32(record.score - 0.5) * sign,
                ),
            ))  # fmt: skip
            advance(len(positions))
            if len(names) > 1:
                raise TrainError(f"{path}: positions with features {' and '.join(sorted(names))}")
    chosen = {held: [data for flag, data in parts if flag == held] for held in (False, True)}
    if not chosen[False] or not chosen[True]:
        raise TrainError(f"{games} games are too few")
    training, held_out = (
        Data(*map(np.concatenate, zip(*(data.columns() for data in chosen[held])))) for held in (False, True)
    )
    words = features // 64
    seen = np.bitwise_or.reduce(training.sets.reshape(-1, words, 8), axis=0).any(axis=1)
    used = np.flatnonzero(seen)

    def narrow(data: Data) -> Data:
        sets = data.sets.reshape(len(data), 2, words, 8)[:, :, used].reshape(len(data), 2, -1)
        return replace(data, sets=sets)

    return Sources(narrow(training), narrow(held_out), names.pop(), features, used, tuple(sorted(variants)), games)


def fit_scale(data: Data) -> float:
    """The centipawns that make a score's odds e : 1, as results have it."""
    best, least = 0.0, math.inf
    for scale in np.geomspace(50, 1500, 60):
        loss = float(np.mean((1 / (1 + np.exp(-data.scores / scale)) - data.results) ** 2))
        if loss < least:
            best, least = float(scale), loss
    return best


def _initial(features: int, settings: Settings) -> Params:
    key = jax.random.split(jax.random.PRNGKey(settings.seed), 2)
    hidden = settings.hidden
    return {
        "columns": jax.random.uniform(key[0], (features, hidden), minval=-1, maxval=1) * 0.1,
        "bias": jnp.full((hidden,), 0.2),
        "output": jax.random.uniform(key[1], (OUTPUT_COUNT, 2 * hidden), minval=-1, maxval=1) / math.sqrt(hidden),
        "output_bias": jnp.zeros((OUTPUT_COUNT,)),
    }


def _forward(params: Params, sets: jax.Array, outputs: jax.Array) -> jax.Array:
    """The network's outputs for a batch."""
    bits = jnp.unpackbits(sets, axis=-1, bitorder="little").astype(jnp.float32)
    sums = bits @ params["columns"] + params["bias"]
    active = jnp.clip(sums, 0, 1) ** 2
    both = active.reshape(active.shape[0], -1)
    every = both @ params["output"].T + params["output_bias"]
    return jnp.take_along_axis(every, outputs[:, None].astype(jnp.int32), axis=1)[:, 0]


def _loss(
    params: Params, sets: jax.Array, outputs: jax.Array, scores: jax.Array, results: jax.Array, scale: float,
    blend: float,
) -> jax.Array:  # fmt: skip
    target = blend * jax.nn.sigmoid(scores / scale) + (1 - blend) * results
    return jnp.mean((jax.nn.sigmoid(_forward(params, sets, outputs)) - target) ** 2)


class Fitted(NamedTuple):
    """A fitted network in integers, and its losses."""

    scale: int
    parameters: bytes
    losses: list[tuple[float, float]]  # after each pass: training, held out


def fit(sources: Sources, settings: Settings, report: Callable[[int, float, float], None]) -> Fitted:
    """Fit a network; ``report`` is called after each pass with its number, and the losses in training and held out."""
    data, scale = sources.training, fit_scale(sources.training)
    params = _initial(64 * len(sources.used), settings)
    steps = settings.passes * (len(data) // settings.batch)
    if not steps:
        raise TrainError(f"{len(data)} positions are fewer than a batch of {settings.batch}")
    optimizer = optax.adam(optax.cosine_decay_schedule(settings.rate, steps, 0.01))
    state = optimizer.init(params)

    @jax.jit
    def step(params: Params, state: Any, *batch: jax.Array) -> tuple[Params, Any, jax.Array]:
        loss, slope = jax.value_and_grad(_loss)(params, *batch, scale, settings.blend)
        changes, state = optimizer.update(slope, state)
        params = optax.apply_updates(params, changes)
        params = {**params, **{name: jnp.clip(params[name], -_LARGEST, _LARGEST) for name in ("columns", "output")}}
        return params, state, loss

    losses: list[tuple[float, float]] = []
    rng = np.random.default_rng(settings.seed)
    for number in range(1, settings.passes + 1):
        found = []
        for batch in _batches(data, settings.batch, rng.permutation(len(data))):
            params, state, loss = step(params, state, *batch)
            found.append(loss)
        losses.append((float(np.mean(np.array(found))), held_out_loss(params, sources.held_out, scale, settings)))
        report(number, *losses[-1])
    return Fitted(round(scale), quantized(params, sources), losses)


def held_out_loss(params: Params, data: Data, scale: float, settings: Settings) -> float:
    """The mean loss over other games' positions."""
    parts = [
        (float(_jitted_loss(params, *batch, scale, settings.blend)), len(batch[1]))
        for batch in _batches(data, settings.batch, np.arange(len(data)), whole=False)
    ]
    return sum(loss * n for loss, n in parts) / len(data)


_jitted_loss = jax.jit(_loss)


def _batches(
    data: Data, size: int, order: npt.NDArray[Any], whole: bool = True
) -> Iterator[tuple[npt.NDArray[Any], ...]]:
    for start in range(0, len(order) - (size - 1 if whole else 0), size):
        yield tuple(column[order[start : start + size]] for column in data.columns())


def quantized(params: Params, sources: Sources) -> bytes:
    """The parameters in integers, in the order of `Network`; features that were never seen have no weights."""
    hidden = params["bias"].shape[0]
    columns = np.zeros((sources.features // 64, 64, hidden), np.int16)
    columns[sources.used] = np.rint(np.asarray(params["columns"]) * HIDDEN_ONE).reshape(-1, 64, hidden)
    parts = [
        columns.astype("<i2"),
        np.rint(np.asarray(params["bias"]) * HIDDEN_ONE).astype("<i2"),
        np.clip(np.rint(np.asarray(params["output"]) * WEIGHT_ONE), -127, 127).astype("<i2"),
        np.rint(np.asarray(params["output_bias"]) * HIDDEN_ONE**2 * WEIGHT_ONE).astype("<i4"),
    ]
    return b"".join(part.tobytes() for part in parts)
