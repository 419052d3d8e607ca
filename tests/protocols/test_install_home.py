"""The home folder of ``oddfish install-gui``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddfish.protocols.commands import xboard_files

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have other folders")

#: Runs a command of Oddfish and prints the files that it opens for writing; the first line only after its output began.
_TRACED = """
import sys
from oddfish.protocols.commands.group import cli

class Out:
    def __init__(self, out): self.out, self.told = out, False
    def write(self, text): self.told = True; return self.out.write(text)
    def __getattr__(self, name): return getattr(self.out, name)

sys.stdout = out = Out(sys.stdout)

def hook(event, arguments):
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & 3 and str(arguments[0]).startswith("/"):
        if not str(arguments[0]).startswith(("/dev/", "/proc/")) and "__pycache__" not in str(arguments[0]):
            assert out.told, "written before a word was said"
            print(arguments[0], file=sys.stderr)

sys.addaudithook(hook)
cli.main(args=sys.argv[1:])
"""


def test_the_home_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    places = xboard_files.users_places()
    assert not places.searched and places.user == tmp_path / ".xboardrc"
    assert places.settings == tmp_path / ".xboard/themes/conf"
    assert places.data == tmp_path / ".local/share/oddfish"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert xboard_files.users_places().data == tmp_path / "data" / "oddfish"
    assert xboard_files.users_places().applications == tmp_path / "data" / "applications"
    assert xboard_files.users_places(tmp_path).data == tmp_path / ".local/share/oddfish"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")  # to be ignored, by the specification
    assert xboard_files.users_places().data == tmp_path / ".local/share/oddfish"
    monkeypatch.setattr(xboard_files, "xboards_home", lambda: tmp_path)
    assert xboard_files.users_places().searched


@pytest.mark.later
def test_an_installation_stays_in_the_home_of_the_environment(tmp_path: Path) -> None:
    """The command says where it writes before it writes, and writes nowhere else."""
    home, data = tmp_path / "home", tmp_path / "data"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    inside = {**kept, "HOME": str(home), "XDG_DATA_HOME": str(data)}
    traced = [sys.executable, "-c", _TRACED, "install-gui"]
    done = subprocess.run(traced, env=inside, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    written = [Path(line) for line in done.stderr.splitlines() if line.startswith("/")]
    assert len(written) > 100
    assert all(path.is_relative_to(home) or path.is_relative_to(data) for path in written), written
    first, *_ = done.stdout.splitlines()
    places = [data / "oddfish", home / ".xboard/themes/conf", data / "applications", home / ".xboardrc"]
    assert first == f"Writing in {', '.join(map(str, places[:-1]))} and {places[-1]}"
    assert f"Play with: xboard @{home}/.xboard/themes/conf/oddfish-" in done.stdout
    assert "XBoard ignores HOME and looks for settings in " in done.stderr
    undone = subprocess.run(
        [sys.executable, "-m", "oddfish", "uninstall-gui"], env=inside, capture_output=True, text=True, check=True
    )
    assert undone.stdout.splitlines()[0] == f"Removing what {data}/oddfish/xboard/installed.json lists"
    assert not any(path.is_file() for place in (home, data) for path in place.rglob("*"))
