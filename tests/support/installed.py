"""The package as users get it: an sdist, and a wheel built from it, installed into a new environment.

Works on a copy of the tree, and runs the installation from a folder outside it, so that no file of the checkout can
replace one that the sdist lacks.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from oddfish import __version__
from support.once import made_once

ROOT = Path(__file__).resolve().parents[2]

#: Files of a checkout that are not sources.
UNTRACKED = shutil.ignore_patterns(
    ".git", ".venv", "venv", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", ".*_cache", ".hypothesis",
    ".benchmarks", "artefacts",
)  # fmt: skip


def clean_environment() -> dict[str, str]:
    """The environment without variables that change Python's paths. Builds should finish soon, not run fast."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    }
    return {**kept, "CFLAGS": "-O0"}


def run(*command: object, cwd: Path) -> str:
    """Run a command that must succeed; returns its standard output."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, env=clean_environment()
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


class Installed:
    """A new environment with the wheel, and the folder in which to run programs; ``build`` makes it."""

    def __init__(self, folder: Path):
        self.files = set((folder / "files").read_text(encoding="utf-8").splitlines())
        (self.sdist,) = (folder / "dist").glob("*.tar.gz")
        (self.wheel,) = (folder / "dist").glob("*.whl")
        self.elsewhere = folder / "elsewhere"
        self.prefix = folder / "env"
        binaries = self.prefix / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = binaries / "python"
        self.oddfish = binaries / "oddfish"

    @staticmethod
    def build(folder: Path) -> None:
        """Build the sdist, the wheel, and an environment with it."""
        tree, elsewhere, prefix = folder / "tree", folder / "elsewhere", folder / "env"
        elsewhere.mkdir()
        shutil.copytree(ROOT, tree, ignore=UNTRACKED, symlinks=True)
        files = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*"))
        (folder / "files").write_text("\n".join(files), encoding="utf-8")
        dist = folder / "dist"
        run(sys.executable, "-m", "build", "--sdist", "--outdir", dist, tree, cwd=folder)
        shutil.rmtree(tree)
        # What `pip install --no-binary oddfish oddfish` does with the sdist of an index, but for the installation.
        sdist = (*("-m", "pip", "wheel", "-q", "--no-deps", "--no-binary", "oddfish"), f"oddfish=={__version__}")
        run(sys.executable, *sdist, "--find-links", dist, "--wheel-dir", dist, cwd=folder)
        venv.create(prefix, with_pip=False)
        installed = Installed(folder)
        run(sys.executable, "-m", "pip", "--python", installed.python, "install", "-q", installed.wheel, cwd=elsewhere)

    def sources(self, package: str, *endings: str) -> set[str]:
        """The files of a package of the checkout with these extensions, relative to the root."""
        return {name for name in self.files if name.startswith(f"{package}/") and name.endswith(endings)}

    def eval(self, program: str) -> object:
        """The output of a program in the environment, parsed as JSON."""
        return json.loads(run(self.python, "-c", program, cwd=self.elsewhere))

    def command(self, *arguments: str) -> str:
        return run(self.oddfish, *arguments, cwd=self.elsewhere)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(made_once(tmp_path_factory, "packaging", Installed.build).resolve())
