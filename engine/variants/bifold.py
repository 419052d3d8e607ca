"""Bifold Halfgi: `bifold-halfgi`, `bifold-halfgi-wazirs`, `bifold-halfgi-handed`, `bifold-halfgi-weak`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from oddfish.cext.bifold.game import Bifold, Setup
from oddfish.engine.options import Option
from oddfish.engine.variants.base import Variant

_OFFICERS = (
    ("Q", "halfling Queen"),
    ("R", "halfling Rook"),
    ("B", "halfling Bishop"),
    ("H", "Horse (Mao)"),
    ("W", "royal Wazir"),
)
_FERZ = ("F", "royal Ferz")
_SUMMARY = (
    "Halfgi in which every piece but the pawn is half-sized, two to a square: a piece shares its square with a friend, "
    "and the two may move together as a stronger unit, or with an enemy. Captured halves change sides and are dropped. "
    "There is no check: to win, capture both enemy royals, {royals}.{pawns}"
)


class BifoldVariant(Variant):
    """One of the four games; they differ in their royals and their pawns."""

    page = "bifold-halfgi.md"
    options = (
        Option("Castling", "check", True, help="the royal pair may castle with a pair of Rooks (B9)"),
        Option("DropBesideEnemy", "check", True, help="a piece may be dropped beside an enemy one (B6)"),
    )

    def __init__(self, name: str, title: str, royals: str, pawns: str, pieces: tuple[tuple[str, str], ...]):
        self.name = name
        self.title = title
        self.summary = _SUMMARY.format(royals=royals, pawns=pawns)
        self.pocket = len(pieces) - sum("royal" in text for _, text in pieces)
        self._pieces = pieces

    def _setup(self, options: Mapping[str, Any]) -> Setup:
        chosen = {**self.defaults(), **options}
        return Setup(self.name, bool(chosen["Castling"]), bool(chosen["DropBesideEnemy"]))

    def start(self, options: Mapping[str, Any], rng: random.Random) -> Bifold:
        return Bifold(self._setup(options))

    def read(self, fen: str, options: Mapping[str, Any], rng: random.Random) -> Bifold:
        return Bifold(self._setup(options), fen)

    def draw(self, position: Bifold) -> str:  # type: ignore[override]
        """Two places a square: side by side stand friends, or White's piece before Black's."""
        rows = []
        for rank in range(7, -1, -1):
            cells = " ".join((position.stack(rank * 8 + file) or "..").ljust(2, ".") for file in range(8))
            rows.append(f"{rank + 1}  {cells}")
        rows[0] += f"   in hand: {position.hand(1) or '-'}"
        rows[7] += f"   in hand: {position.hand(0) or '-'}"
        return "\n".join([*rows, "   a  b  c  d  e  f  g  h"])

    def half_sized(self, position: Bifold) -> str:  # type: ignore[override]
        whole = "P" if self.name in ("bifold-halfgi", "bifold-halfgi-wazirs") else ""
        letters = "".join(letter for letter in position.setup.letters if letter not in whole)
        return letters + letters.lower()

    def legend(self, position: Bifold) -> list[tuple[str, str]]:  # type: ignore[override]
        return list(self._pieces)


_PAWN = ("P", "Pawn, alone on its square")

FAMILY: tuple[Variant, ...] = (
    BifoldVariant("bifold-halfgi", "Bifold Halfgi", "a Wazir and a Ferz", "", (*_OFFICERS, _FERZ, _PAWN)),
    BifoldVariant("bifold-halfgi-wazirs", "Bifold Halfgi, two Wazirs", "two Wazirs", "", (*_OFFICERS, _PAWN)),
    BifoldVariant(
        "bifold-halfgi-handed",
        "Bifold Halfgi, handed pawns",
        "a Wazir and a Ferz",
        " Pawns are halves too: a left-handed one takes to the left only, a right-handed one to the right.",
        (*_OFFICERS, _FERZ, ("L", "left-handed Pawn"), ("D", "right-handed Pawn")),
    ),
    BifoldVariant(
        "bifold-halfgi-weak",
        "Bifold Halfgi, weak pawns",
        "a Wazir and a Ferz",
        " Pawns are halves too: one alone takes only where another piece of its side protects it.",
        (*_OFFICERS, _FERZ, ("P", "weak Pawn")),
    ),
)
