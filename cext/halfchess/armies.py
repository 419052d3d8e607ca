"""Pieces and armies of the Half Chess family (docs/rules/half-chess-family.md R1, R2, A1 to A7).

A *piece* is how a type moves; an *army* is the four officers that a player has chosen. An army code joins the slots
R, N, B and Q by hyphens, each a basic code followed by an augmenter: ``RF-CD-BW-QV``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from oddfish.cext.core.geometry import LEAPS

NO_SLIDE, FULL, HALF = 0, 1, 2

#: The slots of an army code, in order, which are also the FEN letters of the types.
SLOTS = "RNBQ"


class ArmyError(ValueError):
    """An army code breaks a rule; the message names it."""


class Piece(NamedTuple):
    """How a type moves. Pieces that move alike are equal, whatever their codes (A7)."""

    rook: int  # NO_SLIDE, FULL or HALF
    bishop: int
    leaps: frozenset[tuple[int, int]]  # White's (file, rank) vectors

    def __or__(self, other: Piece) -> Piece:
        return Piece(max(self.rook, other.rook), max(self.bishop, other.bishop), self.leaps | other.leaps)


@cache
def _leaper(letters: str) -> Piece:
    return Piece(NO_SLIDE, NO_SLIDE, frozenset(v for letter in letters for v in LEAPS[letter]))


_ROOK, _BISHOP = Piece(FULL, 0, frozenset()), Piece(0, FULL, frozenset())
_HALF_ROOK, _HALF_BISHOP = Piece(HALF, 0, frozenset()), Piece(0, HALF, frozenset())


class ArmyRules(NamedTuple):
    """The armies that a variant's players may choose from."""

    basics: dict[str, dict[str, Piece]]  # slot -> basic code -> piece
    useless: dict[str, str]  # basic code -> augmenters that add nothing or are not offered (A4)
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

#: The planes of basic pieces and augmenters (features.pxd), after those of the pawn and the king. A full-strength piece
#: has the number of the corresponding halfling.
_BASIC_PLANES = {"R": 2, "C": 3, "N": 3, "V": 4, "I": 4, "B": 5, "Q": 6, "RC": 7, "RN": 7, "RV": 8, "RI": 8}
_AUGMENTER_PLANES = {augmenter: 9 + index for index, augmenter in enumerate("WFDACVS")}


@cache
def planes(piece: Piece, full: bool) -> tuple[int, int | None] | None:
    """The planes of a piece: of its basic piece, and of its augmenter or None.

    Pieces that move alike have the same planes, whatever their codes.

    Args:
        full: whether basic pieces have full strength, or are halflings.

    Returns:
        None if the piece is not a basic piece with at most one augmenter: networks cannot represent it.
    """
    basics = {
        code: basic
        for slot in (AUGMENTED_FULL if full else AUGMENTED_HALF).basics.values()
        for code, basic in slot.items()
    }
    for code, basic in basics.items():
        if basic == piece:
            return _BASIC_PLANES[code], None
    for code, basic in basics.items():
        for augmenter, plane in _AUGMENTER_PLANES.items():
            if basic | _leaper(augmenter) == piece:
                return _BASIC_PLANES[code], plane
    return None


FIDE = {"R": _ROOK, "N": _leaper("N"), "B": _BISHOP, "Q": _ROOK | _BISHOP}
HALF_CHESS = {"R": _HALF_ROOK, "N": _leaper("C"), "B": _HALF_BISHOP, "Q": _HALF_ROOK | _HALF_BISHOP}


class Army(NamedTuple):
    """A player's officers by slot letter, and the army code; the code is '' in variants without a choice of armies."""

    pieces: Mapping[str, Piece]
    code: str = ""


def parse_army(text: str, rules: ArmyRules) -> Army:
    """Parse an army code.

    Raises:
        ArmyError: the code is malformed (A1) or breaks A2, A3 or A4.
    """
    code = text.strip().upper()
    parts = code.split("-")
    if len(parts) != len(SLOTS):
        found = f"{len(parts)} slots joined by '-'" if len(parts) > 1 else "no slots joined by '-'"
        raise ArmyError(f"army '{text}': {found}, expected 4 (R-N-B-Q) (rule A1)")
    basics, augmenters = [], []
    for slot, part in zip(SLOTS, parts):
        basic, augmenter = part[:-1], part[-1:]
        if basic not in rules.basics[slot]:
            known = " or ".join(f"{b}+augmenter" for b in rules.basics[slot])
            raise ArmyError(f"army '{text}': '{part}' is not a piece for slot {slot}, expected {known} (rule A1)")
        if augmenter not in rules.augmenters:
            raise ArmyError(
                f"army '{text}': '{augmenter}' in '{part}' is not an augmenter, expected one of "
                f"{' '.join(rules.augmenters)} (rule A1)"
            )
        basics.append(basic)
        augmenters.append(augmenter)
    for augmenter in augmenters:
        if augmenters.count(augmenter) > 1:
            raise ArmyError(f"army '{text}': augmenter {augmenter} is used twice (rule A2)")
    knight = basics[SLOTS.index("N")]
    if rules.basic_bars and knight in augmenters:
        raise ArmyError(f"army '{text}': {knight} is the basic Knight and may not augment too (rule A3)")
    for basic, augmenter in zip(basics, augmenters):
        if augmenter in rules.useless[basic]:
            raise ArmyError(f"army '{text}': augmenter {augmenter} adds nothing to {basic} (rule A4)")
    return _army(code, rules)


def _army(code: str, rules: ArmyRules) -> Army:
    pieces = {slot: rules.basics[slot][part[:-1]] | _leaper(part[-1]) for slot, part in zip(SLOTS, code.split("-"))}
    return Army(pieces, code)


def _armies(rules_name: str, listed: bool) -> tuple[str, ...]:
    """All codes that A2 and A3 allow, with every useful augmenter, or with the listed ones (A5)."""
    rules = ARMY_RULES[rules_name]
    offered = rules.listed if listed else None
    if offered is None:
        offered = {b: "".join(a for a in rules.augmenters if a not in rules.useless[b]) for b in rules.useless}
    found = []
    for parts in product(*([b + a for b in rules.basics[slot] for a in offered[b]] for slot in SLOTS)):
        augmenters = [part[-1] for part in parts]
        if len(set(augmenters)) == len(SLOTS) and not (rules.basic_bars and parts[1][:-1] in augmenters):
            found.append("-".join(parts))
    return tuple(found)


_known_armies = cache(_armies)


def legal_armies(rules_name: str) -> tuple[str, ...]:
    """Every legal army code of ``augmented-half-chess`` (1,050) or ``augmented-chess`` (232)."""
    return _known_armies(rules_name, False)


def listed_armies(rules_name: str) -> tuple[str, ...]:
    """The army codes from which random choice draws (A5): 374 of the 1,050, and all 232."""
    return _known_armies(rules_name, True)


#: The variants whose players choose their armies.
ARMY_RULES = {"augmented-half-chess": AUGMENTED_HALF, "augmented-chess": AUGMENTED_FULL}
