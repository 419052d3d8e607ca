"""Positions of Banqi: face-down pieces, and the pool of pieces that they can be."""

from __future__ import annotations

from collections import Counter

from oddfish.cext.core.rules import Position
from oddfish.protocols.web.editing.base import Draft, Editor, Field

#: What is face down by default: the most common pieces first.
_ORDER = "PpCcNnRrMmGgKk"


class BanqiEditor(Editor):
    held = "Face down"
    two_hands = False
    clock = "Plies without flip or capture"

    def form(self, position: Position) -> list[Field]:
        found = [
            Field("To move", "side", "w", [("w", "First player"), ("b", "Second player")]),
            Field("The first player has", "choice", "r", [("r", "Red"), ("b", "Black"), ("-", "None yet")]),
            Field(self.clock, "number", "0"),
            Field("Move number", "number", "1"),
        ]
        if self.may_go_on(position):
            found.append(Field("Square of a series of captures", "text", ""))
        return found

    def may_go_on(self, position: Position) -> bool:
        """Whether captures may be continued in this game."""
        return "0000" in dict(self.guide.notation_in(position))

    def palette(self, position: Position) -> list[list[str]]:
        letters = [letter for letter, _ in self.guide.kinds(position) if letter != "X"]
        return [letters, [letter.lower() for letter in letters], ["X"]]

    def named(self, position: Position, letter: str) -> str:
        if letter == "X":
            return "face-down piece"
        return f"{'red' if letter.isupper() else 'black'} {self.guide.name(position, letter)}"

    def mended(self, draft: Draft) -> Draft:
        """As many pieces in the pool as squares are face down, and no more of a kind than the set has."""
        known = Counter(letter for letter in draft.cells.values() if letter != "X")
        left = Counter(self.full_set()) - known
        pool = [*(Counter(draft.hand or "") & left).elements()]
        dark = sum(letters == "X" for letters in draft.cells.values())
        rest = left - Counter(pool)
        pool += sorted(rest.elements(), key=_ORDER.index)[: max(0, dark - len(pool))]
        order = "".join(letter for pair in (_ORDER[::-1][1::2], _ORDER[::-1][::2]) for letter in pair)
        pool.sort(key=order.index)
        while len(pool) > dark:
            pool.remove(min(pool, key=_ORDER.index))
        fields = [*draft.fields]
        if known and fields[1] == "-":
            fields[1] = "r"
        return draft._replace(hand="".join(pool), fields=fields)

    def full_set(self) -> str:
        """All pieces of the game."""
        from random import Random

        field = self.variant.start({**self.variant.defaults()}, Random(0)).fen().split()[0]
        return field.partition("[")[2].rstrip("]")


EDITOR = BanqiEditor
