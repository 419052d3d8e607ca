"""Boards and pieces for XBoard. The files are drawn by this package's modules (``library`` has them all), and installed
with it.

XBoard reads pictures of pieces when it starts, and keeps them for every game that File > New Variant leads to. So all
games' pieces lie in one folder, and no two that look different share a slot of XBoard's piece table. The picture of
the board it reads again whenever the board changes its size (``live``).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
#: The pieces of all games.
PIECES = FOLDER / "pieces"

#: What XBoard calls the slots of its piece table, in their order (the last, not here, is the King): pictures are found
#: by these names. Two slots have the same name.
SLOTS = (
    *("Pawn", "Knight", "Bishop", "Rook", "Queen", "Advisor", "Elephant", "Archbishop", "Marshall", "Gold"),
    *("Commoner", "Canon", "Nightrider", "CrownedBishop", "CrownedRook", "Princess", "Chancellor", "Hawk", "Lance"),
    *("Cobra", "Unicorn", "Lion", "Sword", "Zebra", "Camel", "Tower", "Wolf", "Hat", "Duck", "Lance", "Dragon", "Gnu"),
    *("Cub", "LShield", "Pegasus", "Wizard", "Copper", "Iron", "Viking", "Flag", "Axe", "Dolphin", "Leopard", "Claw"),
    *("Left", "Butterfly"),
)

#: The slots of Fanorona Chess and Tandem-84, by FEN letter. Neither pawn nor king stands in its own, where XBoard would
#: promote, castle and check them as in chess; the first is what XBoard promotes to when it has not heard our choice.
WHOLE_SLOTS = {
    "Q": "Commoner", "N": "Nightrider", "P": "Hawk", "B": "Dragon", "R": "Gnu", "K": "Cub",
    "C": "LShield", "M": "Pegasus", "G": "Wizard",
}  # fmt: skip
#: Fanorona's pawns promote by themselves where XBoard tests legality, as a Lance may.
FANORONA_SLOTS = {**{letter: WHOLE_SLOTS[letter] for letter in "NBRQK"}, "P": "Lance"}

#: The most files and ranks of a board: the pictures of boards have room for so many squares, and begin with the game's.
#: Their names tell XBoard that they are no texture to be repeated.
MOST_FILES, MOST_RANKS = 16, 15

#: XBoard's flags for the colours of a chessboard's plain squares, for want of a picture.
SQUARES = ("-lightSquareColor", "#f0e6d2", "-darkSquareColor", "#b79d7d")


def table(slots: Mapping[str, str]) -> str:
    """A side's half of XBoard's piece table, its King's slot left free, with IDs in the slots of these names."""
    places = {SLOTS.index(slot): piece for piece, slot in slots.items()}
    return "".join(places.get(index, ".") for index in range(max(places) + 2))


def board(game: str) -> Path:
    """The picture of a game's board."""
    return FOLDER / "boards" / f"{game}-{MOST_FILES}x{MOST_RANKS}.png"


def board_flags(picture: Path) -> tuple[str, ...]:
    """XBoard's flags for a picture of the whole board. Nothing frames the squares then, so the last move is shown by an
    arrow."""
    return (
        *("-useBoardTexture", "true", "-liteBackTextureFile", str(picture), "-darkBackTextureFile", str(picture)),
        *("-overrideLineGap", "0", "-highlightMoveWithArrow", "true"),
    )


def piece_flags(folder: Path) -> tuple[str, ...]:
    """XBoard's flags for pictures of pieces; what is not in the folder is taken from XBoard's own. It would dye white
    and black, were it not told that the pictures keep their own colours."""
    return ("-pieceImageDirectory", str(folder), "-trueColors", "true")


def cache() -> Path:
    """Our folder in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "oddfish"
