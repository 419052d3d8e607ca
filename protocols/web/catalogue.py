"""The games to choose from, with pictures and rules."""

from __future__ import annotations

import importlib.resources
import re
from functools import cache
from typing import Any

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.levels import BEGINNER
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.svg import bare
from oddfish.protocols.web.armies import army_options
from oddfish.protocols.web.strength import level_names

#: The number of sentences on a card.
_SENTENCES = 2
#: The seed of the games that the pictures show.
_SEED = 5


@cache
def games() -> dict[str, Any]:
    """All games with their house rules, and the playing levels."""
    return {
        "games": [_game(variant) for variant in REGISTRY.values()],
        "levels": level_names(),
        "beginner": BEGINNER,
    }


def _game(variant: Variant) -> dict[str, Any]:
    sides = Game(variant, seed=_SEED)
    guide = guide_of(variant)
    return {
        "name": variant.name,
        "title": variant.title,
        "summary": _beginning(variant.summary),
        "sides": [guide.called(sides.position, side) for side in (0, 1)],
        "armies": army_options(variant.name),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.default,
                "low": option.low,
                "high": option.high,
                "choices": list(option.choices),
                "help": option.help,
            }
            for option in variant.options
            if option.name not in variant.hidden_options
        ],
    }


def _beginning(summary: str) -> str:
    return " ".join(re.split(r"(?<=[.!?])\s+", summary)[:_SENTENCES])


@cache
def picture(name: str) -> str | None:
    """The start position of a game as SVG; None if there is no such game."""
    variant = REGISTRY.get(name)
    return None if variant is None else bare(variant, Game(variant, seed=_SEED).position)


@cache
def rules(name: str) -> str | None:
    """The rules of a game as HTML; None if there is no such game."""
    variant = REGISTRY.get(name)
    if variant is None:
        return None
    from markdown_it import MarkdownIt

    page = importlib.resources.files("oddfish.rules").joinpath(variant.page).read_text(encoding="utf-8")
    page = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", page)  # its pictures are not installed
    page = re.sub(r"\[([^\]]*)\]\((?!http)[^)]*\)", r"\1", page)
    return MarkdownIt("commonmark", {"html": False}).enable("table").render(page)
