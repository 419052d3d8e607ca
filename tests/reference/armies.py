"""Army codes of the two augmented games (rules: half-chess-family, A1 to A5 and 'Augmented Chess')."""

from __future__ import annotations

from functools import cache
from itertools import product

HALF = "augmented-half-chess"
FULL = "augmented-chess"

SLOTS = "RNBQ"

# A1: the basic pieces of the slots R, N, B, Q, and the augmenters.
BASICS = {
    HALF: (("R",), ("C", "V"), ("B",), ("Q", "RC", "RV")),
    FULL: (("R",), ("N", "I"), ("B",), ("Q", "RN", "RI")),
}
AUGMENTERS = {HALF: "WFDACVS", FULL: "WFDACV"}

# A4 (and its counterpart in Augmented Chess): the augmenters each basic piece may take.
USEFUL = {
    # "barred are R+W, B+F, Q+W, Q+F, RC+W, RV+W, RC+C, RV+V"
    HALF: {"R": "FDACVS", "C": "WFDACVS", "V": "WFDACVS", "B": "WDACVS", "Q": "DACVS",
           "RC": "FDAVS", "RV": "FDACS"},
    # "R takes A C F V; N takes A D F W; I takes A C D W; B takes C D V W; Q takes C V; RN takes A F; RI A C"
    FULL: {"R": "ACFV", "N": "ADFW", "I": "ACDW", "B": "CDVW", "Q": "CV", "RN": "AF", "RI": "AC"},
}  # fmt: skip

# A5: the pieces Betza names himself.
LISTED = (
    ("RF", "RA", "RC", "RV", "RS"),
    ("CA", "CW", "CD", "CF", "VW", "VF", "VS"),
    ("BD", "BW", "BC", "BV", "BS"),
    ("QC", "QV", "QS", *("RC" + a for a in USEFUL[HALF]["RC"]), *("RV" + a for a in USEFUL[HALF]["RV"])),
)


def _check_variant(variant: str) -> None:
    if variant not in BASICS:
        raise ValueError(f"variant {variant!r} has no armies")


def army_error(code: str, variant: str) -> str | None:
    """None if the army is legal, else a text that starts with the lowest-numbered rule it breaks."""
    _check_variant(variant)
    slots = code.split("-")
    if len(slots) != 4:
        return f"A1: army {code!r} has {len(slots)} slots, expected 4"
    basics, augmenters = [], []
    for name, slot, allowed in zip(SLOTS, slots, BASICS[variant]):
        basic, augmenter = slot[:-1], slot[-1:]
        if basic not in allowed:
            return f"A1: {slot!r} is no piece for slot {name}"
        if not augmenter or augmenter not in AUGMENTERS[variant]:
            return f"A1: {slot!r} has the unknown augmenter {augmenter!r}"
        basics.append(basic)
        augmenters.append(augmenter)
    for augmenter in augmenters:
        if augmenters.count(augmenter) > 1:
            return f"A2: augmenter {augmenter} is used twice"
    # Only C and V are both basic pieces and augmenters; a half-Chancellor ("RC", "RV") does not count.
    # In Augmented Chess no basic piece is an augmenter, so A3 has nothing to bar there.
    for basic in basics:
        if basic in augmenters:
            return f"A3: {basic} is a basic piece and an augmenter"
    for basic, augmenter in zip(basics, augmenters):
        if augmenter not in USEFUL[variant][basic]:
            return f"A4: augmenter {augmenter} adds nothing to {basic}"
    return None


@cache
def _legal(variant: str) -> tuple[str, ...]:
    _check_variant(variant)
    choices = [[b + a for b in basics for a in AUGMENTERS[variant]] for basics in BASICS[variant]]
    return tuple(code for code in map("-".join, product(*choices)) if army_error(code, variant) is None)


def legal_armies(variant: str) -> list[str]:
    """All legal armies: 1050 in Augmented Half Chess (A4), 232 in Augmented Chess."""
    return list(_legal(variant))


def listed(code: str, variant: str) -> bool:
    """Is this a legal army that a random choice may draw (A5; in Augmented Chess every legal one)?"""
    if army_error(code, variant) is not None:
        return False
    return variant == FULL or all(slot in named for slot, named in zip(code.split("-"), LISTED))


def listed_armies(variant: str) -> list[str]:
    """The armies a random choice draws from: 374 (A5) or 232."""
    return [code for code in _legal(variant) if listed(code, variant)]
