"""What the parts of Oddfish need besides the program itself, whether it is installed, and how to install it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass

from oddfish.protocols.extras import EXTRAS, absent, installer


@dataclass(frozen=True)
class Part:
    """A part of Oddfish.

    Attributes:
        name: its name for ``oddfish doctor``.
        what: its purpose.
        extra: the extra that installs what it needs; empty if it needs none.
        program: a program that it needs; empty if it needs none.
        find: returns where the program is, None if it is missing.
        modules: the modules that it needs  [default: the extra's].
    """

    name: str
    what: str
    extra: str = ""
    program: str = ""
    find: Callable[[], str | None] = lambda: None
    modules: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Finding:
    """The state of a part.

    Attributes:
        part: the part.
        missing: what is missing; empty if the part is ready.
        remedies: how to install it: commands, or instructions.
        found: where its program is.
    """

    part: Part
    missing: str = ""
    remedies: tuple[str, ...] = ()
    found: str = ""

    @property
    def ready(self) -> bool:
        return not self.missing


def _xboard() -> str | None:
    from oddfish.protocols.xboard import XBoardError, find_xboard

    try:
        return find_xboard()
    except XBoardError:
        return None


def _winboard() -> str | None:
    """WinBoard's folder on Windows; on other systems Wine, because WinBoard's folder can be anywhere."""
    from oddfish.protocols.winboard import find_winboard

    if sys.platform != "win32":
        return shutil.which("wine")
    return next((str(folder) for folder in find_winboard()), None)


def _tk() -> str | None:
    from oddfish.protocols.chooser import has_dialog

    return "Tk" if has_dialog() else None


_WINBOARD = "WinBoard" if sys.platform == "win32" else "Wine"
PARTS = (
    Part("xboard", "games in XBoard", program="XBoard", find=_xboard),
    Part("winboard", "games in WinBoard", "png", _WINBOARD, _winboard),
    Part("dialog", "the dialog of `oddfish xboard`", program="Tk", find=_tk),
    Part("web", "the board in the browser", "web"),
    Part("png", "pictures as PNG", "png", modules=("resvg_py",)),
    Part("tune", "`oddfish tune`", "tune"),
    Part("train", "`oddfish train`", "train"),
    Part("envs", "environments for reinforcement learning", "envs"),
    Part("cluster", "matches and perft on a cluster", "cluster"),
    Part("python-chess", "CECP engines in `oddfish match`, and boards for python-chess", "python-chess"),
)
#: Package managers: the program, the command, and the packages of the parts that need a program.
_MANAGERS = (
    ("apt-get", "sudo apt install", {"xboard": "xboard", "winboard": "wine", "dialog": "python3-tk"}),
    ("dnf", "sudo dnf install", {"xboard": "xboard", "winboard": "wine", "dialog": "python3-tkinter"}),
    ("pacman", "sudo pacman -S", {"winboard": "wine", "dialog": "tk"}),
    ("brew", "brew install", {"xboard": "xboard", "dialog": "python-tk"}),
)
_HOME = "https://www.gnu.org/software/xboard/"
#: What to do without any of these.
_OTHERWISE = {
    "xboard": f"install XBoard: {_HOME}",
    "winboard": f"install WinBoard: {_HOME}",
    "dialog": "install a Python that includes Tk",
}


def _program_remedy(name: str) -> str:
    for manager, command, packages in _MANAGERS:
        if name in packages and shutil.which(manager):
            return f"{command} {packages[name]}"
    return _OTHERWISE[name]


def examine(part: Part) -> Finding:
    """Whether you can use a part, and otherwise how to install what it needs."""
    missing, remedies, found = [], [], ""
    if part.program:
        found = part.find() or ""
        if not found:
            missing.append(part.program)
            remedies.append(_program_remedy(part.name))
    modules = EXTRAS.get(part.extra, ()) if part.modules is None else part.modules
    if lacking := absent(modules):
        missing += lacking
        remedies.append(installer(part.extra))
    return Finding(part, ", ".join(missing), tuple(remedies), found)
