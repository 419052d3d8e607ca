"""No file in the current folder, whatever its name, is imported instead of the installed package, its dependencies or
Python's own modules: not by a command, and not by a process that it starts.

Each test runs commands in a folder of traps. They use the installation under test and (slow) a wheel.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.engine.variants import REGISTRY
from oddfish.protocols import window
from oddfish.protocols.commands import xboard_files
from oddfish.protocols.commands.xboard_files import Places
from oddfish.protocols.projections.shape import Shape
from support.grid import Grid
from support.installed import Installed
from support.traps import Shadowed

ROOT = Path(__file__).resolve().parents[2]

#: Starts engines as XBoard does, and asks each for its name.
XBOARD = f"""#!{sys.executable}
import shlex, subprocess, sys

for flag in ("-fcp", "-scp"):
    command = shlex.split(sys.argv[sys.argv.index(flag) + 1])
    done = subprocess.run(command, input="xboard\\nprotover 2\\nquit\\n", capture_output=True, text=True)
    name = next(line for line in done.stdout.splitlines() if "myname" in line)
    print(flag, done.returncode, name, done.stderr, flush=True)
"""


@pytest.fixture(params=["editable", pytest.param("wheel", marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def shadowed(request: pytest.FixtureRequest, tmp_path: Path) -> Shadowed:
    if request.param == "editable":
        return Shadowed(tmp_path / "traps")
    wheel: Installed = request.getfixturevalue("installed")
    # The wheel's environment has no extras: the path takes them from here, without the editable install.
    return Shadowed(tmp_path / "traps", wheel.python, PYTHONPATH=sysconfig.get_path("purelib"))


@pytest.fixture
def script(tmp_path: Path) -> Iterator[Path]:
    """The place for a program that runs in the folder of traps, but is stored elsewhere."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    return folder / "script.py"


def test_the_package_is_the_installed_one(shadowed: Shadowed, script: Path) -> None:
    script.write_text("import oddfish; print(oddfish.__file__)")
    place = Path(shadowed.run(shadowed.python, script).strip())
    assert place == ROOT / "library" / "__init__.py" or place.is_relative_to(Path(shadowed.python).parents[1])


@pytest.mark.later
def test_perft_against_this_installation(shadowed: Shadowed) -> None:
    assert "agree" in shadowed.run(shadowed.oddfish, "perft", "half-chess", "2", "--against", "oddfish")


@pytest.mark.later
def test_match(shadowed: Shadowed) -> None:
    engines = ("oddfish", "name=cecp cmd='oddfish --cecp' proto=cecp")
    limits = ("--games", "2", "--depth", "1", "--max-moves", "2", "-c", "2", "--seed", "1", "--json", "games.jsonl")
    shadowed.run(shadowed.oddfish, "match", *engines, "-v", "half-chess", *limits)
    _, *games = map(json.loads, (shadowed.folder / "games.jsonl").read_text().splitlines())
    assert [game["reason"] for game in games] == ["adjudication"] * 2


@pytest.mark.later
def test_xboard(shadowed: Shadowed, script: Path) -> None:
    xboard = script.with_name("xboard")
    xboard.write_text(XBOARD)
    xboard.chmod(0o755)
    shadowed.environment["PATH"] = f"{xboard.parent}:{shadowed.environment['PATH']}"
    shadowed.environment["DISPLAY"] = ":77"
    shadowed.environment["XDG_CACHE_HOME"] = str(script.parent / "cache")
    heard = shadowed.run(shadowed.oddfish, "xboard", "halfgi", "--match").splitlines()
    assert [line.split()[:2] for line in heard if line] == [["-fcp", "0"], ["-scp", "0"]]


