"""XBoard's table of pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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


# WinBoard ---------------------------------------------------------------------------------------------------

#: Slots that WinBoard has no pictures of their own for, at one size or another. What stands there in XBoard stands
#: behind all others in WinBoard, where White's and Black's have a slot each.
_MOVED = ("Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Cobra", "Zebra", "Chancellor")
#: The slot of a wildcard, where White's piece stays: only of wildcards does XBoard load again what it has saved of a
#: move by way of another square that it does not know.
_WILDCARD = "Cobra"
_MOVED_TO = len(SLOTS)
_SETUP = re.compile(r"(setup )\((\S+)\)")
#: A piece in the table, with its nickname, or a slot that is left free.
_PIECE = re.compile(r"[^=](?:['!])?(?:=.)?")


def winboard_slot(number: int, black: bool) -> int:
    """The number in WinBoard's table of what has a number in XBoard's."""
    name = SLOTS[number] if number < len(SLOTS) else ""
    if name == _WILDCARD and not black:
        return number
    if name in _MOVED:
        return _MOVED_TO + 2 * _MOVED.index(name) + black
    return number


def for_winboard(lines: Sequence[str], exchanged: bool = False) -> list[str]:
    """The lines of ``setup`` with the table that WinBoard needs.

    Args:
        exchanged: White's pieces look as Black's of the same slot, and the other way round, if they have been moved.
    """
    return [_SETUP.sub(lambda found: f"{found[1]}({_moved(found[2], exchanged)})", line) for line in lines]


def _moved(text: str, exchanged: bool) -> str:
    tokens = _PIECE.findall(text)
    half = len(tokens) // 2
    sides = []
    for black in (False, True):
        *pieces, king = tokens[half * black : half * (black + 1)]
        places = {winboard_slot(index, black != exchanged): piece for index, piece in enumerate(pieces)}
        sides.append(({index: piece for index, piece in places.items() if piece != "."}, king))
    size = max(index for places, _ in sides for index in places) + 1
    return "".join("".join(places.get(index, ".") for index in range(size)) + king for places, king in sides)
