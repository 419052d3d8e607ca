"""The package as users get it: sdist, a wheel built from that sdist, installed into an environment of its own.

Works on a copy of the tree, and runs what it installed from a folder outside it: nothing of the checkout can stand in
for a file the sdist has forgotten.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from support.once import made_once

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("cext", "engine", "protocols")
#: Endings of what is no source.
DATA = ("py.typed", ".png", ".svg", ".json", ".epd", ".network")

#: What a checkout holds besides sources.
UNTRACKED = shutil.ignore_patterns(
    ".git", ".venv", "venv", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", ".*_cache", ".hypothesis",
    ".benchmarks", "artefacts",
)  # fmt: skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="not run from a checkout"),
]


def clean_environment() -> dict[str, str]:
    """The environment without what would lead a Python elsewhere. What is compiled is to be ready soon, not fast."""
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
    """A fresh environment holding the wheel, and the folder things are run from; ``build`` makes what it stands on."""

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
        """The sdist, the wheel, and an environment with it."""
        tree, elsewhere, prefix = folder / "tree", folder / "elsewhere", folder / "env"
        elsewhere.mkdir()
        shutil.copytree(ROOT, tree, ignore=UNTRACKED, symlinks=True)
        files = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*"))
        (folder / "files").write_text("\n".join(files), encoding="utf-8")
        run(sys.executable, "-m", "build", "--outdir", folder / "dist", tree, cwd=folder)
        shutil.rmtree(tree)
        venv.create(prefix, with_pip=False)
        installed = Installed(folder)
        run(sys.executable, "-m", "pip", "--python", installed.python, "install", "-q", installed.wheel, cwd=elsewhere)

    def sources(self, package: str, *endings: str) -> set[str]:
        """The files of one of the checkout's packages with these endings, relative to the root."""
        return {name for name in self.files if name.startswith(f"{package}/") and name.endswith(endings)}

    def eval(self, program: str) -> object:
        """What a program run in the environment prints, as JSON."""
        return json.loads(run(self.python, "-c", program, cwd=self.elsewhere))

    def command(self, *arguments: str) -> str:
        return run(self.oddfish, *arguments, cwd=self.elsewhere)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(made_once(tmp_path_factory, "packaging", Installed.build).resolve())


def test_the_sdist_holds_every_source(installed: Installed) -> None:
    with tarfile.open(installed.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for package in PACKAGES:
        assert installed.sources(package, ".py", ".pyx", ".pxd", ".h", ".pyi", *DATA) <= names
    assert installed.sources("tests", ".py") <= names
    assert installed.sources("docs", ".md", ".svg") <= names
    assert {"LICENSE", "README.md", "Makefile", "setup.py", "pyproject.toml"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc")) or name.startswith(("build/", ".venv/"))]


def test_the_wheel_holds_the_package_and_nothing_else(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    for package in PACKAGES:
        typed = {f"oddfish/{name}" for name in installed.sources(package, ".py", ".pyi", *DATA)}
        assert typed <= names
    pages = {name.removeprefix("docs/") for name in installed.sources("docs/rules", ".md")}
    assert pages
    assert {f"oddfish/{name}" for name in pages} <= names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"oddfish"}
    assert not [name for name in names if "test" in name.lower() or name.endswith((".pyc", ".pyx", ".c"))]
    modules = {name.split("/")[-1].split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert modules == {Path(name).stem for name in installed.sources("cext", ".pyx")}
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_wheel_holds_what_gains_by_pext_twice(installed: Installed) -> None:
    """And the package chooses by the processor."""
    with zipfile.ZipFile(installed.wheel) as archive:
        twice = {Path(name).name.split(".")[0] for name in archive.namelist() if "/halfchess/pext/" in name}
    if sys.platform == "linux" and platform.machine() == "x86_64":
        assert twice == {"moves", "evaluation"}
    found = installed.eval(
        "import json; from oddfish.cext.core.geometry import FAST_PEXT; from oddfish.cext.halfchess import moves; "
        "print(json.dumps([FAST_PEXT, moves.__file__]))"
    )
    assert isinstance(found, list)
    fast, file = found
    assert Path(file).is_relative_to(installed.prefix)
    assert (Path(file).parent.name == "pext") is (fast and bool(twice))


def test_every_module_is_imported_from_the_wheel(installed: Installed) -> None:
    program = """
import importlib, importlib.util, json, pkgutil
import oddfish
found = {}
for info in pkgutil.walk_packages(oddfish.__path__, "oddfish."):
    try:
        found[info.name] = importlib.import_module(info.name).__file__
    except ModuleNotFoundError as error:  # what only clusters, tuning and training need
        needing = {
            "distributed": ("cluster", "cluster_perft", "remote"),
            "numpy": ("fit",),
        }
        if info.name.rpartition(".")[2] not in needing.get(error.name, ()):
            raise
        found[info.name] = importlib.util.find_spec(info.name).origin
print(json.dumps(found))
"""
    found = installed.eval(program)
    assert isinstance(found, dict)
    expected = {"oddfish.__main__", "oddfish.rules"} | {
        "oddfish." + name.removesuffix("/__init__.py").partition(".")[0].replace("/", ".")
        for package in PACKAGES
        for name in installed.sources(package, ".py", ".pyx")
    }
    assert set(found) == expected
    for name, file in found.items():
        assert Path(file).resolve().is_relative_to(installed.prefix), name


def test_it_needs_nothing_but_its_dependencies(installed: Installed) -> None:
    program = """
import importlib.metadata, json
print(json.dumps([d.metadata["Name"].lower() for d in importlib.metadata.distributions()]))
"""
    names = installed.eval(program)
    assert isinstance(names, list)
    assert {"oddfish", "chess", "click", "rich"} <= set(names)
    assert not {"cython", "setuptools", "pytest", "numpy", "distributed"} & set(names)


def test_the_installed_command_counts(installed: Installed) -> None:
    assert installed.command("perft", "normal", "4").splitlines()[-1] == "Nodes searched: 197281"
    assert installed.command("perft", "half-chess", "1").splitlines()[-1] == "Nodes searched: 20"
    assert ": all agree" in installed.command("perft", "--suite", "builtin", "--max-nodes", "100")


def test_the_installed_command_shows_rule_pages(installed: Installed) -> None:
    text = installed.command("variants", "--rules", "fanorona-chess")
    assert "Worked examples\n───────────────\n" in text
    assert "\nN10 [D] Threefold repetition" in text


def test_the_installed_engine_plays_a_move(installed: Installed) -> None:
    lines = [
        "uci",
        "setoption name UCI_Variant value half-chess",
        "isready",
        "position startpos moves e2e4",
        "go depth 4",
    ]
    engine = subprocess.Popen(
        [str(installed.oddfish)],
        cwd=installed.elsewhere,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    with engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        for line in lines:
            engine.stdin.write(line + "\n")
        heard = []
        for line in engine.stdout:
            heard.append(line.rstrip())
            if line.startswith("bestmove"):
                break
        engine.stdin.write("quit\n")
        assert engine.wait() == 0
    assert "uciok" in heard
    assert "readyok" in heard
    move = heard[-1].split()[1]
    program = f"""
import json
from oddfish.engine.game import Game
game = Game("half-chess")
game.push("e2e4")
print(json.dumps({move!r} in game.legal()))
"""
    assert installed.eval(program) is True