def test_menu_entry(shadowed: Shadowed, script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line of a desktop's menu entry, up to its questions."""
    monkeypatch.setattr(sys, "executable", shadowed.python)
    folder = script.parent
    places = Places(**dict.fromkeys(Places.__dataclass_fields__, folder))
    found = re.search(r"^Exec=(.*)$", xboard_files.chooser_text(places), re.MULTILINE)
    assert found is not None
    words = shlex.split(found[1])
    assert words[0] == shadowed.python and words[-1] == "xboard"
    assert "Usage: " in shadowed.run(*words, "--help")


@pytest.mark.later
def test_self_play_by_two_processes(shadowed: Shadowed, script: Path) -> None:
    script.write_text("""
from oddfish.engine.evaluation.weights import built_in
from oddfish.engine.experiments.tune.data import GameFile, play
from oddfish.engine.experiments.tune.games import Recipe
from oddfish.engine.variants import get_variant

if __name__ == "__main__":
    file = GameFile(None, Recipe("half-chess", 10, 1, built_in(get_variant("half-chess")).values, {}))
    play(file, 3, 2, lambda: None)
    print(len(file.games))
""")
    assert shadowed.run(shadowed.python, script) == "3\n"


@pytest.mark.thorough
def test_tuning(shadowed: Shadowed) -> None:
    options = ("-n", "40", "--nodes", "10", "--seed", "1", "-c", "2", "--rounds", "1", "--max-games", "0")
    shadowed.run(shadowed.oddfish, "tune", "half-chess", *options, "--data", "games.jsonl")
    assert len((shadowed.folder / "games.jsonl").read_text().splitlines()) == 1 + 40


@pytest.mark.thorough
def test_cluster(shadowed: Shadowed, script: Path) -> None:
    with Grid(script.parent, shadowed.python, shadowed.folder, shadowed.environment) as grid:
        grid.add()
        grid.ready()
        cluster = ("--cluster", grid.address)
        assert shadowed.run(shadowed.oddfish, "perft", "normal", "3", *cluster).endswith("Nodes searched: 8902\n")
        match = ("match", "-v", "normal", "oddfish", "name=b cmd=oddfish", "--games", "2", "--depth", "1")
        assert "2 games" in shadowed.run(shadowed.oddfish, *match, "--max-moves", "2", *cluster)
    assert not shadowed.sprung


@pytest.mark.parametrize("options", [("-m",), ("-P", "-m"), ("-O", "-P", "-m")])
@pytest.mark.quick(3)
def test_the_repository_shadows_nothing(shadowed: Shadowed, options: tuple[str, ...]) -> None:
    """Its folders have the names of packages of `oddfish`, but none is called `oddfish`."""
    if "-P" in options and sys.version_info < (3, 11):
        pytest.skip("Python 3.10 has no -P")
    shadowed.folder = ROOT
    output = shadowed.run(shadowed.python, *options, "oddfish", "perft", "normal", "2")
    assert output.endswith("Nodes searched: 400\n")


def test_the_window_is_fitted_by_the_installed_module(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_: started.append(words))
    window.Fitting().start(Shape())
    ((_, *words),) = started
    assert words[0] in ("-P", "-c") and window.__name__ in words


def test_no_other_place_builds_such_a_command_line() -> None:
    """Only ``module_command`` knows how to start Python, and no module starts it with multiprocessing."""
    found = []
    for folder in ("engine", "protocols", "library", "bench", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if path != ROOT / "engine" / "interpreter.py" and re.search(r"-m\b|multiprocessing|ProcessPool", text):
                found += [f"{path.relative_to(ROOT)}:{line}" for line in starting_python(ast.parse(text))]
    assert found == []


def starting_python(tree: ast.AST) -> Iterator[int]:
    """The lines that start Python with ``-m`` or multiprocessing."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {getattr(node, "module", None), *(alias.name for alias in node.names)}
            starts = any(name and re.match(r"multiprocessing\b|ProcessPoolExecutor$", name) for name in names)
        elif isinstance(node, (ast.List, ast.Tuple)):
            words = [ast.unparse(word) for word in node.elts]
            starts = "'-m'" in words and "sys.executable" in words
        else:
            starts = (
                isinstance(node, ast.Constant)
                and id(node) not in documentation
                and re.search(r"(^|\s)-m (oddfish|dask)", str(node.value)) is not None
            )
        if starts:
            yield node.lineno


@pytest.mark.parametrize(
    "code",
    [
        'words = [sys.executable, "-m", "oddfish"]',
        'f"{sys.executable} -m oddfish xboard"',
        "from concurrent.futures import Future, ProcessPoolExecutor",
        "import multiprocessing.connection",
        "from multiprocessing import get_context",
    ],
)
def test_such_a_place_would_be_found(code: str) -> None:
    assert list(starting_python(ast.parse(f"x = 1\n{code}"))) == [2]
    assert not list(starting_python(ast.parse('"""``python -m oddfish`` starts it."""\nflag = "-mg"')))


def test_every_game_is_there(shadowed: Shadowed) -> None:
    output = shadowed.run(shadowed.oddfish, "variants")
    assert all(name in output for name in REGISTRY)
