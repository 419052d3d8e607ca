"""The files of ``oddfish install-gui --winboard``: settings beside WinBoard's program, pictures in a folder below."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.common import Failure, needed
from oddfish.protocols.pictures.winboard import SIZES
from oddfish.protocols.projections import projection_for
from oddfish.protocols.winboard import View, find_winboard, settings_text, shape, sizes

_FOLDER = "oddfish"


@dataclass(frozen=True)
class Places:
    """Where things go, all in the folder of WinBoard's program."""

    program: Path

    @property
    def pictures(self) -> Path:
        return self.program / _FOLDER

    @property
    def record(self) -> Path:
        return self.pictures / "installed.json"


def places_of(folder: str) -> Places:
    """The places in a folder, or where WinBoard's installer puts it if that is ''.

    Raises:
        Failure: there is no WinBoard.
    """
    if folder:
        path = Path(folder).absolute()
        if not path.is_dir():
            raise Failure(f"--winboard {folder}: there is no such folder")
        if not any(each.name.lower() == "winboard.exe" for each in path.iterdir()):
            raise Failure(f"--winboard {folder}: there is no winboard.exe in it")
        return Places(path)
    found = next(find_winboard(), None)
    if found is None:
        raise Failure("cannot find WinBoard: say in which folder winboard.exe is, as in --winboard 'C:/WinBoard'")
    return Places(found)


def views() -> Iterable[View]:
    """All games, as White and as Black sees them."""
    return (View(variant, black) for variant in REGISTRY.values() for black in (False, True))


def engine_command() -> str:
    """The command that starts this engine, for WinBoard, which hands it to Windows as it is."""
    script = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    return subprocess.list2cmdline([script] if script else [sys.executable, "-m", "oddfish"])


def windows_path(path: Path) -> str:
    """A path as Windows programs write it; those under Wine see the whole file system as drive Z."""
    return str(path) if sys.platform == "win32" else "Z:" + str(path).replace("/", "\\")


def contents(places: Places, screen: tuple[int, int], engine: str) -> dict[Path, bytes]:
    """All our files, by path.

    Raises:
        Failure: resvg, which draws the pictures, is not installed; or a path cannot be written in settings.
    """
    files = {}
    for view in views():
        text = settings_text(view, engine, windows_path(places.pictures), screen)
        if re.search(r"[{}]", engine):
            raise Failure(f"WinBoard's settings cannot hold '{engine}'")
        files[places.program / f"{view.name}.ini"] = text.encode()
    return files | _pictures(places, screen)


def _pictures(places: Places, screen: tuple[int, int]) -> dict[Path, bytes]:
    from oddfish.protocols.pictures import winboard as pictures

    files = {}
    with needed("resvg_py", "drawing WinBoard's pictures needs resvg: pip install 'oddfish[png]'"):
        for piece_set in dict.fromkeys(projection_for(name).piece_set for name in REGISTRY):
            for size in SIZES.values():
                for name, content in pictures.pieces(piece_set, size):
                    files[places.pictures / piece_set / name] = content
        boards = {(view.board, size) for view in views() for size in sizes(shape(view.variant), screen)}
        for board, size in sorted((board, size) for board, size in boards if board is not None):
            files[places.pictures / "boards" / f"{board}-{size}.bmp"] = pictures.board(board, size)
    return files
