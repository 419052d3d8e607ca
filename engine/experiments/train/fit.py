"""Fits a network to positions."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddfish.cext.core.rules import FenError
from oddfish.cext.core.sample import feature_lists
from oddfish.cext.search.gradient import loss, parameter_count
from oddfish.cext.search.network import HIDDEN_ONE, OUTPUT_COUNT, WEIGHT_ONE, Network
from oddfish.engine.experiments.processes import map_in_processes
from oddfish.engine.experiments.train.records import Record, TrainError, read_records
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.variants import UnknownVariantError, get_variant

Floats = npt.NDArray[np.float32]

#: One game in this many is held out.
HELD_OUT = 20
#: The number of positions that give the loss of random weights.
_SAMPLE = 100_000
#: Bounds on weights: output weights fit in a byte, and sums of columns in 16 bits.
_LARGEST = 127 / WEIGHT_ONE


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


@dataclass(frozen=True)
class Data:
    """Positions as arrays with one row per position, except for the features, of which a position has a few dozen."""

    lists: npt.NDArray[np.uint16]  # the features of each position, the mover's before the other player's
    counts: npt.NDArray[np.uint16]  # [n][mover, other] the number of these
    outputs: npt.NDArray[np.uint8]  # [n]
    scores: Floats  # [n] the search's, in centipawns for the mover
    results: Floats  # [n] the game's, for the mover

    def __len__(self) -> int:
        return len(self.outputs)

    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        return self.lists, self.counts, self.outputs, self.scores, self.results


class Sources(NamedTuple):
    """The positions from files."""

    training: Data
    held_out: Data
    feature_set: str
    features: int
    used: npt.NDArray[np.intp]  # the features that occur in training; `Data.lists` has indices into this
    variants: tuple[str, ...]
    games: int


#: Games to read at a time.
_GAMES_AT_ONCE = 100


class Part(NamedTuple):
    """The positions of some games."""

    held: bool
    feature_set: str
    features: int
    data: Data


def load(paths: Sequence[str | Path], advance: Callable[[int], None], concurrency: int = 1) -> Sources:
    """Read files of positions; ``advance`` is called with the positions of each batch of games.

    Raises:
        TrainError: a file cannot be used, or the files' positions have different features.
    """
    parts: list[Part] = []
    variants: set[str] = set()
    games = 0

    def batches() -> Iterator[list[Record]]:
        nonlocal games
        for path in paths:
            records = read_records(path)
            while batch := list(islice(records, _GAMES_AT_ONCE)):
                games += len(batch)
                variants.update(record.variant for record in batch)
                yield batch

    with closing(map_in_processes(_reader, batches(), concurrency)) as done:
        for part in chain.from_iterable(done):
            parts.append(part)
            advance(len(part.data))
    names = {part.feature_set for part in parts}
    if len(names) > 1:
        raise TrainError(f"cannot mix positions with features {' and '.join(sorted(names))}")
    if {part.held for part in parts} != {False, True}:
        raise TrainError(f"{games} games are too few")
    features = parts[0].features
    seen = np.zeros(features, bool)
    for part in parts:
        if not part.held:
            seen[part.data.lists] = True
    places = (np.cumsum(seen) - 1).astype(np.uint16)

    def joined(held: bool) -> Data:
        rows = (_seen(part.data, seen, places).columns() for part in parts if part.held == held)
        return Data(*map(np.concatenate, zip(*rows)))

    training, held_out = joined(False), joined(True)
    return Sources(training, held_out, names.pop(), features, np.flatnonzero(seen), tuple(sorted(variants)), games)


def _seen(data: Data, seen: npt.NDArray[np.bool_], places: npt.NDArray[np.uint16]) -> Data:
    """Positions without the features that are never seen; the others are replaced by their indices among the seen."""
    known = seen[data.lists]
    if known.all():
        return replace(data, lists=places[data.lists])
    owners = np.repeat(np.arange(data.counts.size), data.counts.reshape(-1))
    counts = np.bincount(owners[known], minlength=data.counts.size).astype(np.uint16)
    return replace(data, lists=places[data.lists[known]], counts=counts.reshape(-1, 2))


def _reader() -> Callable[[list[Record]], list[Part]]:
    return lambda records: [_read(record) for record in records if record.fens]


def _read(record: Record) -> Part:
    """The positions of a game; training positions come with their mirror images.

    Raises:
        TrainError: they are not positions of their variant.
    """
    try:
        return _positions(record)
    except (FenError, OptionError, UnknownVariantError) as error:
        raise TrainError(f"game {record.number} of a file of positions: {error}") from None


def _positions(record: Record) -> Part:
    variant = get_variant(record.variant)
    held = record.number % HELD_OUT == 0
    options = variant.defaults()
    for name, value in record.options.items():
        option = find_option(variant.options, name)
        options[option.name] = option.read(value)
    base = variant.read(record.fens[0], options, random.Random(0))
    positions, scores = [], []
    for fen, score in zip(record.fens, record.scores):
        images = () if held else variant.mirror_images(fen)
        positions += [base.from_fen(each) for each in (fen, *images)]
        scores += [score] * (1 + len(images))
    lists, counts, outputs = feature_lists(positions)
    sign = np.array([-1 if position.turn else 1 for position in positions], np.float32)
    data = Data(
        np.frombuffer(lists, np.uint16),
        np.frombuffer(counts, np.uint16).reshape(-1, 2),
        np.frombuffer(outputs, np.uint8),
        np.array(scores, np.float32) * sign,
        np.float32(0.5) + np.float32(record.score - 0.5) * sign,
    )
    return Part(held, base.feature_set, base.feature_count, data)


def fit_scale(data: Data) -> float:
    """The score in centipawns that corresponds to odds of e : 1 in the results."""
    best, least = 0.0, math.inf
    for scale in np.geomspace(50, 1500, 60):
        loss = float(np.mean((1 / (1 + np.exp(-data.scores / scale)) - data.results) ** 2))
        if loss < least:
            best, least = float(scale), loss
    return best


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


def _initial(features: int, settings: Settings) -> Parameters:
    """Random initial parameters."""
    rng, hidden = np.random.default_rng(settings.seed), settings.hidden
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


def check_beginning(network: Network, feature_set: str, features: int, hidden: int) -> None:
    """Check that the fit of a network of this size can begin with a given network.

    Raises:
        TrainError: that network has other features, another number of features, or a hidden layer of another size.
    """
    found, expected = (
        f"{number} features {name} and a hidden layer of {size}"
        for name, number, size in (
            (network.feature_set, network.features, network.hidden),
            (feature_set, features, hidden),
        )
    )
    if found != expected:
        raise TrainError(f"cannot begin with a network for {found}: expected {expected}")


class Adam:
    """Steps against a gradient, after Kingma and Ba, "Adam: a method for stochastic optimization" (2015)."""

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

    The number of parts of a batch does not depend on the machine, so that sums are the same on every machine.
    """

    PARTS = 4

    def __init__(self, data: Data, features: int, scale: float, settings: Settings, pool: Executor):
        self._data = data
        self._starts = np.concatenate(([0], np.cumsum(data.counts, dtype=np.int64)))
        self._targets = targets(data, scale, settings.blend)
        self._features, self._hidden, self._pool = features, settings.hidden, pool
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


