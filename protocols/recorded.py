"""The set-ups and house rules that PGN files record."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oddfish.engine.game import Game
from oddfish.engine.variants import UnknownVariantError, get_variant
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections import Projection

#: One option in the tag that lists all options.
_OPTION = re.compile(r"(\w+)=([^,]*)")


def other_variant(tags: Mapping[str, str], variant: Variant) -> str:
    """The variant that the tags name, if it is one of ours other than ``variant``; else ''."""
    try:
        named = get_variant(tags.get("Variant", variant.name)).name
    except UnknownVariantError:
        return ""
    return "" if named == variant.name else named


def count(number: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def recorded_setup(tags: Mapping[str, str], game: Game, projection: Projection) -> dict[str, Any]:
    """The options on which the players of a recorded game agreed before it, read from the tags of these options or
    from the names of the engines; {} if the record has neither.

    Args:
        game: any game of the same variant.
    """
    own = game.variant.tags(game.position)
    found = {name: tags[name] for name in own if name in tags}
    return found or projection.recorded(game, [tags.get(player, "") for player in ("White", "Black")])


def recorded_options(tags: Mapping[str, str], variant: Variant) -> dict[str, str]:
    """The variant's options that `oddfish match` and `oddfish play` record."""
    own = {option.name for option in variant.options}
    return {name: value for name, value in _OPTION.findall(tags.get("Options", "")) if name in own}


def open_records(process: int) -> list[Path]:
    """The PGN files that a process has open (on Linux only). XBoard keeps the file of a loaded game open."""
    found = []
    with contextlib.suppress(OSError):
        for link in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                path = Path(os.readlink(link))
                if path.suffix.lower() == ".pgn" and path.is_file():
                    found.append(path)
    return found
