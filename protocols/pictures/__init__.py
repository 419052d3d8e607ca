"""Boards and pieces for XBoard. The files are drawn by this package's modules, and installed with it."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent

#: What XBoard calls the slots of its piece table, in their order (the last, not here, is the King): pictures are found
#: by these names.
SLOTS = (
    *("Pawn", "Knight", "Bishop", "Rook", "Queen", "Advisor", "Elephant", "Archbishop", "Marshall", "Gold"),
    *("Commoner", "Canon", "Nightrider", "CrownedBishop", "CrownedRook", "Crown", "Chancellor", "Hawk", "Lance"),
    *("Cobra", "Unicorn", "Lion", "Sword", "Zebra", "Camel", "Tower"),
)

#: XBoard's flags for the colours of plain squares.
SQUARES = ("-lightSquareColor", "#f0e6d2", "-darkSquareColor", "#b79d7d")


def board_flags(texture: Path) -> tuple[str, ...]:
    """XBoard's flags for a picture of the whole board, named ``…-FILESxRANKS.png``. Nothing frames the squares then,
    so the last move is shown by an arrow."""
    return (
        *("-useBoardTexture", "true", "-liteBackTextureFile", str(texture), "-darkBackTextureFile", str(texture)),
        *("-overrideLineGap", "0", "-highlightMoveWithArrow", "true"),
    )


def piece_flags(folder: Path, own_colors: bool = False) -> tuple[str, ...]:
    """XBoard's flags for pictures of pieces; what is not in the folder is taken from XBoard's own. It dyes white and
    black unless the pictures keep their own colours."""
    return ("-pieceImageDirectory", str(folder), "-trueColors", str(own_colors).lower())
