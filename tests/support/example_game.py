"""The example of docs/adding-a-game.md: the page's quotes and changes, and a copy of the repository with them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "example"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")

#: Code blocks with the files that they quote, and blocks of changes.
QUOTES = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
CHANGES = re.findall(r"^```diff\n--- (\S+)\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)

#: Files of a checkout that are not sources or built from them.
UNTRACKED = shutil.ignore_patterns(
    ".git", ".venv", "venv", "dist", "*.egg-info", ".*_cache", ".hypothesis", "artefacts"
)


def changed(text: str, change: str) -> str:
    """A text with the lines of a diff, which has no context, replaced."""
    old = "".join(line[1:] for line in change.splitlines(keepends=True) if line.startswith(("-", " ")))
    new = "".join(line[1:] for line in change.splitlines(keepends=True) if line.startswith(("+", " ")))
    assert text.count(old) == 1, old
    return text.replace(old, new)


def build_copy(copy: Path) -> Path:
    """Copy the repository, add the example's files, apply the page's changes, and build the new modules.

    Returns:
        The PYTHONPATH that hides the editable install and the checkout.
    """
    shutil.copytree(ROOT, copy, ignore=UNTRACKED, symlinks=True)
    shutil.copytree(EXAMPLE, copy, dirs_exist_ok=True)
    for name, change in CHANGES:
        path = copy / name
        path.write_text(changed(path.read_text(encoding="utf-8"), change), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=copy, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return copy / "build" / "pxd"
