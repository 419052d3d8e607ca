"""The picture of the board in an XBoard session with several games.

XBoard shows one file, into which the engine copies the board of each game. XBoard reads the file again only when the
board changes its size.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from oddfish.engine.folders import cache
from oddfish.protocols.pictures.board import MOST_FILES, MOST_RANKS
from oddfish.protocols.pictures.xboard import board


class LiveBoard:
    """The picture file that XBoard shows as its board."""

    def __init__(self, path: Path):
        self.path = path

    def show(self, name: str) -> bool:
        """Copy a board into the file. Returns whether the file changed, so that XBoard has to read it again. If it
        cannot be written, it stays as it is."""
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

    def is_writable(self) -> bool:
        """Whether :meth:`show` can change the file."""
        return os.access(self.path.parent, os.W_OK)


def session(name: str) -> Path | None:
    """Create a folder for the pictures of a session, named after its process ID; return None if that fails. Folders of
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
    """The file of the board in a session's folder."""
    return folder / f"board-{MOST_FILES}x{MOST_RANKS}.png"


def _runs(process: str) -> bool:
    if not process.isdecimal() or sys.platform == "win32":
        return True  # not a session's folder; and on Windows, os.kill would end the process
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(int(process), 0)
        return True
    return False
