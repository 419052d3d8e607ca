"""The picture of the board in a session of XBoard that goes from game to game.

XBoard is given one file, into which we copy the board of the game. It reads the file again only when the board changes
its size.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from oddfish.protocols.pictures.board import MOST_FILES, MOST_RANKS
from oddfish.protocols.pictures.xboard import board, cache


class LiveBoard:
    """The file that XBoard shows as its board."""

    def __init__(self, path: Path):
        self.path = path

    def show(self, name: str) -> bool:
        """Copy a board there. Returns whether the file changed, so that XBoard has to read it again; one that cannot be
        written stays as it is."""
        wanted = board(name).read_bytes()
        try:
            if self.path.exists() and self.path.read_bytes() == wanted:
                return False
            fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            fresh.write_bytes(wanted)
            os.replace(fresh, self.path)
        except OSError:
            return False
        return True


def session(name: str) -> Path | None:
    """A new folder for the pictures of a session, named after its process ID; None if it cannot be made. Folders of
    processes that have ended are removed."""
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
    """The file of the board in the folder of a session."""
    return folder / f"board-{MOST_FILES}x{MOST_RANKS}.png"


def _runs(process: str) -> bool:
    if not process.isdecimal() or sys.platform == "win32":
        return True  # not a session's folder; and on Windows, os.kill would end the process
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(int(process), 0)
        return True
    return False
