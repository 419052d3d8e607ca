"""Reads the games of a file or of a text, one at a time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

from oddfish.engine.files import open_file, reported
from oddfish.engine.pgn.games import PgnGame
from oddfish.engine.pgn.parse import parse_game
from oddfish.engine.pgn.split import RawGame, split_games

_PGN = re.compile(
    rb"(?:\xef\xbb\xbf|\s|\x00|[%;#][^\r\n]*(?![^\r\n])|\{[^}]*\})*(?:\[\s*[\w\x80-\xff]+\s*\"|\d+\s*\.|\*)"
)


def read_pgn(text: str | bytes) -> Iterator[PgnGame]:
    """The games of a text in PGN, in order.

    Args:
        text: as bytes, each game is in UTF-8, else in Windows-1252.
    """
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    yield from map(parse_game, split_games(io.BytesIO(data)))


def read_games(path: str | Path) -> Iterator[PgnGame]:
    """The games of a PGN file, in order. Each is read when you take it.

    Raises:
        FileError: as :func:`oddfish.engine.files.open_file`, or the file cannot be read.
    """
    with open_file(path) as file, reported(path):
        yield from map(parse_game, split_games(file))


def read_tags(path: str | Path) -> Iterator[dict[str, str]]:
    """The tags of the games of a PGN file, in order; the moves are skipped.

    Raises:
        FileError: as :func:`read_games`.
    """
    with open_file(path) as file, reported(path):
        for raw in split_games(file):
            yield parse_game(raw, only_tags=True).tags


def find_game(path: str | Path, number: int) -> tuple[RawGame | None, int]:
    """A game of a PGN file by its number, from 1, and how many games the file contains.

    Raises:
        FileError: as :func:`read_games`.
    """
    found, total = None, 0
    with open_file(path) as file, reported(path):
        for raw in split_games(file):
            total = raw.number
            if total == number:
                found = raw
    if found is not None and total == 1 and not looks_like_pgn(found.data):
        return None, 0  # some other text
    return found, total


def looks_like_pgn(begin: bytes) -> bool:
    """Whether a file that begins like this is PGN: after comments come a tag, a move number or ``*``."""
    return bool(_PGN.match(begin))
