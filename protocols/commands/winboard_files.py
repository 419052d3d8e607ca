"""The files of ``oddfish install-gui --winboard``: settings next to ``winboard.exe``, pictures in a subfolder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.engine.options import OptionError, find_option
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, needed
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings
from oddfish.protocols.winboard import SIZES, View, find_winboard, settings_text, shape, sizes

_FOLDER = "oddfish"


@dataclass(frozen=True)
class Places:
    """Where the files go: into the folder of ``winboard.exe``."""

    program: Path

    @property
    def pictures(self) -> Path:
        return self.program / _FOLDER

    @property
    def record(self) -> Path:
        return self.pictures / "installed.json"


def places_of(folder: str) -> Places:
    """The places in a folder; for '', in the folder where WinBoard's installer puts the program.

    Raises:
        Failure: there is no WinBoard.
    """
    if folder:
        path = Path(folder).absolute()
        if not path.is_dir():
            raise Failure(f"--winboard {folder}: no such folder")
        if not any(each.name.lower() == "winboard.exe" for each in path.iterdir()):
            raise Failure(f"--winboard {folder}: no winboard.exe in this folder")
        return Places(path)
    found = next(find_winboard(), None)
    if found is None:
        raise Failure("cannot find WinBoard: give the folder of winboard.exe, as in --winboard 'C:/WinBoard'")
    return Places(found)


def views(options: Mapping[str, str] | None = None) -> list[View]:
    """The views of all games, for White and for Black.

    Args:
        options: the chosen options; each game gets those that it has and accepts. Random armies are drawn now, because
            their pieces need their own pictures.

    Raises:
        OptionError: no game has an option, or none accepts its value.
    """
    found = []
    refused: dict[str, OptionError] = {}
    accepted: set[str] = set()
    for variant in REGISTRY.values():
        settings, own = Settings(variant.name), set()
        for name, text in (options or {}).items():
            find_option(settings.options(), name)
            try:
                if settings.set(name, text):
                    own.add(name)
            except OptionError as error:
                refused.setdefault(name, error)
        accepted |= own
        chosen = _settled(variant, settings) if own else ()
        found += [View(variant, black, chosen) for black in (False, True)]
    for name in refused.keys() - accepted:
        raise refused[name]
    return found


def _settled(variant: Variant, settings: Settings) -> tuple[tuple[str, str], ...]:
    """The options that differ from their defaults, and those that players settle before a game."""
    if projection_for(variant.name).joins:
        for name, value in variant.tags(settings.new_game().position).items():
            settings.set(name, value)
    changed = (option for option in variant.options if settings.values[option.name] != option.default)
    return tuple((option.name, str(settings.values[option.name])) for option in changed)


def engine_command() -> str:
    """The command that starts this engine. WinBoard passes it to Windows unchanged."""
    script = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    return subprocess.list2cmdline([script] if script else module_command("oddfish"))


def windows_path(path: Path) -> str:
    """A path as Windows programs write it. Under Wine they see the file system as drive Z."""
    return str(path) if sys.platform == "win32" else "Z:" + str(path).replace("/", "\\")


def contents(places: Places, screen: tuple[int, int], engine: str, shown: Sequence[View]) -> dict[Path, bytes]:
    """The contents of all files to install, by path.

    Args:
        shown: the games, from :func:`views`.

    Raises:
        Failure: resvg or Pillow, which draw the pictures, is not installed; or the settings cannot contain a path.
    """
    files, folder = {}, windows_path(places.pictures)
    for words, unreadable in ((engine, "[{}]"), (folder, '[{}"]')):
        if re.search(unreadable, words):
            raise Failure(f"WinBoard's settings cannot contain '{words}'")
    for view in shown:
        text = settings_text(view, engine, folder, screen)
        files[places.program / f"{view.name}.ini"] = text.encode()
    return files | _pictures(places, screen, shown)


def _pictures(places: Places, screen: tuple[int, int], shown: Sequence[View]) -> dict[Path, bytes]:
    from oddfish.protocols.pictures import library

    files = {}
    # File > New Variant needs the standard pieces even if every game has its own.
    sets: dict[str, tuple[str, dict[str, str]]] = {
        name: (name, {}) for name in (projection_for(variant).piece_set for variant in REGISTRY)
    }
    for view in shown:
        if view.pieces not in sets:
            chosen = library.chosen_pieces(Game(view.variant, dict(view.options)), alike=True)
            sets[view.pieces] = projection_for(view.variant.name).piece_set, chosen
    lacking = ("drawing WinBoard's pictures needs resvg and Pillow", "png")
    with needed("resvg_py", *lacking), needed("PIL", *lacking):
        from oddfish.protocols.pictures import winboard as pictures

        for folder, (piece_set, chosen) in sets.items():
            for size in SIZES.values():
                for name, content in pictures.pieces(piece_set, size, chosen):
                    files[places.pictures / folder / name] = content
        boards = {(view.board, size) for view in shown for size in sizes(shape(view.variant), screen)}
        for board, size in sorted((board, size) for board, size in boards if board is not None):
            files[places.pictures / "boards" / f"{board}-{size}.bmp"] = pictures.board(board, size)
    return files
