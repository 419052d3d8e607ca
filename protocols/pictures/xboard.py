"""The pictures that XBoard shows, and the flags that make it show them.

XBoard reads the pictures of pieces once, when it starts, and keeps them for every game of File > New Variant. So the
pieces of all games are in one folder, and pieces that look different have different slots in XBoard's table. XBoard
reads the picture of the board again whenever the board changes its size (``live``).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from oddfish.protocols.pictures.board import MOST_FILES, MOST_RANKS

FOLDER = Path(__file__).parent
#: The installed pieces of all games.
PIECES = FOLDER / "pieces"


def board(name: str) -> Path:
    """The picture of a board. The size in the file name tells XBoard not to repeat it as a texture."""
    return FOLDER / "boards" / f"{name}-{MOST_FILES}x{MOST_RANKS}.png"


def board_flags(picture: Path) -> tuple[str, ...]:
    """XBoard's flags for a picture of the whole board. The board has no grid lines with which XBoard could highlight
    the last move, so XBoard shows an arrow."""
    return (
        *("-useBoardTexture", "true", "-liteBackTextureFile", str(picture), "-darkBackTextureFile", str(picture)),
        *("-overrideLineGap", "0", "-highlightMoveWithArrow", "true"),
    )


def piece_flags(folder: Path) -> tuple[str, ...]:
    """XBoard's flags for pictures of pieces. XBoard uses its own pictures for pieces that the folder lacks. With true
    colours, it does not recolour them."""
    return ("-pieceImageDirectory", str(folder), "-trueColors", "true")


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write pictures into a folder; create the folder if necessary.

    Raises:
        OSError: the folder or a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder
