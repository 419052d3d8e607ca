"""Reads both kinds of evaluation files: networks, and weights of the hand-written evaluations."""

from __future__ import annotations

from pathlib import Path

from oddfish.engine.evaluation.networks import NetworkFile, is_network, read_network
from oddfish.engine.evaluation.weights import Weights, read_weights
from oddfish.engine.files import FileError, open_file


def read_evaluation(path: str | Path) -> NetworkFile | Weights:
    """The network or the weights in a file.

    Raises:
        NetworkError, WeightsError: the file is unreadable or damaged.
    """
    try:
        with open_file(path) as file:
            beginning = file.read(64)
    except FileError:
        beginning = b""  # read_weights reports it
    return read_network(path) if is_network(beginning) else read_weights(path)
