"""The contents of the sdist and the wheel, and an installation from the wheel."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from support.installed import ROOT, Installed, clean_environment, run

PACKAGES = ("cext", "engine", "protocols")
#: File name extensions that are not sources.
DATA = ("py.typed", ".png", ".svg", ".json", ".epd", ".network", ".html", ".css", ".js")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="not run from a checkout"),
]


def test_the_sdist_holds_every_source(installed: Installed) -> None:
    with tarfile.open(installed.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for package in PACKAGES:
        assert installed.sources(package, ".py", ".pyx", ".pxd", ".h", ".pyi", *DATA) <= names
    assert installed.sources("tests", ".py") <= names
    assert installed.sources("library", ".py") <= names
    assert installed.sources("docs", ".md", ".svg") <= names
    # What the Makefile and the tests use.
    assert installed.sources(".ci", "") | installed.sources(".github", "") | {"mkdocs.yml"} <= names
    assert {"LICENSE", "README.md", "Makefile", "setup.py", "pyproject.toml"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc")) or name.startswith(("build/", ".venv/"))]


def test_the_wheel_contains_only_the_package(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    for package in PACKAGES:
        typed = {f"oddfish/{name}" for name in installed.sources(package, ".py", ".pyi", *DATA)}
        assert typed <= names
    assert {f"oddfish/{name.removeprefix('library/')}" for name in installed.sources("library", ".py")} <= names
    pages = {name.removeprefix("docs/") for name in installed.sources("docs/rules", ".md")}
    assert pages
    assert {f"oddfish/{name}" for name in pages} <= names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"oddfish"}
    assert not [name for name in names if "test" in name.lower() or name.endswith((".pyc", ".pyx", ".c"))]
    modules = {name.split("/")[-1].split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert modules == {Path(name).stem for name in installed.sources("cext", ".pyx")}
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_wheel_holds_what_gains_by_pext_twice(installed: Installed) -> None:
    """The package chooses by the processor."""
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


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="for x86-64-v2")
@pytest.mark.skipif(shutil.which("readelf") is None, reason="needs readelf")
def test_the_modules_name_the_processors_that_they_need(installed: Installed) -> None:
    """On others, the system's loader refuses them."""
    for module in sorted(installed.prefix.rglob("oddfish/cext/core/*.so")):
        assert "x86-64-v2" in run("readelf", "-n", module, cwd=installed.elsewhere), module.name


def test_every_module_is_imported_from_the_wheel(installed: Installed) -> None:
    program = """
import importlib, importlib.util, json, pkgutil
import oddfish
found = {}
for info in pkgutil.walk_packages(oddfish.__path__, "oddfish."):
    try:
        found[info.name] = importlib.import_module(info.name).__file__
    except ModuleNotFoundError as error:  # what only optional parts need
        needing = {
            "chess": ("board", "cecp"),
            "dask": ("cluster", "cluster_perft", "remote"),
            "distributed": ("cluster", "cluster_perft", "remote"),
            "jax": ("accelerated",),
            "numpy": ("fit", "envs", "descent", "loading", "parameters"),
            "starlette": ("app", "security"),
            "uvicorn": ("serving",),
        }
        if info.name.rpartition(".")[2] not in needing.get(error.name, ()):
            raise
        spec = importlib.util.find_spec(info.name)
        found[info.name] = spec.origin
        inside = spec.submodule_search_locations or ()  # not walked, because the package cannot be imported
        for each in pkgutil.iter_modules(inside, f"{info.name}."):
            found[each.name] = each.module_finder.find_spec(each.name).origin
print(json.dumps(found))
"""
    found = installed.eval(program)
    assert isinstance(found, dict)
    expected = {"oddfish.__main__", "oddfish.rules"} | {
        "oddfish." + name.removesuffix("/__init__.py").partition(".")[0].replace("/", ".")
        for package in PACKAGES
        for name in installed.sources(package, ".py", ".pyx")
    }
    library = {name.removesuffix(".py").removesuffix("/__init__") for name in installed.sources("library", ".py")}
    expected |= {name.replace("library", "oddfish", 1).replace("/", ".") for name in library - {"library"}}
    assert set(found) == expected
    for name, file in found.items():
        assert Path(file).resolve().is_relative_to(installed.prefix), name


def test_it_needs_only_its_dependencies(installed: Installed) -> None:
    program = """
import importlib.metadata, json
print(json.dumps([d.metadata["Name"].lower() for d in importlib.metadata.distributions()]))
"""
    names = installed.eval(program)
    assert isinstance(names, list)
    assert {"oddfish", "click", "rich"} <= set(names)
    assert not {"chess", "cython", "setuptools", "pytest", "numpy", "distributed"} & set(names)


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
