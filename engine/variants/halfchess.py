"""The Half Chess family: `augmented-half-chess`, `half-chess`, `halfgi`, `augmented-chess`, `normal`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from oddfish.cext.halfchess.armies import ARMY_RULES, SLOTS, Army, ArmyError, legal_armies, listed_armies, parse_army
from oddfish.cext.halfchess.game import (
    HALF_SETUP,
    HALFGI_SETUP,
    NORMAL_SETUP,
    HalfChess,
    Setup,
    augmented_setup,
)
from oddfish.engine.options import Option, OptionError
from oddfish.engine.variants.base import Variant
from oddfish.engine.weights import weigh

_PAGE = "half-chess-family.md"
_HALF_PIECES = (("R", "halfling Rook"), ("N", "Crab"), ("B", "halfling Bishop"), ("Q", "halfling Queen"))
_NAMES = {
    "W": "Wazir", "F": "Ferz", "D": "Dabbaba", "A": "Alfil", "C": "Crab",
    "V": "Narrow Half-Knight", "S": "Wide Half-Knight",
}  # fmt: skip
_BASICS = {
    "augmented-half-chess": {
        "R": "halfling Rook", "C": "Crab", "V": "Narrow Half-Knight", "B": "halfling Bishop",
        "Q": "halfling Queen", "RC": "half-Chancellor (Crab)", "RV": "half-Chancellor (Narrow Half-Knight)",
    },
    "augmented-chess": {
        "R": "Rook", "N": "Knight", "I": "Fibnif", "B": "Bishop", "Q": "Queen", "RN": "Chancellor",
        "RI": "Rook + Fibnif",
    },
}  # fmt: skip


class HalfChessVariant(Variant):
    """A variant with fixed pieces."""

    def __init__(self, name: str, title: str, setup: Setup, pieces: tuple[tuple[str, str], ...], summary: str):
        self.name = name
        self.title = title
        self.summary = summary
        self.page = _PAGE
        self.pocket = 5 if setup.drops else 0
        self._setup = setup
        self._pieces = pieces

    def start(self, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(self._setup)

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(self._setup, fen)

    def draw(self, position: HalfChess) -> str:  # type: ignore[override]
        rows = []
        for rank in range(7, -1, -1):
            cells = " ".join(position.letter(rank * 8 + file) or "." for file in range(8))
            rows.append(f"{rank + 1}  {cells}")
        rows.append("   a b c d e f g h")
        if position.setup.drops:
            rows[0] += f"   in hand: {position.hand(1) or '-'}"
            rows[7] += f"   in hand: {position.hand(0) or '-'}"
        return "\n".join(rows)

    def legend(self, position: HalfChess) -> list[tuple[str, str]]:  # type: ignore[override]
        return [*self._pieces, ("K", "King"), ("P", "Pawn")]


class AugmentedVariant(HalfChessVariant):
    """A variant whose players choose armies (A1 to A7)."""

    arrays = ("WhiteArmy", "BlackArmy", "DistinctPieces")

    def __init__(self, name: str, title: str, example: str, summary: str):
        super().__init__(name, title, NORMAL_SETUP, (), summary)
        self._rules = ARMY_RULES[name]
        text = f"an army code such as {example}, `random` or `engine`"
        self.options = (
            Option("WhiteArmy", "string", "random", help=f"White's army: {text}"),
            Option("BlackArmy", "string", "random", help=f"Black's army: {text}"),
            Option("DistinctPieces", "check", False, help="the armies may not share a piece (A6)"),
        )

    def check(self, options: Mapping[str, Any]) -> None:
        chosen: list[Army] = []
        for name in ("WhiteArmy", "BlackArmy"):
            value = str(options.get(name, "random"))
            if value.lower() in ("random", "engine"):
                continue
            try:
                chosen.append(parse_army(value, self._rules))
            except ArmyError as error:
                raise OptionError(f"option {name}: {error}") from None
        if options.get("DistinctPieces") and len(chosen) == 2 and shared_pieces(*chosen):
            raise OptionError(
                f"options WhiteArmy and BlackArmy share {', '.join(shared_pieces(*chosen))}, "
                "which DistinctPieces forbids (A6)"
            )

    def start(self, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(augmented_setup(self.name, *self.choose(options, rng)))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> HalfChess:
        return HalfChess(augmented_setup(self.name, *self.choose(options, rng)), fen)

    def choose(self, options: Mapping[str, Any], rng: random.Random) -> tuple[str, str]:
        """Both armies' codes, chosen at once: no side sees the other's choice (A6).

        Raises:
            OptionError: the options name no legal pair of armies.
        """
        self.check(options)
        distinct = bool(options.get("DistinctPieces"))
        wishes = [str(options.get(name, "random")) for name in ("WhiteArmy", "BlackArmy")]
        for _ in range(2000):
            white, black = (self._one(wish, rng) for wish in wishes)
            armies = parse_army(white, self._rules), parse_army(black, self._rules)
            if not distinct or not shared_pieces(*armies):
                return armies[0].code, armies[1].code
        raise OptionError(f"no army found that shares no piece with {' and '.join(wishes)} (DistinctPieces)")

    def _one(self, wish: str, rng: random.Random) -> str:
        if wish.lower() == "random":
            return rng.choice(listed_armies(self.name))
        if wish.lower() == "engine":
            return rng.choice(strongest_armies(self.name))
        return wish

    def legend(self, position: HalfChess) -> list[tuple[str, str]]:  # type: ignore[override]
        white, black = position.setup.codes
        lines = []
        for side, code in (("White", white), ("Black", black)):
            for slot, part in zip(SLOTS, code.split("-")):
                letter = slot if side == "White" else slot.lower()
                lines.append((letter, f"{self._describe(part)} ({side}'s {part})"))
        return [*lines, ("THEM", "promoted to the other army's R N B Q"), ("K", "King"), ("P", "Pawn")]

    def _describe(self, part: str) -> str:
        return f"{_BASICS[self.name][part[:-1]]} + {_NAMES[part[-1]]}"

    def tags(self, position: HalfChess) -> dict[str, str]:  # type: ignore[override]
        white, black = position.setup.codes
        return {"WhiteArmy": white, "BlackArmy": black}


def shared_pieces(white: Army, black: Army) -> list[str]:
    """Slot letters of White's pieces that move like one of Black's."""
    return [slot for slot, piece in white.pieces.items() if piece in black.pieces.values()]


@cache
def strongest_armies(name: str) -> tuple[str, ...]:
    """What the engine chooses among, strongest first: the dozen armies its evaluation values most."""

    variant = next(variant for variant in FAMILY if variant.name == name)

    def strength(code: str) -> int:
        values = weigh(variant, HalfChess(augmented_setup(name, code, code))).values(0)
        return values["Q"] + 2 * (values["R"] + values["N"] + values["B"])

    return tuple(sorted(legal_armies(name), key=lambda code: (-strength(code), code))[:12])


FAMILY: tuple[Variant, ...] = (
    AugmentedVariant(
        "augmented-half-chess",
        "Augmented Half Chess",
        "RF-CD-BW-QV",
        "Chess with halflings, by Ralph Betza (2001). Rooks, Bishops and Queens slide only half the way to the board's "
        "edge, rounded up. Before play each player chooses an army: every officer is a basic piece plus one augmenter "
        "(a short leap), none used twice. Pawns promote to any officer of either army. All else is chess.",
    ),
    HalfChessVariant(
        "half-chess",
        "Half Chess",
        HALF_SETUP,
        _HALF_PIECES,
        "Chess with halflings, by Ralph Betza: Rooks, Bishops and Queens slide at most half the way to the board's "
        "edge (rounded up), and the Knight is a Crab: two forward and one aside, or one back and two aside.",
    ),
    HalfChessVariant(
        "halfgi",
        "Halfgi",
        HALFGI_SETUP,
        _HALF_PIECES,
        "Half Chess with drops, by Peter Aronson: a captured unit changes sides and may be dropped on any empty square "
        "instead of a move.",
    ),
    AugmentedVariant(
        "augmented-chess",
        "Augmented Chess",
        "RF-NA-BW-QV",
        "Chess with full-strength officers, by Ralph Betza: each player's Rook, Knight (or Fibnif), Bishop and Queen "
        "(or Chancellor) are augmented by a short leap of their choice.",
    ),
    HalfChessVariant(
        "normal",
        "Chess",
        NORMAL_SETUP,
        (("R", "Rook"), ("N", "Knight"), ("B", "Bishop"), ("Q", "Queen")),
        "FIDE chess through the same generator: for checking it against published numbers and other engines.",
    ),
)
