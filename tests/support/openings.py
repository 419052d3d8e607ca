"""Reads whole files of openings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddfish.engine.experiments.match.opening_files import Opening, OpeningFile
from oddfish.engine.variants.base import Variant


def read_openings(path: str, variant: Variant, options: Mapping[str, Any], plies: int = 0) -> list[Opening]:
    """All openings of a file except those that end the game.

    Raises:
        MatchError: the file is unreadable, or an opening is invalid; the message says where.
    """
    file = OpeningFile(path, variant, options, plies)
    return [opening for opening in map(file.read, range(len(file))) if opening is not None]
