"""A release, rehearsed: the sdist and the wheel lie in a folder that takes the place of an index. Pip, uv and pipx
install, upgrade and remove them as users do."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
import venv
import zipfile
from pathlib import Path

import pytest

from oddfish import __version__
from support.installed import ROOT, Installed, clean_environment, run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="not run from a checkout"),
]

BIN = "Scripts" if os.name == "nt" else "bin"
OLDER = "0.9.0"
#: The version is pinned: only the folder has it.
PINNED = f"oddfish=={__version__}"


class Environment:
    """A new virtual environment, and pip for it."""

    def __init__(self, folder: Path, index: Path):
        self.prefix, self.index = folder / "an environment", index
        venv.create(self.prefix, with_pip=False)
        self.python, self.oddfish = self.prefix / BIN / "python", self.prefix / BIN / "oddfish"

    def pip(self, command: str, *words: str) -> None:
        found = ("--find-links", self.index) if command == "install" else ("--yes",)
        pip = (sys.executable, "-m", "pip", "--python", self.python, command, "-q", *found)
        run(*pip, *words, cwd=self.prefix)

    def version(self) -> str:
        return run(self.oddfish, "--version", cwd=self.prefix).splitlines()[0]

    def ours(self) -> list[Path]:
        """The files and folders with our name."""
        return [path for path in self.prefix.rglob("*oddfish*") if path.name != "__pycache__"]


def plays(oddfish: Path, folder: Path) -> None:
    """Check that an installed program searches."""
    done = subprocess.run(
        [str(oddfish), "--variant", "half-chess"],
        input="position startpos moves e2e4\ngo depth 4\n",
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "\nbestmove " in done.stdout


@pytest.fixture(scope="module")
def index(installed: Installed) -> Path:
    """The folder with the sdist and the wheel."""
    return installed.wheel.parent


def older(wheel: Path, folder: Path) -> Path:
    """The wheel, with the number of an older version."""
    found = folder / wheel.name.replace(__version__, OLDER, 1)
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(found, "w") as target:
        for item in source.infolist():
            content = source.read(item)
            if item.filename.endswith((".dist-info/METADATA", ".dist-info/RECORD", "oddfish/__init__.py")):
                content = content.replace(__version__.encode(), OLDER.encode())
            target.writestr(item.filename.replace(__version__, OLDER, 1), content)
    return found


def test_the_metadata_suits_an_index(installed: Installed) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", installed.sdist, installed.wheel, cwd=installed.elsewhere)


def test_pip_installs_extras_and_removes_everything(index: Path, tmp_path: Path) -> None:
    begun = time.perf_counter()
    environment = Environment(tmp_path, index)
    environment.pip("install", PINNED)
    plays(environment.oddfish, tmp_path)
    print(f"a new environment, the wheel and a first search: {time.perf_counter() - begun:.1f} s")
    match = ("match", "oddfish", "oddfish", "--variant", "halfgi", "-n", "2", "--nodes", "50", "--max-moves", "6")
    assert "Elo" in run(environment.oddfish, *match, cwd=tmp_path)
    modules = run(
        environment.python, "-c", "import pkgutil; print(*(m.name for m in pkgutil.iter_modules()))", cwd=tmp_path
    )
    assert "rich" in modules.split() and not {"chess", "numpy"} & set(modules.split())
    environment.pip("install", f"oddfish[web,png]=={__version__}")
    assert "ready" in run(environment.oddfish, "doctor", "web", "png", cwd=tmp_path)
    run(environment.oddfish, "show", "banqi", "--png", tmp_path / "banqi.png", cwd=tmp_path)
    assert (tmp_path / "banqi.png").read_bytes().startswith(b"\x89PNG")
    assert environment.ours()
    environment.pip("uninstall", "oddfish")
    assert environment.ours() == []


def test_pip_upgrades(installed: Installed, index: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path, index)
    environment.pip("install", str(older(installed.wheel, tmp_path)))
    assert environment.version() == f"oddfish {OLDER}"
    environment.pip("install", "--upgrade", PINNED)
    assert environment.version() == f"oddfish {__version__}"
    assert not [path for path in environment.ours() if OLDER in path.name]
    plays(environment.oddfish, tmp_path)


@pytest.mark.skipif(shutil.which("uv", path=str(Path(sys.executable).parent)) is None, reason="needs uv")
def test_uv_installs_a_tool(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uv = Path(sys.executable).parent / "uv"
    monkeypatch.setenv("UV_TOOL_DIR", str(tmp_path / "tools"))
    monkeypatch.setenv("UV_TOOL_BIN_DIR", str(tmp_path / BIN))
    monkeypatch.setenv("UV_FIND_LINKS", str(index))
    run(uv, "tool", "install", "-q", "--python", sys.executable, f"oddfish[web]=={__version__}", cwd=tmp_path)
    program = tmp_path / BIN / "oddfish"
    plays(program, tmp_path)
    report = run(program, "doctor", cwd=tmp_path)
    # The report's command keeps what is there.
    command = next(line for line in report.splitlines() if "uv tool install 'oddfish[web,tune]'" in line)
    run(uv, "tool", "install", "-q", "--python", sys.executable, *shlex.split(command)[3:], cwd=tmp_path)
    assert "missing" not in run(program, "doctor", "web", "tune", cwd=tmp_path)
    run(uv, "tool", "uninstall", "-q", "oddfish", cwd=tmp_path)
    assert not program.exists()


@pytest.mark.skipif(shutil.which("pipx", path=str(Path(sys.executable).parent)) is None, reason="needs pipx")
def test_pipx_installs_a_program(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipx = Path(sys.executable).parent / "pipx"
    for name, folder in (("HOME", "home"), ("BIN_DIR", BIN), ("MAN_DIR", "man"), ("SHARED_LIBS", "shared")):
        monkeypatch.setenv(f"PIPX_{name}", str(tmp_path / folder))
    monkeypatch.setenv("USE_EMOJI", "0")
    words = ("--python", sys.executable, "--pip-args", f"--find-links '{index}'")
    run(pipx, "install", "-q", *words, f"oddfish[web]=={__version__}", cwd=tmp_path)
    program = tmp_path / BIN / "oddfish"
    plays(program, tmp_path)
    report = run(program, "doctor", cwd=tmp_path)
    command = next(line for line in report.splitlines() if "pipx inject oddfish numpy scipy" in line)
    run(pipx, *shlex.split(command)[1:], cwd=tmp_path)
    assert "missing" not in run(program, "doctor", "web", "tune", cwd=tmp_path)
    run(pipx, "uninstall", "oddfish", cwd=tmp_path)
    assert not program.exists()


@pytest.mark.skipif(os.name == "nt", reason="the compiler is not called CC there")
def test_without_a_compiler_the_sdist_says_what_to_install(index: Path, tmp_path: Path) -> None:
    (sdist,) = index.glob("*.tar.gz")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(sdist)],
        cwd=tmp_path,
        env=clean_environment() | {"CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "needs a C compiler" in done.stdout + done.stderr
    assert "sudo apt install gcc python3-dev" in done.stdout + done.stderr
    assert not list(tmp_path.glob("*.whl"))
