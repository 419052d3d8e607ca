"""A folder of traps: files named like modules, which none of our processes may import when it starts there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.processes import HUNG, plain_environment

#: Modules that our processes import after Python has started: our own, dependencies, the standard library.
MODULES = (
    *("oddfish/__init__", "cext/__init__", "engine/__init__", "protocols/__init__", "support/__init__"),
    *("chess", "chess/__init__", "click", "rich/__init__", "numpy/__init__", "scipy", "distributed", "dask"),
    *("random", "tempfile", "json", "pickle", "runpy", "subprocess", "threading", "typing", "traceback", "queue"),
    *("dataclasses", "enum", "inspect", "logging", "multiprocessing", "concurrent", "signal", "socket", "string"),
)


class Shadowed:
    """An installation whose commands run in a folder of traps.

    Args:
        folder: a new folder for the traps.
        python: the interpreter of the installation.
        environment: additional variables for its processes.
    """

    def __init__(self, folder: Path, python: str | Path = sys.executable, **environment: str):
        self.folder, self.python = folder, str(python)
        self.oddfish = str(Path(python).with_name("oddfish"))
        usual = plain_environment()
        usual.pop("PYTHONSAFEPATH", None)
        self.environment = {**usual, **environment}
        self._marks = folder.with_name(f"{folder.name}.sprung")
        for name in MODULES:
            place = folder / f"{name}.py"
            place.parent.mkdir(parents=True, exist_ok=True)
            mark = f"with open({str(self._marks)!r}, 'a') as file: file.write('{name} ')"
            place.write_text(f"{mark}\nraise ImportError('a trap')\n")

    @property
    def sprung(self) -> str:
        """The names of the traps that were imported."""
        return self._marks.read_text() if self._marks.exists() else ""

    def run(self, *words: str | Path) -> str:
        """Run a command that must succeed and import no trap; returns its standard output."""
        done = subprocess.run(
            list(map(str, words)),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=HUNG,
            check=False,
        )
        assert done.returncode == 0 and not self.sprung, f"{words}: {self.sprung}\n{done.stdout}\n{done.stderr}"
        return done.stdout
