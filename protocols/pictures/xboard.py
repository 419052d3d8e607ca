"""The pictures that XBoard shows, and the flags that make it show them.

XBoard reads the pictures of pieces once, when it starts, and keeps them for every game of File > New Variant. All games
therefore have their pieces in one folder, and pieces that look different have different slots in XBoard's table. It
reads the picture of the board again whenever the board changes its size (``live``).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from oddfish.protocols.pictures.board import MOST_FILES, MOST_RANKS

FOLDER = Path(__file__).parent
#: The installed pieces of all games.
PIECES = FOLDER / "pieces"


def board(name: str) -> Path:
    """The picture of a board. By the size in the file's name XBoard knows that it is not a texture to be repeated."""
    return FOLDER / "boards" / f"{name}-{MOST_FILES}x{MOST_RANKS}.png"


def board_flags(picture: Path) -> tuple[str, ...]:
    """XBoard's flags for a picture of the whole board. There are no lines between its squares that could highlight the
    last move, so an arrow does."""
    return (
        *("-useBoardTexture", "true", "-liteBackTextureFile", str(picture), "-darkBackTextureFile", str(picture)),
        *("-overrideLineGap", "0", "-highlightMoveWithArrow", "true"),
    )


def piece_flags(folder: Path) -> tuple[str, ...]:
    """XBoard's flags for pictures of pieces; it uses its own for those that are not in the folder. True colours keep it
    from dyeing them."""
    return ("-pieceImageDirectory", str(folder), "-trueColors", "true")


def cache() -> Path:
    """Our folder in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "oddfish"


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write pictures into a folder, made if need be.

    Raises:
        OSError: it cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder
