"""Pieces and armies of the Half Chess family (rules/half-chess-family.md R1, R2, A1 to A7).

A *piece* says how a type moves; an *army* is the four officers a player chose. Army codes join the slots
R, N, B, Q by hyphens, basic code then augmenter: ``RF-CD-BW-QV``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from oddfish.cext.core.geometry import LEAPS

NO_SLIDE, FULL, HALF = 0, 1, 2

#: The slots of an army code, in its order; FEN letters of the types too.
SLOTS = "RNBQ"


class ArmyError(ValueError):
    """An army code that no player may choose; the text names the rule broken."""


class Piece(NamedTuple):
    """How one type moves; equal pieces move alike whatever their codes (A7)."""

    rook: int  # NO_SLIDE, FULL or HALF
    bishop: int
    leaps: frozenset[tuple[int, int]]  # White's (file, rank) vectors

    def __or__(self, other: Piece) -> Piece:
        return Piece(max(self.rook, other.rook), max(self.bishop, other.bishop), self.leaps | other.leaps)


def _leaper(letters: str) -> Piece:
    return Piece(NO_SLIDE, NO_SLIDE, frozenset(v for letter in letters for v in LEAPS[letter]))


_ROOK, _BISHOP = Piece(FULL, 0, frozenset()), Piece(0, FULL, frozenset())
_HALF_ROOK, _HALF_BISHOP = Piece(HALF, 0, frozenset()), Piece(0, HALF, frozenset())


class ArmyRules(NamedTuple):
    """What one variant lets its players choose from."""

    basics: dict[str, dict[str, Piece]]  # slot -> basic code -> piece
    useless: dict[str, str]  # basic code -> augmenters that add nothing, or are not offered (A4)
    augmenters: str
    listed: dict[str, str] | None  # basic code -> augmenters of the pieces Betza names (A5); None: all
    basic_bars: bool  # A3: a basic leaper may not also be an augmenter


AUGMENTED_HALF = ArmyRules(
    basics={
        "R": {"R": _HALF_ROOK},
        "N": {"C": _leaper("C"), "V": _leaper("V")},
        "B": {"B": _HALF_BISHOP},
        "Q": {
            "Q": _HALF_ROOK | _HALF_BISHOP,
            "RC": _HALF_ROOK | _leaper("C"),
            "RV": _HALF_ROOK | _leaper("V"),
        },
    },
    useless={"R": "W", "B": "F", "Q": "WF", "RC": "WC", "RV": "WV", "C": "", "V": ""},
    augmenters="WFDACVS",
    listed={
        "C": "AWDF",
        "V": "WFS",
        "R": "FACVS",
        "B": "DWCVS",
        "Q": "CVS",
        "RC": "FDAVS",
        "RV": "FDACS",
    },
    basic_bars=True,
)

AUGMENTED_FULL = ArmyRules(
    basics={
        "R": {"R": _ROOK},
        "N": {"N": _leaper("N"), "I": _leaper("VF")},
        "B": {"B": _BISHOP},
        "Q": {"Q": _ROOK | _BISHOP, "RN": _ROOK | _leaper("N"), "RI": _ROOK | _leaper("VF")},
    },
    useless={"R": "WD", "N": "CV", "I": "FV", "B": "FA", "Q": "WFDA", "RN": "WDCV", "RI": "WFDV"},
    augmenters="WFDACV",
    listed=None,
    basic_bars=False,
)

FIDE = {"R": _ROOK, "N": _leaper("N"), "B": _BISHOP, "Q": _ROOK | _BISHOP}
HALF_CHESS = {"R": _HALF_ROOK, "N": _leaper("C"), "B": _HALF_BISHOP, "Q": _HALF_ROOK | _HALF_BISHOP}


class Army(NamedTuple):
    """One player's officers, by slot letter, and the code that names them ('' where nobody chooses)."""

    pieces: dict[str, Piece]
    code: str = ""


def parse_army(text: str, rules: ArmyRules) -> Army:
    """The army of a code.

    Raises:
        ArmyError: the code is malformed (A1) or breaks A2, A3 or A4; the text names rule and slot.
    """
    code = text.strip().upper()
    parts = code.split("-")
    if len(parts) != len(SLOTS):
        raise ArmyError(f"army '{text}': {len(parts)} slots joined by '-', expected 4 (R-N-B-Q) (A1)")
    basics, augmenters = [], []
    for slot, part in zip(SLOTS, parts):
        basic, augmenter = part[:-1], part[-1:]
        if basic not in rules.basics[slot]:
            known = " or ".join(f"{b}+augmenter" for b in rules.basics[slot])
            raise ArmyError(f"army '{text}': '{part}' is no {slot} piece, expected {known} (A1)")
        if augmenter not in rules.augmenters:
            raise ArmyError(
                f"army '{text}': '{augmenter}' in '{part}' is no augmenter, expected one of "
                f"{' '.join(rules.augmenters)} (A1)"
            )
        basics.append(basic)
        augmenters.append(augmenter)
    for augmenter in augmenters:
        if augmenters.count(augmenter) > 1:
            raise ArmyError(f"army '{text}': augmenter {augmenter} is used twice (A2)")
    knight = basics[SLOTS.index("N")]
    if rules.basic_bars and knight in augmenters:
        raise ArmyError(f"army '{text}': {knight} is the basic Knight and may not augment too (A3)")
    for basic, augmenter in zip(basics, augmenters):
        if augmenter in rules.useless[basic]:
            raise ArmyError(f"army '{text}': augmenter {augmenter} adds nothing to {basic} (A4)")
    return _army(code, rules)


def _army(code: str, rules: ArmyRules) -> Army:
    pieces = {slot: rules.basics[slot][part[:-1]] | _leaper(part[-1]) for slot, part in zip(SLOTS, code.split("-"))}
    return Army(pieces, code)


def _codes(rules: ArmyRules, wanted: dict[str, str]) -> Iterator[str]:
    """All codes with augmenters from ``wanted`` that A2 and A3 allow."""
    choices = [[b + a for b in rules.basics[slot] for a in wanted[b]] for slot in SLOTS]
    for parts in product(*choices):
        augmenters = [part[-1] for part in parts]
        if len(set(augmenters)) == len(SLOTS) and not (rules.basic_bars and parts[1][:-1] in augmenters):
            yield "-".join(parts)


@cache
def legal_armies(rules_name: str) -> tuple[str, ...]:
    """Every legal army code of ``augmented-half-chess`` (1,050) or ``augmented-chess`` (232)."""
    rules = ARMY_RULES[rules_name]
    useful = {b: "".join(a for a in rules.augmenters if a not in rules.useless[b]) for b in rules.useless}
    return tuple(_codes(rules, useful))


@cache
def listed_armies(rules_name: str) -> tuple[str, ...]:
    """The codes random choice draws from (A5): 374, or all 232."""
    rules = ARMY_RULES[rules_name]
    return legal_armies(rules_name) if rules.listed is None else tuple(_codes(rules, rules.listed))


#: The variants in which players choose.
ARMY_RULES = {"augmented-half-chess": AUGMENTED_HALF, "augmented-chess": AUGMENTED_FULL}
