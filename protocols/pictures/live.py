"""The picture of the board in a session of XBoard that goes from game to game.

XBoard is told of one file, which is ours to change. It reads it again only when the board changes its size.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from oddfish.protocols.pictures import MOST_FILES, MOST_RANKS, board, cache

#: A board as large as that of no game, to go by way of.
DETOUR = "9x9+0"
EMPTY = "/".join("9" * 9) + " w - - 0 1"


class LiveBoard:
    """A file that XBoard was given for the picture of its board."""

    def __init__(self, path: Path):
        self.path = path

    def show(self, game: str) -> bool:
        """Put a game's board there; whether there was another, so that XBoard has to be made to look. A file that must
        not be written stays as it is."""
        wanted = board(game).read_bytes()
        try:
            if self.path.exists() and self.path.read_bytes() == wanted:
                return False
            fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            fresh.write_bytes(wanted)
            os.replace(fresh, self.path)
        except OSError:
            return False
        return True


def detour(line: str) -> str:
    """A `setup` line that has XBoard change the size of its board before this one."""
    words = line.split()
    _, _, parent = words[2].partition("_")
    return " ".join([*words[:2], f"{DETOUR}_{parent}", EMPTY])


def session(name: str) -> Path | None:
    """A new folder for the pictures of a session, called by the number of its process; None if there is no place. Those
    of processes that are no more are removed."""
    sessions = cache() / "sessions"
    folder = sessions / name
    try:
        for old in sessions.iterdir() if sessions.is_dir() else ():
            if not _runs(old.name):
                shutil.rmtree(old, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    except OSError:
        return None
    return folder


def live_board(folder: Path) -> Path:
    """Where the picture of the board lies in a folder of a session."""
    return folder / f"board-{MOST_FILES}x{MOST_RANKS}.png"


def _runs(process: str) -> bool:
    if not process.isdecimal() or sys.platform == "win32":
        return True  # not ours; or nobody can be asked without being stopped
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(int(process), 0)
        return True
    return False
