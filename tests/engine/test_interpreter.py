"""The command line that starts this Python again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from oddfish.engine.interpreter import module_command
from oddfish.protocols import frozen
from support.traps import Shadowed

SHOWING = """
import json, site, sys
print(json.dumps([__name__, __spec__.name, sys.argv[1:], sys.argv[0], sys.path, sys.flags.no_user_site]))
"""


@pytest.mark.parametrize("version", [(3, 10), (3, 11)])
def test_a_module_runs_as_by_m_but_not_from_the_current_folder(tmp_path: Path, version: tuple[int, int]) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "showing.py").write_text(SHOWING)
    shadowed = Shadowed(tmp_path / "traps", PYTHONPATH=str(library))
    arguments = ["a b", "", "'\"'", "-m", "ä"]
    output = shadowed.run(*module_command("showing", *arguments, version=version))
    name, spec, given, file, path, no_user_site = json.loads(output)
    assert (name, spec, given) == ("__main__", "showing", arguments)
    assert file == str(library / "showing.py")
    assert str(library) in path and not {"", str(shadowed.folder)} & set(path)
    assert no_user_site == sys.flags.no_user_site


@pytest.mark.parametrize("version", [(3, 10), (3, 11)])
@pytest.mark.quick(3)
def test_the_package_runs_as_the_command(tmp_path: Path, version: tuple[int, int]) -> None:
    shadowed = Shadowed(tmp_path / "traps")
    words = module_command("oddfish", "perft", "half-chess", "2", version=version)
    assert shadowed.run(*words) == shadowed.run(shadowed.oddfish, "perft", "half-chess", "2")
    assert shadowed.run(*module_command("oddfish", "--help", version=version)).startswith("Usage: ")


def test_each_python_gets_options_that_it_knows() -> None:
    assert module_command("oddfish", "--uci", version=(3, 14)) == [sys.executable, "-P", "-m", "oddfish", "--uci"]
    assert "-P" not in module_command("oddfish", version=(3, 10))
    assert module_command("oddfish") == module_command("oddfish", version=sys.version_info[:2])


def test_every_gui_can_be_given_it() -> None:
    """Settings of XBoard and WinBoard cannot contain braces; quotes differ between shells, Windows and menus."""
    for word in module_command("oddfish", version=(3, 10))[1:]:
        assert not set(word) & set("{}'\"\\$`%\n")


def test_traps_work(tmp_path: Path) -> None:
    """The other tests rely on this."""
    shadowed = Shadowed(tmp_path / "traps")
    done = subprocess.run([sys.executable, "-m", "oddfish", "variants"], cwd=shadowed.folder, capture_output=True)
    assert done.returncode and shadowed.sprung


def test_a_program_with_its_own_python_runs_its_modules_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/oddfish")
    assert module_command("oddfish", "--uci") == ["/opt/oddfish", "--uci"]
    command = module_command("this", "5")
    assert command == ["/opt/oddfish", "--run-module", "this", "5"]
    monkeypatch.setattr(sys, "argv", command)
    monkeypatch.delitem(sys.modules, "this", raising=False)
    assert frozen.main() == 0
    assert "Beautiful is better than ugly." in capsys.readouterr().out
    assert sys.argv[1:] == ["5"]
    monkeypatch.setattr(sys, "argv", module_command("oddfish", "perft", "normal", "2"))
    with pytest.raises(SystemExit) as ended:
        frozen.main()
    assert not ended.value.code
    assert "Nodes searched: 400" in capsys.readouterr().out
