"""The files of ``oddfish install-gui``: settings and engine entries for XBoard, and the desktop's menu entries.

XBoard looks for ``@NAME`` in the working directory, in ``~/.xboard/themes/conf`` and in ``themes/conf`` of its data
folder. It finds engines for all users through a file in a system folder, and engines for one user in ``~/.xboardrc``.
XBoard takes ``~`` from the password file and ignores HOME; we follow HOME, and name files by their paths if the two
differ.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from oddfish.engine import folders
from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.chooser import has_dialog
from oddfish.protocols.commands.common import Failure, headline, reported
from oddfish.protocols.installation import Entries
from oddfish.protocols.pictures import library
from oddfish.protocols.pictures.live import live_board
from oddfish.protocols.pictures.svg import icon
from oddfish.protocols.pictures.xboard import board
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings
from oddfish.protocols.xboard import XBoardError, find_xboard, person_flags, settings_lines

_SYSTEM = Path("/usr/local/share")
#: XBoard reads each entry of its engine list into a buffer of limited size.
_LONGEST_ENTRY = 500


# Places -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Places:
    """Where the files go.

    Attributes:
        data: Oddfish's own folder for pictures, icons and the record.
        settings: XBoard's ``themes/conf``.
        applications: the folder of the desktop's menu entries.
        user: the user's XBoard settings, which list engines; None to leave them alone.
        plugins: the folder that announces engines to all users; None to leave it alone.
        searched: whether XBoard looks in ``settings`` by default.
    """

    data: Path
    settings: Path
    applications: Path
    user: Path | None = None
    plugins: Path | None = None
    searched: bool = True

    def folders(self) -> list[Path]:
        """Where the files go: folders, and the user's settings of XBoard."""
        return [
            one for one in (self.data, self.settings, self.applications, self.plugins, self.user) if one is not None
        ]

    @property
    def record(self) -> Path:
        return self.data / "xboard" / "installed.json"

    def pieces(self, piece_set: str) -> Path:
        """The folder with one set of pieces."""
        return self.data / "xboard" / piece_set

    def board(self, variant: Variant) -> Path:
        """The picture of the board. The engine replaces it when you use File > New Variant."""
        return live_board(self.data / "xboard" / "boards" / variant.name)

    @property
    def icons(self) -> Path:
        return self.data / "xboard" / "icons"

    def argument(self, variant: Variant) -> str:
        """The argument that makes XBoard play a variant."""
        name = settings_name(variant)
        return f"@{name}" if self.searched else f"@{self.settings / name}"


def users_places(home: Path | None = None) -> Places:
    """The places in a home folder, by default the user's own.

    Raises:
        Failure: this system has no XBoard.
        FileError: there is no home folder.
    """
    try:
        import pwd  # noqa: F401 - as a sign of Unix
    except ImportError:
        raise Failure("install-gui is for XBoard on Unix; for WinBoard see docs/winboard.md") from None
    if home is None:
        home, share = folders.home(), folders.shared_data()
    else:
        home = Path(os.path.abspath(home))
        share = home / ".local" / "share"
    return Places(
        data=share / "oddfish",
        settings=home / ".xboard" / "themes" / "conf",
        applications=share / "applications",
        user=home / ".xboardrc",
        searched=home == xboards_home(),
    )


def xboards_home() -> Path | None:
    """The home folder in which XBoard looks for settings: that of the password file, whatever HOME says; None if the
    file lacks the user."""
    import pwd

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        return None


def system_places() -> Places:
    """The places for all users. XBoard needs a display to report its data folder, so look for it near the program.

    Raises:
        Failure: XBoard is not installed, or its data folder is elsewhere.
    """
    with reported(XBoardError):
        program = Path(find_xboard())
    shares = [program.parent.parent / "share" / name for name in ("games/xboard", "xboard")]
    folder = next((share for share in shares if (share / "themes").is_dir()), None)
    if folder is None:
        raise Failure(f"cannot find the data folder of {program}: neither {shares[0]} nor {shares[1]} contains themes")
    return Places(
        data=_SYSTEM / "oddfish",
        settings=folder / "themes" / "conf",
        applications=_SYSTEM / "applications",
        plugins=_SYSTEM / "games" / "plugins" / "xboard",
    )


# Contents ---------------------------------------------------------------------------------------------------


def settings_name(variant: Variant) -> str:
    """The name of a variant's settings file, as in ``xboard @NAME``."""
    return f"oddfish-{variant.name}"


