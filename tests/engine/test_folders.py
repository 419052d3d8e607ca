"""The user's folders: the environment decides, and only one module reads it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.engine import folders
from oddfish.engine.files import FileError
from oddfish.protocols.commands.group import cli

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other folders")


def test_home_and_xdg_decide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert folders.home() == tmp_path
    assert folders.data() == tmp_path / ".local" / "share" / "oddfish"
    assert folders.cache() == tmp_path / ".cache" / "oddfish"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert folders.shared_data() == tmp_path / "data"
    assert folders.data() == tmp_path / "data" / "oddfish"
    assert folders.cache() == tmp_path / "cache" / "oddfish"
    assert not [*tmp_path.iterdir()]  # asking creates nothing


def test_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "nowhere")
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(FileError, match="there is no home folder: set HOME"):
        folders.home()
    for place in (folders.data, folders.cache):
        assert place().is_absolute()  # in the home folder of the password file


def test_an_empty_home_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python would take the root folder for it."""
    monkeypatch.setenv("HOME", "")
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for place in (folders.home, folders.shared_data, folders.data, folders.cache):
        with pytest.raises(FileError, match="there is no home folder: HOME is empty"):
            place()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert folders.data() == tmp_path / "data" / "oddfish"
    assert folders.cache() == tmp_path / "cache" / "oddfish"
    done = CliRunner().invoke(cli, ["install-gui", "--dry-run"])
    assert done.exit_code == 2
    assert done.stderr == "oddfish: ~: there is no home folder: HOME is empty\n"


def test_one_module_decides() -> None:
    """No other code reads the variables or asks for the home folder. ``~`` in a path that the user gives is expanded in
    ``engine/files.py``, and XBoard's own home folder is in ``xboard_files.py``."""
    asks = re.compile(
        r"XDG_(?:DATA|CACHE|CONFIG|STATE)_HOME|LOCALAPPDATA|Path\.home\(|\"HOME\"|getpw|import platformdirs"
    )
    found = {
        str(path.relative_to(ROOT))
        for folder in ("engine", "protocols", "library")
        for path in (ROOT / folder).rglob("*.py")
        if any(asks.search(line.partition("#")[0]) for line in path.read_text(encoding="utf-8").splitlines())
    }
    assert found == {"engine/folders.py", "protocols/commands/xboard_files.py"}
