"""Files of networks, which evaluate positions (docs/networks.md).

A file is a line of text, a line of JSON, and the network's parameters (`oddfish.cext.search.network.Network`),
compressed by zlib. The JSON gives the network's features, variants and sizes, the CRC-32 of the uncompressed
parameters, and how it was made.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from oddfish.cext.search.network import Network, network_size
from oddfish.engine.files import FileError, NoMemoryError, inflate, read_bytes, reported, write_whole
from oddfish.engine.printable import problem_of
from oddfish.engine.ranges import parse_json

if TYPE_CHECKING:
    from oddfish.cext.core.rules import Position
    from oddfish.engine.variants.base import Variant

_TITLE = b"Oddfish network "
_VERSION = b"1"
_LONGEST_HEADER = 1 << 16
_LARGEST = 1 << 24  # bytes of a file
#: The built-in networks.
FOLDER = Path(__file__).parents[1] / "variants" / "networks"


class NetworkError(ValueError):
    """A network's file cannot be used; the message says why."""


class NetworkData(NamedTuple):
    """The arguments of `Network`, in their order."""

    feature_set: str
    features: int
    hidden: int
    scale: int
    parameters: bytes
    turning: bool = False


class NetworkFile(NamedTuple):
    """A network and its file's description of it."""

    network: Network
    variants: tuple[str, ...]
    made: Mapping[str, Any]  # how it was made


def is_network(content: bytes) -> bool:
    """Whether a file that begins like this is a network's."""
    return content.startswith(_TITLE)


def read_network(path: str | Path) -> NetworkFile:
    """Read a network from a file.

    Raises:
        NetworkError: the file is unreadable, damaged, or has another version.
        MemoryError: there is not enough for it.
    """
    try:
        content = read_bytes(path, _LARGEST)
    except FileError as error:
        if isinstance(error, NoMemoryError):
            raise MemoryError(str(error)) from None
        raise NetworkError(str(error)) from None
    return parse_network(content, str(path))


def parse_network(content: bytes, name: str) -> NetworkFile:
    """Read a network from a file's content; errors call the file ``name``.

    Raises:
        NetworkError: the content is damaged, or has another version.
    """
    title, _, rest = content[:_LONGEST_HEADER].partition(b"\n")
    if not title.startswith(_TITLE):
        raise NetworkError(f"{name}: not a file of a network")
    if title != _TITLE + _VERSION:
        version = title[len(_TITLE) :][:20].decode(errors="replace")
        raise NetworkError(f"{name}: version {version}, expected {_VERSION.decode()}")
    line, newline, _ = rest.partition(b"\n")
    try:
        header = parse_json(line)
        feature_set, features, hidden = header["features"], header["feature_count"], header["hidden"]
        scale, check, variants, made = header["scale"], header["crc32"], tuple(header["variants"]), header["made"]
        turning = header.get("turning", False)
        if {type(number) for number in (features, hidden, scale, check)} != {int} or type(turning) is not bool:
            raise TypeError("sizes, scale and checksum are whole numbers, turning is true or false")
        size = network_size(features, hidden)
        whole = _inflated(content[len(title) + len(line) + 2 :], size, name)
        if not newline or len(whole) != size or zlib.crc32(whole) != check:
            raise NetworkError(f"{name}: damaged: its parameters do not have the length or checksum they should")
        return NetworkFile(Network(feature_set, features, hidden, scale, whole, turning), variants, made)
    except NetworkError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise NetworkError(f"{name}: malformed header: {problem_of(error)}") from None


def _inflated(data: bytes, size: int, name: str) -> bytes:
    try:
        return inflate(data, size)
    except ValueError as error:
        raise NetworkError(f"{name}: damaged: {error}") from None


def network_bytes(network: NetworkData, variants: tuple[str, ...], made: Mapping[str, Any]) -> bytes:
    """The content of a network's file.

    Args:
        variants: the names of its variants.
        made: how it was made, as JSON.

    Raises:
        ValueError: the parameters do not fit the sizes, or a number in ``made`` is not finite.
    """
    Network(*network)
    header = {
        "features": network.feature_set, "feature_count": network.features, "hidden": network.hidden,
        **({"turning": True} if network.turning else {}),
        "scale": network.scale, "crc32": zlib.crc32(network.parameters), "variants": variants, "made": made,
    }  # fmt: skip
    return (
        _TITLE
        + _VERSION
        + b"\n"
        + json.dumps(header, allow_nan=False).encode()
        + b"\n"
        + zlib.compress(network.parameters, 9)
    )


def write_network(path: str | Path, content: bytes) -> None:
    """Write a network's file atomically.

    Raises:
        NetworkError: it cannot be written.
    """
    try:
        write_whole(path, content)
    except FileError as error:
        raise NetworkError(str(error)) from None


def built_in_path(name: str) -> Path:
    """Where the built-in network with this file name is, if there is one."""
    return FOLDER / f"{name}.network"


@cache
def built_in_network(variant: Variant) -> Network | None:
    """The network that evaluates a variant by default; None if it has none. Each file lists the variants for which it
    is built in."""
    found = _built_in(built_in_path(variant.network))
    return found.network if found is not None and variant.name in found.variants else None


@cache
def _built_in(path: Path) -> NetworkFile | None:
    return read_network(path) if path.exists() else None


def default_network(variant: Variant, options: Mapping[str, Any]) -> Network | None:
    """The network that evaluates a game with these options by default; None if it has none. House rules may have a
    different network (`Variant.network_for`)."""
    name = variant.network_for(options)
    if name == variant.network:
        return built_in_network(variant)
    found = _built_in(built_in_path(name)) if name else None
    return None if found is None else found.network


def evaluate_by_built_in(variant: Variant, position: Position) -> int:
    """The evaluation of a position in centipawns, for the side to move: by the variant's built-in network, or the
    hand-written one if it has none."""
    network = built_in_network(variant)
    return position.evaluate() if network is None else network.evaluate(position)


def install_network(variant: Variant, content: bytes) -> Path:
    """Make a network the built-in one of a variant, and of all variants that share its file, from the program's next
    start on. Returns its path.

    Raises:
        NetworkError: the installation is not writable.
    """
    path = built_in_path(variant.network)
    try:
        with reported(path.parent):
            path.parent.mkdir(exist_ok=True)
    except FileError as error:
        raise NetworkError(str(error)) from None
    write_network(path, content)
    built_in_network.cache_clear()
    _built_in.cache_clear()
    return path