def settings_text(variant: Variant, places: Places) -> str:
    """XBoard's settings for a game against you: the flags that ``oddfish xboard VARIANT`` passes."""
    pieces = places.pieces(projection_for(variant.name).piece_set)
    words = person_flags(Settings(variant.name), pieces, places.board(variant))
    lines = [f"; {variant.title}, by Oddfish: xboard @{settings_name(variant)}"]
    lines += [flag if value is None else f"{flag} {_quoted(value)}" for flag, value in settings_lines(words)]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """A value in braces for XBoard's settings. In quotes, XBoard may interpret backslashes."""
    if re.search(r"[}\n]", value):
        raise Failure(f"XBoard's settings cannot contain '{value}'")
    return f"{{{value}}}"


def engine_entry(variant: Variant, places: Places) -> str:
    """A variant's line in XBoard's engine list: its name, and the settings that XBoard reads when you choose it.

    Raises:
        Failure: XBoard cannot read the name of the folder.
    """
    entry = f'"Oddfish: {variant.title}" {places.argument(variant)}'
    if len(entry) > _LONGEST_ENTRY or re.search(r"[{}\n]", entry) or " " in places.argument(variant):
        raise Failure(f"XBoard's engine list cannot contain '{entry}': it has spaces or braces, or is too long")
    return entry


def user_block(texts: Sequence[str]) -> list[str]:
    """Lines for ``~/.xboardrc`` that add engines to XBoard's list. XBoard adds only engines with a date after its last
    save of the settings."""
    return [
        "; added by oddfish install-gui; oddfish uninstall-gui removes these lines",
        f"-date {int(time.time())}",
        *(f"-installEngine {{{text}}}" for text in texts),
    ]


def plugin_text() -> str:
    """The file that announces the engine to GUIs that look for engines."""
    command = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    if command is None:
        raise Failure(f"there is no oddfish command next to {sys.executable}: install the package")
    variants = ["chess" if name == "normal" else name for name in REGISTRY]
    return f"plugin spec 0.0\n{command}\n{','.join(sorted(variants, key='chess'.__ne__))}\n"


def desktop_text(variant: Variant, places: Places, program: str) -> str:
    """A menu entry that starts XBoard with a variant."""
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        f"Name={variant.title} (Oddfish)",
        f"Comment={headline(variant.summary)}",
        f"Exec={_desktop_word(program)} {_desktop_word(places.argument(variant))}",
        f"TryExec={program}",
        f"Icon={places.icons / variant.name}.svg",
        "Terminal=false",
        "Categories=Game;BoardGame;",
        "Keywords=chess;variant;xboard;",
    ]
    return "\n".join(lines) + "\n"


def chooser_text(places: Places) -> str:
    """The menu entry that asks you for a game; without Tk it asks in a terminal."""
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Oddfish",
        "Comment=Choose a chess variant and play it in XBoard",
        f"Exec={' '.join(map(_desktop_word, module_command('oddfish', 'xboard')))}",
        f"TryExec={sys.executable}",
        f"Icon={places.icons / next(iter(REGISTRY))}.svg",
        f"Terminal={str(not has_dialog()).lower()}",
        "Categories=Game;BoardGame;",
        "Keywords=chess;variant;xboard;",
    ]
    return "\n".join(lines) + "\n"


def _desktop_word(word: str) -> str:
    """A word of a command line, quoted for a menu entry."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%")
    return f'"{escaped}"'


def contents(places: Places, program: str) -> dict[Path, bytes]:
    """The contents of all files to install, by path."""
    files = {
        places.pieces(piece_set) / name: text.encode()
        for piece_set in dict.fromkeys(projection_for(name).piece_set for name in REGISTRY)
        for name, text in library.pieces(piece_set).items()
    }
    for variant in REGISTRY.values():
        start = variant.start(variant.defaults(), random.Random(0))  # always the same armies
        texts = {
            places.settings / settings_name(variant): settings_text(variant, places),
            places.icons / f"{variant.name}.svg": icon(variant, start),
            places.applications / f"oddfish-{variant.name}.desktop": desktop_text(variant, places, program),
        }
        files |= {path: text.encode() for path, text in texts.items()}
        files[places.board(variant)] = board(projection_for(variant.name).board).read_bytes()
    files[places.applications / "oddfish.desktop"] = chooser_text(places).encode()
    if places.plugins is not None:
        files[places.plugins / "oddfish.eng"] = plugin_text().encode()
    return files


def states(places: Places) -> dict[Path, list[bytes]]:
    """The contents that the engine may give our files."""
    boards = [board(game).read_bytes() for game in {projection_for(name).board for name in REGISTRY}]
    return {places.board(variant): boards for variant in REGISTRY.values()}


def entries(places: Places) -> dict[Path, Entries]:
    """The entries to add to files of other programs."""
    if places.user is None:
        return {}
    return {places.user: Entries([engine_entry(variant, places) for variant in REGISTRY.values()], user_block)}