def targets(data: Data, scale: float, blend: float) -> Floats:
    """The movers' expected points, from 0 to 1: a blend of the search's scores and the games' results."""
    said = 1 / (1 + np.exp(-data.scores / np.float32(scale)))
    return (np.float32(blend) * said + np.float32(1 - blend) * data.results).astype(np.float32)


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
) -> Fitted:
    """Fit a network.

    Args:
        sources: the positions.
        settings: how to fit it.
        report: called after each pass with its number, and the losses in training and held out.
        begin: a network to begin with instead of random parameters. Its weights for features that the positions do not
            have stay.

    Raises:
        TrainError: there are too few positions, the network to begin with has other features or another size, or the
            fit diverges or ends with a greater loss than random weights have.
    """
    data, scale = sources.training, fit_scale(sources.training)
    if begin is None:
        params = _initial(len(sources.used), settings)
    else:
        check_beginning(begin, sources.feature_set, sources.features, settings.hidden)
        params = parameters_of(begin, sources.used)
    batches = len(data) // settings.batch
    if not batches:
        raise TrainError(f"{len(data)} positions are fewer than a batch of {settings.batch}")
    adam, losses = Adam(len(params.every)), []
    rng = np.random.default_rng(settings.seed)
    everything = np.arange(len(sources.held_out))
    with ThreadPoolExecutor() as pool, np.errstate(all="ignore"):  # `_check` looks at the results
        training, held_out = (Loss(each, len(sources.used), scale, settings, pool) for each in (data, sources.held_out))
        untrained = training.mean(_initial(len(sources.used), settings).every, np.arange(min(len(data), _SAMPLE)))
        for number in range(settings.passes):
            found = 0.0
            for index, rows in enumerate(np.split(rng.permutation(len(data))[: batches * settings.batch], batches)):
                done = (number + index / batches) / settings.passes
                error, slope = training.gradient(params.every, rows)
                adam.step(params.every, slope, settings.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2))
                for weights in (params.columns, params.output):
                    np.clip(weights, -_LARGEST, _LARGEST, out=weights)
                found += error
            losses.append((found / batches, held_out.mean(params.every, everything)))
            report(number + 1, *losses[-1])
            _check(params, losses[-1])
        if losses[-1][0] > untrained:
            raise TrainError(
                f"the fit ends with a loss of {losses[-1][0]:.5f}, random weights have {untrained:.5f}: "
                "choose a lower --rate"
            )
    return Fitted(round(scale), quantized(params, sources, begin), losses)


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


def quantized(params: Parameters, sources: Sources, begin: Network | None = None) -> bytes:
    """The parameters in integers, in the order of `Network`. Features that were never seen keep the weights of the
    network that the fit began with, or have zero weights."""
    hidden = len(params.bias)
    columns = np.zeros((sources.features, hidden), np.int16) if begin is None else integers_of(begin).columns.copy()
    columns[sources.used] = np.rint(params.columns * HIDDEN_ONE)
    parts = [
        columns.astype("<i2"),
        np.rint(params.bias * HIDDEN_ONE).astype("<i2"),
        np.clip(np.rint(params.output * WEIGHT_ONE), -127, 127).astype("<i2"),
        np.rint(params.output_bias * HIDDEN_ONE**2 * WEIGHT_ONE).astype("<i4"),
    ]
    return b"".join(part.tobytes() for part in parts)
