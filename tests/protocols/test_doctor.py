"""``oddfish doctor``: what is missing, and how to install it."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.protocols import extras
from oddfish.protocols.commands.group import cli
from oddfish.protocols.extras import EXTRAS, PACKAGES, installer
from oddfish.protocols.parts import PARTS, examine

ROOT = Path(__file__).resolve().parents[2]
BY_NAME = {part.name: part for part in PARTS}


def missing(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Make these modules look as if they were not installed."""
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in modules else real(name))


def only(monkeypatch: pytest.MonkeyPatch, *programs: str) -> None:
    """Let only these programs be installed."""
    monkeypatch.setattr(shutil, "which", lambda name, **_: f"/usr/bin/{name}" if name in programs else None)
    monkeypatch.setattr("oddfish.protocols.xboard._PLACES", ())


def test_the_extras_are_those_of_the_package() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = text.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    found = {name: re.findall(r'"([\w-]+)', line) for name, line in re.findall(r"^([\w-]+) = \[(.+)\]$", table, re.M)}
    for extra, modules in EXTRAS.items():
        assert sorted(PACKAGES.get(module, module) for module in modules) == sorted(found[extra])
    assert {part.extra for part in PARTS} - {""} == set(EXTRAS)


@pytest.mark.parametrize("name", ["web", "png", "tune", "train", "envs", "cluster", "python-chess"])
def test_a_missing_extra(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    missing(monkeypatch, *EXTRAS[name])
    finding = examine(BY_NAME[name])
    assert not finding.ready
    assert finding.missing == ("resvg_py" if name == "png" else ", ".join(EXTRAS[name]))
    assert f"'oddfish[{name}]'" in finding.remedies[0]


@pytest.mark.parametrize(
    ("manager", "remedy"),
    [
        ("apt-get", "sudo apt install xboard"),
        ("dnf", "sudo dnf install xboard"),
        ("brew", "brew install xboard"),
        ("pacman", "install XBoard: https://"),
        ("", "install XBoard: https://"),
    ],
)
def test_a_missing_xboard(monkeypatch: pytest.MonkeyPatch, manager: str, remedy: str) -> None:
    only(monkeypatch, manager)
    finding = examine(BY_NAME["xboard"])
    assert finding.missing == "XBoard"
    assert finding.remedies[0].startswith(remedy)


@pytest.mark.skipif(sys.platform == "win32", reason="Wine is for other systems")
def test_a_missing_winboard(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "apt-get")
    missing(monkeypatch, "resvg_py")
    finding = examine(BY_NAME["winboard"])
    assert finding.missing == "Wine, resvg_py"
    assert finding.remedies[0] == "sudo apt install wine"
    assert "oddfish[png]" in finding.remedies[1]


def test_a_missing_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, "apt-get")
    monkeypatch.setattr("oddfish.protocols.chooser.has_dialog", lambda: False)
    finding = examine(BY_NAME["dialog"])
    assert (finding.missing, finding.remedies) == ("Tk", ("sudo apt install python3-tk",))


def test_the_command_installs_as_oddfish_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = shlex.quote(sys.executable)
    assert installer("web", tmp_path) == f"{python} -m pip install 'oddfish[web]'"
    (tmp_path / "pipx_metadata.json").touch()
    assert installer("png", tmp_path) == "pipx inject oddfish resvg_py pillow"
    (tmp_path / "uv-receipt.toml").touch()
    assert "tune" in installer("tune", tmp_path).partition("uv tool install 'oddfish[")[2]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert installer("web", tmp_path).startswith("not in this program")


def test_uv_keeps_the_extras_that_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It removes those that the command does not name."""
    (tmp_path / "uv-receipt.toml").touch()
    there = EXTRAS["web"] + EXTRAS["cluster"]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object() if name in there else None)
    assert installer("train", tmp_path) == "uv tool install 'oddfish[web,train,cluster]'"


def test_an_environment_without_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `uv venv` makes it."""
    missing(monkeypatch, "pip")
    only(monkeypatch, "uv")
    monkeypatch.setattr(sys, "executable", "/a b/python")
    assert installer("web", tmp_path) == "uv pip install --python '/a b/python' 'oddfish[web]'"
    only(monkeypatch)
    assert installer("web", tmp_path) == "'/a b/python' -m pip install 'oddfish[web]'"


def test_a_command_that_lacks_packages_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "websockets", None)
    monkeypatch.setattr(extras, "installer", lambda extra: f"install {extra}")
    done = CliRunner().invoke(cli, ["web"])
    assert done.exit_code == 2
    assert "`oddfish web` needs its extra packages: install web" in done.output


def test_python_of_the_system_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There, pip refuses to install packages."""
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    monkeypatch.setattr(extras, "_stdlib", lambda: str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert installer("web", tmp_path) == "pipx install 'oddfish[web]'"


def test_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    missing(monkeypatch, "scipy")
    done = CliRunner().invoke(cli, ["doctor"])
    assert done.exit_code == 0
    assert done.output.startswith("oddfish ")
    for part in PARTS:
        assert re.search(rf"^{part.name} +(ready|missing) +{re.escape(part.what)}", done.output, re.M)
    assert re.search(r"^tune +missing  `oddfish tune`: needs scipy\n +.*'oddfish\[tune\]'$", done.output, re.M)


def test_named_parts_decide_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    missing(monkeypatch, "scipy")
    assert CliRunner().invoke(cli, ["doctor", "tune"]).exit_code == 1
    ready = CliRunner().invoke(cli, ["doctor", "train"])
    assert (ready.exit_code, ready.output) == (0, f"{'train':<13}{'ready':<9}`oddfish train`\n")
    assert CliRunner().invoke(cli, ["doctor", "nosuch"]).exit_code == 2
