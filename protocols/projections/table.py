"""XBoard's table of pieces."""

from __future__ import annotations

from collections.abc import Mapping

#: The table's slots in order, by the names of their pictures. Two have the same name; the last slot of a side, not
#: listed here, is the King's.
SLOTS = (
    *("Pawn", "Knight", "Bishop", "Rook", "Queen", "Advisor", "Elephant", "Archbishop", "Marshall", "Gold"),
    *("Commoner", "Canon", "Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Chancellor", "Hawk", "Lance"),
    *("Cobra", "Unicorn", "Lion", "Sword", "Zebra", "Camel", "Tower", "Wolf", "Hat", "Duck", "Lance", "Dragon", "Gnu"),
    *("Cub", "LShield", "Pegasus", "Wizard", "Copper", "Iron", "Viking", "Flag", "Axe", "Dolphin", "Leopard", "Claw"),
    *("Left", "Butterfly"),
)

#: Slots of chessmen, by FEN letter, for games whose rules are not those of chess. Neither the Pawn nor the King stands
#: in its own, where XBoard would promote, castle and check as in chess. The Queen's comes first: XBoard promotes to the
#: first piece of the table where it has not heard which one was chosen.
CHESSMEN = {"Q": "Commoner", "N": "Nightrider", "P": "Hawk", "B": "Dragon", "R": "Gnu", "K": "Cub"}


def table(slots: Mapping[str, str]) -> str:
    """A side's half of the table: pieces in the slots of these names, none in the King's."""
    places = {SLOTS.index(slot): piece for piece, slot in slots.items()}
    return "".join(places.get(index, ".") for index in range(max(places) + 2))
