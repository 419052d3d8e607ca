"""XBoard's table of pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

#: The table's slots in order, named after their pictures. Two have the same name. The last slot of each side is the
#: King's; it is not listed here.
SLOTS = (
    *("Pawn", "Knight", "Bishop", "Rook", "Queen", "Advisor", "Elephant", "Archbishop", "Marshall", "Gold"),
    *("Commoner", "Canon", "Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Chancellor", "Hawk", "Lance"),
    *("Cobra", "Unicorn", "Lion", "Sword", "Zebra", "Camel", "Tower", "Wolf", "Hat", "Duck", "Lance", "Dragon", "Gnu"),
    *("Cub", "LShield", "Pegasus", "Wizard", "Copper", "Iron", "Viking", "Flag", "Axe", "Dolphin", "Leopard", "Claw"),
    *("Left", "Butterfly"),
)

#: Slots of chessmen, by FEN letter, for games with other rules than chess. Pawns and kings are not in the Pawn's and
#: the King's slots, where XBoard would promote, castle and check as in chess. The Queen's slot comes first: without a
#: choice, XBoard promotes to the first piece in the table.
CHESSMEN = {"Q": "Commoner", "N": "Nightrider", "P": "Hawk", "B": "Dragon", "R": "Gnu", "K": "Cub"}


def table(slots: Mapping[str, str]) -> str:
    """A side's half of the table.

    Args:
        slots: the slots' names, by FEN letter. The King's slot stays empty.
    """
    places = {SLOTS.index(slot): piece for piece, slot in slots.items()}
    return "".join(places.get(index, ".") for index in range(max(places) + 2))


# WinBoard ---------------------------------------------------------------------------------------------------

#: Slots for which WinBoard lacks separate pictures, at some size. WinBoard's table has their pieces after all others,
#: with one slot for White's piece and one for Black's.
_MOVED = ("Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Cobra", "Zebra", "Chancellor")
#: The slot of a wildcard. White's piece stays in it: if a saved game has a move through another square that XBoard does
#: not know as legal, XBoard can load the move again only for wildcards.
_WILDCARD = "Cobra"
_MOVED_TO = len(SLOTS)
_SETUP = re.compile(r"(setup )\((\S+)\)")
#: A piece in the table, with its nickname, or an empty slot.
_PIECE = re.compile(r"[^=](?:['!])?(?:=.)?")


def winboard_slot(number: int, black: bool) -> int:
    """The slot in WinBoard's table for a slot in XBoard's."""
    name = SLOTS[number] if number < len(SLOTS) else ""
    if name == _WILDCARD and not black:
        return number
    if name in _MOVED:
        return _MOVED_TO + 2 * _MOVED.index(name) + black
    return number


def for_winboard(lines: Sequence[str], exchanged: bool = False) -> list[str]:
    """The ``setup`` lines with the table that WinBoard needs.

    Args:
        exchanged: whether White's and Black's pieces exchange their pictures in the slots that WinBoard has moved.
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
