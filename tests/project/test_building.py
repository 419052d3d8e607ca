"""A build reports its progress, installing from a checkout does not compile again what `make` has just compiled, and
the compiler has no warnings."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
import zipfile
from pathlib import Path

import pytest
import setuptools

ROOT = Path(__file__).parents[2]

#: The C files that Cython made from the modules of this checkout.
GENERATED = [
    path
    for path in sorted((ROOT / "build" / "cython" / "cext").rglob("*.c"))
    if (ROOT / path.relative_to(ROOT / "build" / "cython")).with_suffix(".pyx").exists()
]

pytestmark = pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="not run from a checkout")


def project(folder: Path) -> Path:
    """A copy of what the build needs, with two small modules."""
    for name in ("cext/core", "engine", "protocols", "library", "docs/rules"):
        (folder / name).mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "library/__init__.py"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("cext", "cext/core", "engine", "protocols"):
        (folder / name / "__init__.py").touch()
    for name in ("first", "second"):
        (folder / "cext" / "core" / f"{name}.pyx").write_text("def answer():\n    return 42\n")
    return folder


def build(folder: Path, *words: str, **environment: str) -> list[str]:
    """Run a command of setup.py; returns the lines about compiling."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", *words],
        cwd=folder,
        env={**os.environ, "CFLAGS": "-O0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = ("Compiling 2 modules", "[ 1/2] oddfish.", "[ 2/2] oddfish.")
    return [line for line in done.stdout.splitlines() if line.startswith(told)]


@pytest.mark.slow
def test_each_module_is_reported_and_compiled_once(tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    first, *modules = build(folder, "build_ext", "--inplace")
    assert first.startswith("Compiling 2 modules on ")
    assert first.endswith(": less than a minute, longer if they are busy")
    assert [line[:7] for line in modules] == ["[ 1/2] ", "[ 2/2] "]
    assert {line.split()[2] for line in modules} == {"oddfish.cext.core.first", "oddfish.cext.core.second"}
    assert len(list(folder.glob("cext/core/*.so"))) == 2
    assert not build(folder, "build_ext", "--inplace")
    # As in `pip install -e`.
    assert not build(folder, "editable_wheel", "--dist-dir", str(tmp_path / "dist"))
    assert list((tmp_path / "dist").glob("oddfish-*.whl"))
    assert len(list(folder.glob("cext/core/*.so"))) == 2
    # With other flags, or in another folder, everything is compiled again, without effect on the build here.
    assert len(build(folder, "build", "--build-base", str(tmp_path / "debug"), ODDFISH_DEBUG="1")) == 3
    assert not build(folder, "build_ext", "--inplace")
    assert len(build(folder, "build_ext", "--inplace", ODDFISH_DEBUG="1")) == 3


@pytest.mark.slow
def test_a_wheel_lacks_what_the_sources_no_longer_have(tmp_path: Path) -> None:
    """After `git pull`, say: the folder of the last build is used again."""
    folder = project(tmp_path / "project")
    (folder / "docs" / "rules" / "__init__.py").touch()
    gone = (folder / "engine" / "gone.py", folder / "cext" / "core" / "second.pyx")
    gone[0].touch()
    found = []
    for name in ("before", "after"):
        build(folder, "bdist_wheel", "--dist-dir", str(tmp_path / name))
        (wheel,) = (tmp_path / name).iterdir()
        with zipfile.ZipFile(wheel) as archive:
            found.append({file.partition(".")[0] for file in archive.namelist() if file.startswith("oddfish/")})
        for path in gone:
            path.unlink(missing_ok=True)
    assert found[0] - found[1] == {"oddfish/engine/gone", "oddfish/cext/core/second"}
    assert {"oddfish/cext/core/first", "oddfish/built", "oddfish/engine/__init__"} <= found[1]


def test_modules_that_end_together_are_reported_one_by_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("oddfish_setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    setup = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(setup)
    together = threading.Barrier(8)

    def end_together(*_: object) -> None:
        together.wait(timeout=60)

    def size(_: object) -> int:
        time.sleep(0.01)  # a thread that counts waits here, and another can arrive
        return 1

    monkeypatch.setattr(setup.build_ext, "build_extension", end_together)
    monkeypatch.setattr(setup, "source_size", size)
    modules = [setup.Extension(f"oddfish.m{number}", []) for number in range(8)]
    command = setup.BuildExt(setuptools.Distribution({"ext_modules": modules}))
    command.finalize_options()
    command.build_lib = command.build_temp = str(tmp_path)
    command.parallel = 8
    command.build_extensions()
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[")]
    assert [line[:6] for line in told] == [f"[{number:2}/8]" for number in range(1, 9)]
    assert {line.split()[2] for line in told} == {module.name for module in modules}


@pytest.mark.slow
@pytest.mark.parametrize("source", GENERATED, ids=lambda path: path.relative_to(ROOT / "build" / "cython").as_posix())
def test_the_compiler_warns_of_nothing(source: Path) -> None:
    folders = [ROOT / "cext" / "core", ROOT / "cext" / "search", ROOT, sysconfig.get_path("include")]
    done = subprocess.run(
        [
            *os.environ.get("CC", "cc").split(),
            *("-fsyntax-only", "-Werror", "-Wno-unused-function", "-msse4.2", "-mpopcnt"),
            *(f"-I{folder}" for folder in folders),
            str(source),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
