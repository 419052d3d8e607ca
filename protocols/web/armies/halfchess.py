"""Armies of Augmented Chess and Augmented Half Chess."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from oddfish.cext.halfchess.armies import ARMY_RULES, SLOTS, Piece, legal_armies, listed_armies, parse_army
from oddfish.engine.guide import guide_of
from oddfish.engine.variants.base import Variant
from oddfish.protocols.web import drawing

_OPTIONS = ("WhiteArmy", "BlackArmy", "DistinctPieces")
_NAMES = {"R": "Rook", "N": "Knight", "B": "Bishop", "Q": "Queen"}


def army_options(variant: Variant) -> tuple[str, ...]:
    return _OPTIONS if variant.name in ARMY_RULES else ()


def armies(variant: Variant) -> dict[str, Any] | None:
    if variant.name not in ARMY_RULES:
        return None
    legal = [army.split("-") for army in legal_armies(variant.name)]
    rules = ARMY_RULES[variant.name]
    codes = [
        [basic + one for basic in rules.basics[slot] for one in rules.augmenters if (basic + one) in used]
        for slot, used in zip(SLOTS, map(set, zip(*legal)))
    ]
    together = {pair for army in legal for pair in combinations(army, 2)}
    like: dict[Piece, int] = {}
    pieces = {}
    for index, slot in enumerate(SLOTS):
        for code in codes[index]:
            army = next(army for army in legal if army[index] == code)
            pieces[code] = _piece(variant, "-".join(army), slot, like)
    return {
        "board": drawing.board(variant, variant.start({}, Random(0))),
        "options": _OPTIONS[:2],
        "distinct": _OPTIONS[2],
        "slots": [{"name": _NAMES[slot], "codes": found} for slot, found in zip(SLOTS, codes)],
        "pieces": pieces,
        "conflicts": [
            [one, other, _why(one, other)]
            for first, second in combinations(codes, 2)
            for one in first
            for other in second
            if (one, other) not in together
        ],
        "random": listed_armies(variant.name),
    }


def _piece(variant: Variant, army: str, slot: str, like: dict[Piece, int]) -> dict[str, Any]:
    """A piece as :func:`oddfish.protocols.web.armies.armies` describes it.

    Args:
        army: an army that has the piece.
        like: the numbers of the pieces that move alike, to which this adds.
    """
    start = variant.start({"WhiteArmy": army, "BlackArmy": army}, Random(0))
    found = guide_of(variant).study(start, slot)
    pictures = drawing.pieces(variant, start, (slot, slot.lower()))
    moves = parse_army(army, ARMY_RULES[variant.name]).pieces[slot]
    return {
        "title": found.title.partition(" on ")[0],
        "pictures": [*pictures.values()],
        "square": found.square,
        "targets": [[target.square, target.kind] for target in found.targets],
        "like": like.setdefault(moves, len(like)),
    }


def _why(one: str, other: str) -> str:
    """Why no army has these two pieces."""
    if one[-1] == other[-1]:
        return f"{one} and {other} both add {one[-1]}, and an army may add it to only one piece."
    knight, addition = (one, other) if one[:-1] == other[-1] else (other, one)
    return f"{addition} adds {addition[-1]}, which is the basic piece of the Knight {knight}."
