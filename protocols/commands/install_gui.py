"""``oddfish install-gui``: our games among XBoard's settings, engines and the desktop's menus.

XBoard finds ``@NAME`` in the working folder, in ``~/.xboard/themes/conf`` and in ``themes/conf`` of its data folder.
Engines announce themselves to all users by a file in a system folder, and to one user by a line of his ``~/.xboardrc``.
By ``~`` XBoard means the home folder of the password file, whatever HOME says.
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

import click

from oddfish.engine.variants import REGISTRY
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, headline
from oddfish.protocols.commands.xboard import find_xboard, person_flags
from oddfish.protocols.installation import Entries, Installation, InstallationError, Step
from oddfish.protocols.pictures import library
from oddfish.protocols.pictures.live import live_board
from oddfish.protocols.pictures.svg import icon
from oddfish.protocols.pictures.xboard import board
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings

_SYSTEM = Path("/usr/local/share")
#: What XBoard's engine list says of a game may have no more characters than its buffer holds.
_LONGEST_ENTRY = 500


@dataclass(frozen=True)
class Places:
    """Where things belong.

    Attributes:
        data: our own folder: pictures, icons, the record.
        settings: XBoard's ``themes/conf``.
        applications: the desktop's menu entries.
        user: XBoard's settings of the user whose engine list is to be longer; None if it is nobody's.
        plugins: where engines announce themselves to all users; None if to one only.
        searched: XBoard looks into ``settings`` by itself.
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
        """The folder of all games' pieces in a set."""
        return self.data / "xboard" / piece_set

    def board(self, variant: Variant) -> Path:
        """The picture of the board, which changes with the game when File > New Variant is used."""
        return live_board(self.data / "xboard" / "boards" / variant.name)

    @property
    def icons(self) -> Path:
        return self.data / "xboard" / "icons"

    def argument(self, variant: Variant) -> str:
        """What XBoard is told to play a variant."""
        name = settings_name(variant)
        return f"@{name}" if self.searched else f"@{self.settings / name}"


def users_places(home: Path | None = None) -> Places:
    """In a home folder, by default where XBoard looks for it.

    Raises:
        Failure: this system has no such folder.
    """
    try:
        import pwd
    except ImportError:
        raise Failure("XBoard's settings exist on Unix only; for WinBoard see docs/winboard.md") from None
    try:
        own = Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        own = None
    if home is None:
        if own is None:
            raise Failure(f"user {os.getuid()} is not in the password file, and XBoard looks nowhere else: use --home")
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
    """For all users. XBoard tells where its data folder is only on a display: it is looked for beside the program.

    Raises:
        Failure: XBoard is not installed, or its folder is elsewhere.
    """
    program = Path(find_xboard())
    shares = [program.parent.parent / "share" / name for name in ("games/xboard", "xboard")]
    folder = next((share for share in shares if (share / "themes").is_dir()), None)
    if folder is None:
        raise Failure(f"there is no data folder of {program}: neither {shares[0]} nor {shares[1]} has themes")
    return Places(
        data=_SYSTEM / "oddfish",
        settings=folder / "themes" / "conf",
        applications=_SYSTEM / "applications",
        plugins=_SYSTEM / "games" / "plugins" / "xboard",
    )


# What is written --------------------------------------------------------------------------------------------------


def settings_name(variant: Variant) -> str:
    """A variant's settings file, as in ``xboard @NAME``."""
    return f"oddfish-{variant.name}"


def settings_text(variant: Variant, places: Places) -> str:
    """XBoard's settings for a game with a person: what ``oddfish xboard VARIANT`` passes as flags."""
    pieces = places.pieces(projection_for(variant.name).piece_set)
    words = person_flags(Settings(variant.name), pieces, places.board(variant))
    lines = [f"; {variant.title}, by Oddfish: xboard @{settings_name(variant)}"]
    lines += [f"{flag} {_quoted(value)}" for flag, value in zip(words[::2], words[1::2])]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """A value for XBoard's settings. In braces nothing is special; in quotes, backslashes may be."""
    if re.search(r"[}\n]", value):
        raise Failure(f"XBoard's settings cannot hold '{value}'")
    return f"{{{value}}}"


