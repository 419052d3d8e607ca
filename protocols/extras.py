"""The extras of the package, and the commands that install them."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

#: The packages that an extra of ``oddfish`` installs, by the names to import.
EXTRAS = {
    "web": ("starlette", "uvicorn", "websockets"),
    "png": ("resvg_py", "PIL"),
    "tune": ("numpy", "scipy"),
    "train": ("numpy",),
    "envs": ("numpy", "pettingzoo"),
    "cluster": ("distributed",),
    "python-chess": ("chess",),
}
#: The packages whose modules have other names.
PACKAGES = {"PIL": "pillow"}


def installer(extra: str, prefix: Path | None = None) -> str:
    """The command that adds an extra to this Oddfish, the way it was installed: by pipx, uv or pip. It keeps the extras
    that are there."""
    if getattr(sys, "frozen", False):
        return f"not in this program; with Python: pip install {_quoted(f'oddfish[{extra}]')}"
    prefix = Path(sys.prefix) if prefix is None else prefix
    if (prefix / "uv-receipt.toml").exists():  # uv removes the extras that the command does not name
        wanted = ",".join(name for name, modules in EXTRAS.items() if name == extra or not absent(modules))
        return f"uv tool install {_quoted(f'oddfish[{wanted}]')}"
    if (prefix / "pipx_metadata.json").exists():
        return " ".join(("pipx inject oddfish", *(PACKAGES.get(name, name) for name in EXTRAS[extra])))
    wanted = _quoted(f"oddfish[{extra}]")
    if Path(sys.base_prefix) == prefix and Path(_stdlib(), "EXTERNALLY-MANAGED").exists():
        return f"pipx install {wanted}"
    python = _quoted(sys.executable)
    if shutil.which("uv") and importlib.util.find_spec("pip") is None:
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _quoted(word: str) -> str:
    """A word for the shells of this system, in quotes if it needs them."""
    if sys.platform == "win32":
        return f'"{word}"' if set(word) & set(" [,") else word
    return shlex.quote(word)


def absent(modules: tuple[str, ...]) -> list[str]:
    """Those of some modules that are not installed."""
    return [module for module in modules if importlib.util.find_spec(module) is None]


def _stdlib() -> str:
    return sysconfig.get_path("stdlib")
