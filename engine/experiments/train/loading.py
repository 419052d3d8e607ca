"""The positions that a network learns from, read from files into arrays."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.sample import feature_lists
from oddfish.engine.experiments.processes import map_in_processes
from oddfish.engine.experiments.train.records import Record, TrainError, read_records
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.variants import UnknownVariantError, get_variant

Floats = npt.NDArray[np.float32]

#: One in this many games is held out.
HELD_OUT = 20


@dataclass(frozen=True)
class Data:
    """Positions as arrays with one row per position, except for the features: a position has only a few dozen."""

    lists: npt.NDArray[np.uint16]  # the features of each position, the mover's before the other player's
    counts: npt.NDArray[np.uint16]  # [n][mover, other] the number of these
    outputs: npt.NDArray[np.uint8]  # [n]
    scores: Floats  # [n] the search's, in centipawns for the mover
    results: Floats  # [n] the game's, for the mover

    def __len__(self) -> int:
        return len(self.outputs)

    def head(self, count: int) -> Data:
        """The first positions."""
        rows = (each[:count] for each in self.columns()[1:])
        return Data(self.lists[: int(self.counts[:count].sum())], *rows)

    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        return self.lists, self.counts, self.outputs, self.scores, self.results


class Sources(NamedTuple):
    """The positions from files."""

    training: Data
    held_out: Data
    feature_set: str
    features: int
    turning: bool  # whether the network turns the board: it does if its game allows that
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
    turning: bool
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
    features, turning = parts[0].features, parts[0].turning
    seen = np.zeros(features, bool)
    for part in parts:
        if not part.held:
            seen[part.data.lists] = True
    places = (np.cumsum(seen) - 1).astype(np.uint16)

    def joined(held: bool) -> Data:
        rows = (_seen(part.data, seen, places).columns() for part in parts if part.held == held)
        return Data(*map(np.concatenate, zip(*rows)))

    training, held_out = joined(False), joined(True)
    return Sources(
        training, held_out, names.pop(), features, turning, np.flatnonzero(seen), tuple(sorted(variants)), games
    )


def _seen(data: Data, seen: npt.NDArray[np.bool_], places: npt.NDArray[np.uint16]) -> Data:
    """Positions without features that never occur; the others are replaced by their indices among those that do."""
    known = seen[data.lists]
    if known.all():
        return replace(data, lists=places[data.lists])
    owners = np.repeat(np.arange(data.counts.size), data.counts.reshape(-1))
    counts = np.bincount(owners[known], minlength=data.counts.size).astype(np.uint16)
    return replace(data, lists=places[data.lists[known]], counts=counts.reshape(-1, 2))


def _reader() -> Callable[[list[Record]], list[Part]]:
    return lambda records: [_read(record) for record in records if record.fens]


def _read(record: Record) -> Part:
    """The positions of a game. Training positions include their mirror images, unless the network turns the board and
    sees both alike.

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
        images = () if held or base.can_turn else variant.mirror_images(fen)
        positions += [base.from_fen(each) for each in (fen, *images)]
        scores += [score] * (1 + len(images))
    lists, counts, outputs = feature_lists(positions, base.can_turn)
    sign = np.array([-1 if position.turn else 1 for position in positions], np.float32)
    data = Data(
        np.frombuffer(lists, np.uint16),
        np.frombuffer(counts, np.uint16).reshape(-1, 2),
        np.frombuffer(outputs, np.uint8),
        np.array(scores, np.float32) * sign,
        np.float32(0.5) + np.float32(record.score - 0.5) * sign,
    )
    return Part(held, base.feature_set, base.feature_count, base.can_turn, data)
