"""The files of ``oddfish install-gui``: our games among XBoard's settings, its engines and the desktop's menus.

XBoard looks for ``@NAME`` in the working directory, in ``~/.xboard/themes/conf`` and in ``themes/conf`` of its data
folder. Engines are announced to all users by a file in a system folder, and to one user by a line in ``~/.xboardrc``.
By ``~`` XBoard means the home folder in the password file, whatever HOME says.
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
from oddfish.protocols.xboard import XBoardError, find_xboard, person_flags

_SYSTEM = Path("/usr/local/share")
#: XBoard reads an entry of its engine list into a buffer of limited size.
_LONGEST_ENTRY = 500


# Places -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Places:
    """Where things go.

    Attributes:
        data: our own folder: pictures, icons, the record.
        settings: XBoard's ``themes/conf``.
        applications: the desktop's menu entries.
        user: the XBoard settings of the user whose engine list is extended, or None.
        plugins: where engines are announced to all users, or None.
        searched: whether XBoard looks in ``settings`` by itself.
    """

    data: Path
    settings: Path
    applications: Path
    user: Path | None = None
    plugins: Path | None = None
    searched: bool = True

    @property
    def record(self) -> Path:
        return self.data / "xboard" / "installed.json"

    def pieces(self, piece_set: str) -> Path:
        """The folder with the pieces of all games, drawn in one style."""
        return self.data / "xboard" / piece_set

    def board(self, variant: Variant) -> Path:
        """The picture of the board, which the engine changes when File > New Variant is used."""
        return live_board(self.data / "xboard" / "boards" / variant.name)

    @property
    def icons(self) -> Path:
        return self.data / "xboard" / "icons"

    def argument(self, variant: Variant) -> str:
        """XBoard's argument that plays a variant."""
        name = settings_name(variant)
        return f"@{name}" if self.searched else f"@{self.settings / name}"


def users_places(home: Path | None = None) -> Places:
    """The places in a home folder, by default where XBoard looks for it.

    Raises:
        Failure: this system has no such folder.
    """
    try:
        import pwd
    except ImportError:
        raise Failure("install-gui is for XBoard on Unix; for WinBoard see docs/winboard.md") from None
    try:
        own = Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        own = None
    if home is None:
        if own is None:
            raise Failure(f"user {os.getuid()} is not in the password file, the only place XBoard looks: use --home")
        named = os.environ.get("XDG_DATA_HOME", "")
        home, share = own, Path(named) if os.path.isabs(named) else own / ".local" / "share"
    else:
        home = Path(os.path.abspath(home))
        share = home / ".local" / "share"
    return Places(
        data=share / "oddfish",
        settings=home / ".xboard" / "themes" / "conf",
        applications=share / "applications",
        user=home / ".xboardrc",
        searched=home == own,
    )


def system_places() -> Places:
    """The places for all users. XBoard reports its data folder only on a display, so look for it beside the program.

    Raises:
        Failure: XBoard is not installed, or its data folder is elsewhere.
    """
    with reported(XBoardError):
        program = Path(find_xboard())
    shares = [program.parent.parent / "share" / name for name in ("games/xboard", "xboard")]
    folder = next((share for share in shares if (share / "themes").is_dir()), None)
    if folder is None:
        raise Failure(f"cannot find the data folder of {program}: neither {shares[0]} nor {shares[1]} has themes")
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
    """XBoard's settings for a game against a person: the flags that ``oddfish xboard VARIANT`` passes."""
    pieces = places.pieces(projection_for(variant.name).piece_set)
    words = person_flags(Settings(variant.name), pieces, places.board(variant))
    lines = [f"; {variant.title}, by Oddfish: xboard @{settings_name(variant)}"]
    lines += [f"{flag} {_quoted(value)}" for flag, value in zip(words[::2], words[1::2])]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """A value for XBoard's settings. Nothing is special in braces; in quotes, backslashes may be."""
    if re.search(r"[}\n]", value):
        raise Failure(f"XBoard's settings cannot hold '{value}'")
    return f"{{{value}}}"


def engine_entry(variant: Variant, places: Places) -> str:
    """A variant's line in XBoard's engine list: a name, and the settings to read when it is chosen.

    Raises:
        Failure: XBoard cannot read the folder's name.
    """
    entry = f'"Oddfish: {variant.title}" {places.argument(variant)}'
    if len(entry) > _LONGEST_ENTRY or re.search(r"[{}\n]", entry) or " " in places.argument(variant):
        raise Failure(f"XBoard's engine list cannot hold '{entry}': it has blanks or braces, or is too long")
    return entry


def user_block(texts: Sequence[str]) -> list[str]:
    """Lines for ``~/.xboardrc`` that add engines to XBoard's list. XBoard adds those dated after it last saved its
    settings."""
    return [
        "; added by oddfish install-gui; oddfish uninstall-gui removes these lines",
        f"-date {int(time.time())}",
        *(f"-installEngine {{{text}}}" for text in texts),
    ]


def plugin_text() -> str:
    """The file that announces the engine to every program that looks for engines."""
    command = shutil.which("oddfish", path=str(Path(sys.executable).parent))
    if command is None:
        raise Failure(f"there is no oddfish command beside {sys.executable}: install the package")
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
    """The menu entry that asks which game to play: in a terminal if Python has no dialogs."""
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
    """A word of a command, quoted for a menu entry."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%")
    return f'"{escaped}"'


def contents(places: Places, program: str) -> dict[Path, bytes]:
    """All our files, by path."""
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
    """What an engine may have turned our files into."""
    boards = [board(game).read_bytes() for game in {projection_for(name).board for name in REGISTRY}]
    return {places.board(variant): boards for variant in REGISTRY.values()}


def entries(places: Places) -> dict[Path, Entries]:
    """What to add to files of other programs."""
    if places.user is None:
        return {}
    return {places.user: Entries([engine_entry(variant, places) for variant in REGISTRY.values()], user_block)}