def engine_entry(variant: Variant, places: Places) -> str:
    """A variant's line in XBoard's list of engines: a name, and what else is read when it is chosen.

    Raises:
        Failure: the folder's name will not do.
    """
    entry = f'"Oddfish: {variant.title}" {places.argument(variant)}'
    if len(entry) > _LONGEST_ENTRY or re.search(r"[{}\n]", entry) or " " in places.argument(variant):
        raise Failure(f"XBoard's engine list cannot hold '{entry}': blanks, braces, or too long")
    return entry


def user_block(texts: Sequence[str]) -> list[str]:
    """Lines for ``~/.xboardrc`` that add engines to XBoard's list: it takes those that are dated after it last saved
    its settings."""
    return [
        "; the next lines are of: oddfish install-gui; they are removed by: oddfish uninstall-gui",
        f"-date {int(time.time())}",
        *(f"-installEngine {{{text}}}" for text in texts),
    ]


def plugin_text() -> str:
    """Our announcement to all programs that look for engines."""
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


def _desktop_word(word: str) -> str:
    """A word of a command as menu entries quote it."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%")
    return f'"{escaped}"'


def contents(places: Places, program: str) -> dict[Path, bytes]:
    """All files of ours, by their places."""
    files = {
        places.pieces(piece_set) / name: text.encode()
        for piece_set in dict.fromkeys(projection_for(name).piece_set for name in REGISTRY)
        for name, text in library.pieces(piece_set).items()
    }
    for variant in REGISTRY.values():
        start = variant.start(variant.defaults(), random.Random(0))  # the same armies whenever it is drawn
        texts = {
            places.settings / settings_name(variant): settings_text(variant, places),
            places.icons / f"{variant.name}.svg": icon(variant, start),
            places.applications / f"oddfish-{variant.name}.desktop": desktop_text(variant, places, program),
        }
        files |= {path: text.encode() for path, text in texts.items()}
        files[places.board(variant)] = board(projection_for(variant.name).board).read_bytes()
    if places.plugins is not None:
        files[places.plugins / "oddfish.eng"] = plugin_text().encode()
    return files


def states(places: Places) -> dict[Path, list[bytes]]:
    """What an engine may have made of files of ours."""
    boards = [board(game).read_bytes() for game in {projection_for(name).board for name in REGISTRY}]
    return {places.board(variant): boards for variant in REGISTRY.values()}


def entries(places: Places) -> dict[Path, Entries]:
    """What files of others are to say."""
    if places.user is None:
        return {}
    return {places.user: Entries([engine_entry(variant, places) for variant in REGISTRY.values()], user_block)}


# The commands -----------------------------------------------------------------------------------------------------


def places_of(home: str | None, system: bool) -> Places:
    if home is not None and system:
        raise click.UsageError("--home and --system exclude each other")
    return system_places() if system else users_places(None if home is None else Path(home))


def report(steps: Sequence[Step], dry_run: bool) -> None:
    """Everything on a dry run, else only what somebody has changed."""
    for step in steps:
        if dry_run or step.act is None:
            click.echo(str(step))


option_home = click.option(
    "--home", metavar="DIR", type=click.Path(file_okay=False),
    help="This home folder instead of that of the password file, which is the one XBoard reads.",
)  # fmt: skip
option_system = click.option(
    "--system", is_flag=True, help="For all users: under /usr/local, and in XBoard's data folder."
)
option_dry_run = click.option("--dry-run", is_flag=True, help="Show what would be done, and do nothing.")


@click.command("install-gui")
@option_home
@option_system
@option_dry_run
def install_gui(home: str | None, system: bool, dry_run: bool) -> None:
    """Register our games with XBoard and the desktop's menus.

    Afterwards `xboard @oddfish-VARIANT` plays a variant from any folder, its menu Engine > Load New 1st Engine lists
    ours, and so do the desktop's menus. Close XBoard before: it rewrites its settings when it ends.
    `oddfish xboard VARIANT` needs none of this.
    """
    places = places_of(home, system)
    absent = ""
    try:
        program = find_xboard()
    except Failure as failure:
        program, absent = "xboard", str(failure)
    try:
        steps = Installation(places.record).install(contents(places, program), entries(places), dry_run, states(places))
    except InstallationError as error:
        raise Failure(str(error)) from None
    report(steps, dry_run)
    if not dry_run:
        written = sum(step.act is not None for step in steps)
        click.echo(f"{written} files written or changed; they are listed in {places.record}")
        click.echo(f"Play with: xboard {places.argument(REGISTRY['banqi'])}, or from the menu of games")
    if absent:
        click.echo(f"Note: {absent}", err=True)
