"""``oddfish install-gui`` and ``uninstall-gui``: what they write, and that they remove all of it, but no other
files. The homes are folders of the tests; tests/gui/test_install.py tests them in XBoard."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddfish.engine.variants import DEFAULT, REGISTRY
from oddfish.protocols import installation
from oddfish.protocols import xboard as launcher
from oddfish.protocols.commands import xboard_files
from oddfish.protocols.commands.install_gui import install_gui
from oddfish.protocols.commands.uninstall_gui import uninstall_gui
from oddfish.protocols.commands.xboard_files import Places
from oddfish.protocols.installation import Entries, Installation, InstallationError
from oddfish.protocols.pictures import library
from oddfish.protocols.pictures.live import live_board
from oddfish.protocols.pictures.xboard import board
from oddfish.protocols.projections import projection_for
from oddfish.protocols.settings import Settings
from oddfish.protocols.xboard import person_flags, settings_lines

pytestmark = pytest.mark.sampled(3)

Run = Callable[..., "subprocess.CompletedProcess[str]"]

#: As XBoard writes it, and as people write it.
RC = """;
; xboard 4.9.1 Save Settings file
-saveDate 1795278957
-firstChessProgramNames {fairymax
"Fruit 2.1" -fcp fruit -fUCI
}
-autoInstall "ALL"
"""

#: A file's bytes, mode and time, or "folder" and its mode.
State = dict[str, tuple[object, ...]]


def state(root: Path, times: bool = True) -> State:
    """All files and folders below a folder."""
    found: State = {}
    for path in sorted(root.rglob("*")):
        about = path.lstat()
        seen: tuple[object, ...] = ("folder", about.st_mode)
        if path.is_symlink():
            seen = ("link", os.readlink(path))
        elif path.is_file():
            seen = (path.read_bytes(), about.st_mode, about.st_mtime_ns if times else 0)
        found[str(path.relative_to(root))] = seen
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The home folder of a user of XBoard."""
    home = tmp_path / "home"
    home.mkdir()
    (home / ".xboardrc").write_text(RC)
    os.utime(home / ".xboardrc", ns=(10**18, 10**18 + 7))
    (home / ".xboardrc").chmod(0o640)
    return home


def install(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(install_gui, ["--home", str(home), *arguments])


def uninstall(home: Path, *arguments: str) -> Result:
    return CliRunner().invoke(uninstall_gui, ["--home", str(home), *arguments])


def settings_of(path: Path) -> list[tuple[str, str | None]]:
    """The flags and values of a settings file, parsed as in XBoard; None for a flag without a value."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith(";")]
    found = [re.fullmatch(r"(-\w+)(?: \{([^}]*)\})?", line) for line in lines]
    return [(match[1], match[2]) for match in found if match] if all(found) else []


# What is installed ----------------------------------------------------------------------------------------------


@pytest.mark.one_a_family
@pytest.mark.parametrize("name", REGISTRY)
def test_settings_are_those_of_the_command(home: Path, name: str) -> None:
    """The flags of ``oddfish xboard``, with the installed pictures."""
    assert install(home).exit_code == 0
    ours = home / ".local/share/oddfish/xboard"
    pieces = ours / projection_for(name).piece_set
    picture = live_board(ours / "boards" / name)
    flags = person_flags(Settings(name), pieces, picture)
    assert settings_of(home / ".xboard/themes/conf" / f"oddfish-{name}") == [*settings_lines(flags)]
    assert picture.read_bytes() == board(projection_for(name).board).read_bytes()
    drawn = {path.name: path.read_text() for path in pieces.iterdir()}
    assert drawn == library.pieces(projection_for(name).piece_set)


def test_a_board_that_an_engine_changed_is_still_ours(home: Path) -> None:
    picture = live_board(home / ".local/share/oddfish/xboard/boards/banqi")
    assert install(home).exit_code == 0
    picture.write_bytes(board("tandem").read_bytes())
    assert "changed since" not in install(home).output
    assert picture.read_bytes() == board("banqi").read_bytes()
    picture.write_bytes(board("chess").read_bytes())
    assert uninstall(home).exit_code == 0
    assert not picture.exists()


def test_the_settings_start_the_engine(home: Path) -> None:
    assert install(home).exit_code == 0
    command = dict(settings_of(home / ".xboard/themes/conf/oddfish-banqi"))["-fcp"] or ""
    told = subprocess.run(
        shlex.split(command), input="xboard\nprotover 2\nquit\n", capture_output=True, text=True, check=True, cwd=home
    ).stdout
    assert "banqi" in re.findall(r'variants="(.*?)"', told)[0].split(",")[0]


@pytest.mark.one_a_family
@pytest.mark.thorough
@pytest.mark.parametrize("name", REGISTRY)
def test_menu_entries(home: Path, name: str) -> None:
    assert install(home).exit_code == 0
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((home / ".local/share/applications" / f"oddfish-{name}.desktop").read_text())
    entry = dict(parser["Desktop Entry"])
    assert entry["Name"] == f"{REGISTRY[name].title} (Oddfish)"
    assert entry["Type"] == "Application" and entry["Categories"].endswith(";")
    program, settings = shlex.split(entry["Exec"])
    assert program == entry["TryExec"]
    assert settings == f"@{home}/.xboard/themes/conf/oddfish-{name}"
    picture = ElementTree.parse(entry["Icon"]).getroot()
    assert picture.tag.endswith("svg") and len(picture) > 4


@pytest.mark.parametrize("dialog", [True, False])
def test_the_entry_that_asks_for_a_game(home: Path, dialog: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal, if Python has no Tk."""
    monkeypatch.setattr(xboard_files, "has_dialog", lambda: dialog)
    assert install(home).exit_code == 0
    parser = configparser.RawConfigParser(strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((home / ".local/share/applications/oddfish.desktop").read_text())
    entry = dict(parser["Desktop Entry"])
    assert (entry["Name"], entry["Type"], entry["Terminal"]) == ("Oddfish", "Application", str(not dialog).lower())
    assert Path(entry["Icon"]).is_file()
    command = shlex.split(entry["Exec"])
    assert command[0] == entry["TryExec"]
    if not sys.platform.startswith("linux"):
        return
    # Without a display it says so; with one it would ask (tests/gui/test_first_evening.py).
    unseen = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        command, env=unseen, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, cwd=home
    )
    assert "no display" in done.stderr


def test_entries_in_the_usual_home_are_found_by_name(tmp_path: Path) -> None:
    """XBoard searches ~/.xboard/themes/conf by itself."""
    variant = REGISTRY["banqi"]
    places = Places(tmp_path / "data", tmp_path / "conf", tmp_path / "menu", searched=True)
    assert xboard_files.engine_entry(variant, places) == '"Oddfish: Banqi" @oddfish-banqi'
    assert 'Exec="/usr/games/xboard" "@oddfish-banqi"' in xboard_files.desktop_text(
        variant, places, "/usr/games/xboard"
    )


def test_engines_are_announced_in_the_user_s_settings(home: Path) -> None:
    assert install(home).exit_code == 0
    text = (home / ".xboardrc").read_text()
    assert text.startswith(RC)
    date = re.search(r"^-date (\d+)$", text, re.MULTILINE)
    assert date and int(date[1]) > 1795278957, "XBoard ignores what is older than its settings"
    added = re.findall(r'^-installEngine \{"Oddfish: (.+)" @(\S+)\}$', text, re.MULTILINE)
    assert [title for title, _ in added] == [variant.title for variant in REGISTRY.values()]
    assert all(Path(path).is_file() for _, path in added)
    about = (home / ".xboardrc").stat()
    assert (about.st_mtime_ns, about.st_mode & 0o777) == (10**18 + 7, 0o640)


def test_for_all_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XBoard's data folder is next to the program. User settings stay the same; a file announces the engine."""
    (tmp_path / "usr/share/games/xboard/themes").mkdir(parents=True)
    for module in (launcher, xboard_files):
        monkeypatch.setattr(module, "find_xboard", lambda: f"{tmp_path}/usr/games/xboard")
    monkeypatch.setattr(xboard_files, "_SYSTEM", tmp_path / "share")
    before = state(tmp_path)
    result = CliRunner().invoke(install_gui, ["--system"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "usr/share/games/xboard/themes/conf/oddfish-tandem-84").is_file()
    spec = (tmp_path / "share/games/plugins/xboard/oddfish.eng").read_text().splitlines()
    assert spec[0] == "plugin spec 0.0" and len(spec) == 3
    assert os.access(spec[1], os.X_OK)
    assert spec[2].startswith("chess,") and {*spec[2].split(",")} == {*REGISTRY, "chess"} - {"normal"}
    assert not list(tmp_path.rglob(".xboardrc"))
    result = CliRunner().invoke(uninstall_gui, ["--system"])
    assert result.exit_code == 0, result.output
    assert state(tmp_path) == before


def test_an_xboard_without_a_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (launcher, xboard_files):
        monkeypatch.setattr(module, "find_xboard", lambda: f"{tmp_path}/bin/xboard")
    result = CliRunner().invoke(install_gui, ["--system"])
    assert result.exit_code == 2
    assert f"neither {tmp_path}/share/games/xboard nor {tmp_path}/share/xboard contains themes" in result.output


# Removing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 2, 3])
def test_uninstalled_is_as_before(home: Path, times: int) -> None:
    (home / ".local/share/oddfish").mkdir(parents=True)
    (home / ".local/share/oddfish/banqi-1-2.tables").write_bytes(b"solved")
    before = state(home)
    first: State = {}
    for _ in range(times):
        assert install(home).exit_code == 0
        assert not first or state(home) == first, "the second time nothing changes"
        first = state(home)
    assert len(first) > len(before) + 60
    result = uninstall(home)
    assert result.exit_code == 0, result.output
    assert state(home) == before


@pytest.mark.parametrize("content", [None, "", "-ponder false", "-ponder false\r\n", "; caf\udce9 in Latin-1\n"])
@pytest.mark.quick(3)
def test_other_settings_are_left_to_the_byte(home: Path, content: str | None) -> None:
    path = home / ".xboardrc"
    path.unlink()
    if content is not None:
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
    before = state(home)
    for _ in range(2):
        assert install(home).exit_code == 0
        assert b"\n-installEngine" in path.read_bytes()
    assert uninstall(home).exit_code == 0
    assert state(home) == before


def test_a_new_settings_file_hides_no_engine(home: Path) -> None:
    """XBoard adds engines to its list that were installed after it saved its settings."""
    (home / ".xboardrc").unlink()
    assert install(home).exit_code == 0
    assert (home / ".xboardrc").stat().st_mtime == 0


def test_what_xboard_made_of_our_lines_goes_too(home: Path) -> None:
    """When XBoard saves its settings, it moves the engines into its list and drops our lines."""
    assert install(home).exit_code == 0
    path = home / ".xboardrc"
    ours = re.findall(r"^-installEngine \{(.*)\}$", path.read_text(), re.MULTILINE)
    assert len(ours) == len(REGISTRY)
    path.write_text(RC.replace("-fUCI\n", "".join(["-fUCI\n", *(f"{line}\n" for line in ours)])))
    saved = path.read_text()
    result = install(home)
    assert result.exit_code == 0
    assert path.read_text() == saved, "they are there: not once more"
    assert uninstall(home).exit_code == 0
    assert path.read_text() == RC


def test_an_engine_the_user_has_removed_from_xboards_list_comes_back_with_install_only(home: Path) -> None:
    assert install(home).exit_code == 0
    (home / ".xboardrc").write_text(RC)
    assert install(home).exit_code == 0
    assert (home / ".xboardrc").read_text().count("-installEngine") == len(REGISTRY)
    assert uninstall(home).exit_code == 0
    assert (home / ".xboardrc").read_text() == RC


def test_a_backup_of_the_user_s_settings(home: Path) -> None:
    assert install(home).exit_code == 0
    backup = home / ".local/share/oddfish/xboard/xboardrc.backup"
    assert backup.read_text() == RC
    with (home / ".xboardrc").open("a") as file:
        file.write("-ponder true\n")
    assert install(home).exit_code == 0
    assert backup.read_text() == RC, "as it was before the first time"
    assert uninstall(home).exit_code == 0
    assert (home / ".xboardrc").read_text() == f"{RC}-ponder true\n"
    assert not backup.exists()


def test_a_link_stays_a_link(home: Path) -> None:
    (home / "dotfiles").mkdir()
    (home / ".xboardrc").rename(home / "dotfiles" / "xboardrc")
    (home / ".xboardrc").symlink_to("dotfiles/xboardrc")
    before = state(home)
    assert install(home).exit_code == 0
    assert (home / ".xboardrc").is_symlink()
    assert "-installEngine" in (home / "dotfiles" / "xboardrc").read_text()
    assert uninstall(home).exit_code == 0
    assert state(home) == before


def test_a_link_to_a_missing_file_stays(home: Path) -> None:
    (home / ".xboardrc").unlink()
    (home / ".xboardrc").symlink_to("dotfiles/xboardrc")
    before = state(home)
    assert install(home).exit_code == 0
    assert "-installEngine" in (home / "dotfiles" / "xboardrc").read_text()
    assert uninstall(home).exit_code == 0
    assert state(home) == before


def test_files_the_user_has_changed_stay(home: Path) -> None:
    assert install(home).exit_code == 0
    mine = home / ".xboard/themes/conf/oddfish-banqi"
    mine.write_text(mine.read_text() + "-ponder true\n")
    (home / ".local/share/oddfish/xboard/icons/mine.svg").write_text("<svg/>")
    text = mine.read_text()
    for command in (install, uninstall):
        result = command(home)
        assert result.exit_code == 0
        assert f"keep {mine} (changed since it was installed)" in result.output
        assert mine.read_text() == text
    left = {name for name, what in state(home).items() if what[0] != "folder"}
    assert left == {
        ".xboardrc", ".xboard/themes/conf/oddfish-banqi", ".local/share/oddfish/xboard/icons/mine.svg"
    }  # fmt: skip
    result = uninstall(home)
    assert result.exit_code == 2
    assert "nothing is installed" in result.output


def test_what_is_missing_is_written_again_or_not_missed(home: Path) -> None:
    before = state(home)
    assert install(home).exit_code == 0
    whole = state(home)
    gone = home / ".xboard/themes/conf/oddfish-halfgi"
    gone.unlink()
    assert install(home).exit_code == 0
    assert state(home, times=False).keys() == whole.keys() and gone.is_file()
    gone.unlink()
    assert uninstall(home).exit_code == 0
    assert state(home) == before


def test_a_dry_run_does_nothing(home: Path) -> None:
    before = state(home)
    told = install(home, "--dry-run").output
    assert state(home) == before
    assert install(home).exit_code == 0
    written = {name for name, what in state(home).items() if what[0] != "folder"} - before.keys()
    promised = {line.split(" ", 1)[1] for line in told.splitlines() if line.startswith("write ")}
    record = ".local/share/oddfish/xboard/installed.json"
    assert promised == {str(home / name) for name in written - {record}}
    assert f"edit {home}/.xboardrc ({len(REGISTRY)} lines added)" in told
    after = state(home)
    told = uninstall(home, "--dry-run").output
    assert state(home) == after
    removed = {line.split(" ", 1)[1] for line in told.splitlines() if line.startswith("remove ")}
    assert removed == promised


# Obstacles -----------------------------------------------------------------------------------------------


def test_files_of_others_are_not_overwritten(home: Path) -> None:
    conf = home / ".xboard/themes/conf"
    conf.mkdir(parents=True)
    (conf / "oddfish-banqi").write_text("-variant xiangqi\n")
    (conf / "oddfish-normal").mkdir()
    before = state(home)
    result = install(home)
    assert result.exit_code == 2
    assert f"{conf}/oddfish-normal (and 1 more) is in the way" in result.output
    assert state(home) == before


@pytest.mark.later
def test_an_identical_file_of_another_owner_stays(home: Path) -> None:
    assert install(home).exit_code == 0
    path = home / ".xboard/themes/conf/oddfish-banqi"
    text = path.read_text()
    assert uninstall(home).exit_code == 0
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert install(home).exit_code == 0
    assert uninstall(home).exit_code == 0
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is not a record of an installation"),
        ('{"format": 7}', "format 7, this program knows 1"),
        ('{"format": 1}', "it lacks or misplaces 'files'"),
        ('{"format": 1, "files": [], "edited": {}, "folders": []}', "is not a record of an installation"),
        ('{"format": 1, "files": {}, "edited": {"/a": {"b": 1}}, "folders": []}', "is not a record of an installation"),
    ],
)
def test_damaged_records(home: Path, text: str, why: str) -> None:
    record = home / ".local/share/oddfish/xboard/installed.json"
    record.parent.mkdir(parents=True)
    record.write_text(text)
    before = state(home)
    for command in (install, uninstall):
        result = command(home)
        assert result.exit_code == 2
        assert why in result.output and str(record) in result.output
        assert state(home) == before


def test_a_file_where_a_folder_should_be(home: Path) -> None:
    """The files written before the error can be removed."""
    (home / ".xboard").write_text("")
    before = state(home)
    result = install(home)
    assert result.exit_code == 2
    assert "cannot " in result.output and ".xboard" in result.output
    if (home / ".local").exists():
        assert uninstall(home).exit_code == 0
    assert state(home) == before


def test_an_interrupted_installation_is_finished_or_removed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(home)
    replace, left = installation._replace, 30

    def fail(path: Path, content: bytes, keep_time: bool = False) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device", str(path))
        replace(path, content, keep_time)

    monkeypatch.setattr(installation, "_replace", fail)
    result = install(home)
    assert result.exit_code == 2
    assert re.search(r"cannot write \S+: No space left on device", result.output)
    monkeypatch.setattr(installation, "_replace", replace)
    part = state(home)
    assert uninstall(home).exit_code == 0
    assert state(home) == before
    left = 30
    monkeypatch.setattr(installation, "_replace", fail)
    assert install(home).exit_code == 2
    monkeypatch.setattr(installation, "_replace", replace)
    assert state(home).keys() == part.keys()
    assert install(home).exit_code == 0
    assert uninstall(home).exit_code == 0
    assert state(home) == before


@pytest.mark.parametrize("folder", ["with blank", "with{brace"])
def test_folders_xboard_cannot_name(tmp_path: Path, folder: str) -> None:
    home = tmp_path / folder
    home.mkdir()
    result = install(home)
    assert result.exit_code == 2
    assert "cannot contain" in result.output and not list(home.iterdir())


def test_home_and_system_exclude_each_other(home: Path) -> None:
    assert "--home cannot be used with --system" in install(home, "--system").output


def test_without_xboard_all_is_installed_with_a_message(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "_PLACES", ())
    monkeypatch.setenv("PATH", str(home))
    result = install(home)
    assert result.exit_code == 0
    assert "XBoard is not installed (Debian and Ubuntu: apt install xboard)" in result.output
    assert "TryExec=xboard\n" in (home / ".local/share/applications/oddfish-banqi.desktop").read_text()


def test_without_a_password_file(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setitem(sys.modules, "pwd", None)
    result = install(home)
    assert result.exit_code == 2
    assert "docs/winboard.md" in result.output


@pytest.mark.later
def test_the_installed_command(run_oddfish: Run, home: Path) -> None:
    """As users start it; its help lists both commands."""
    assert {"install-gui", "uninstall-gui"} <= {*run_oddfish("--help").stdout.split()}
    before = state(home)
    done = run_oddfish("install-gui", "--home", str(home))
    assert done.returncode == 0 and f"oddfish-{DEFAULT}" in done.stdout
    done = run_oddfish("uninstall-gui", "--home", str(home))
    assert done.returncode == 0
    assert state(home) == before
    done = run_oddfish("uninstall-gui", "--home", str(home))
    assert done.returncode == 2
    assert done.stderr.startswith("oddfish: nothing is installed") and done.stderr.count("\n") == 1


# Versions of an installation ------------------------------------------------------------------------------------------


def lines(*texts: str) -> Entries:
    return Entries(texts, lambda missing: [f"add {text}" for text in missing])


def test_another_version(tmp_path: Path) -> None:
    """Obsolete files are removed, changed ones stay, and the lines are those of the new version."""
    other = tmp_path / "other"
    other.write_text("of others\n")
    before = state(tmp_path)
    place = tmp_path / "own" / "record.json"
    a, b, c = (tmp_path / "own" / name for name in "abc")
    Installation(place).install({a: b"1", b: b"1", c: b"1"}, {other: lines("x", "y")})
    assert other.read_text() == "of others\nadd x\nadd y\n"
    c.write_bytes(b"mine")
    steps = Installation(place).install({a: b"2"}, {other: lines("y", "z")})
    assert {str(step) for step in steps} == {
        f"write {a}", f"remove {b}", f"keep {c} (changed since it was installed)", f"edit {other} (2 lines added)"
    }  # fmt: skip
    assert a.read_bytes() == b"2" and not b.exists() and c.read_bytes() == b"mine"
    assert other.read_text() == "of others\nadd y\nadd z\n"
    c.unlink()
    Installation(place).install({a: b"2"}, {})
    assert other.read_text() == "of others\n"
    Installation(place).uninstall()
    assert state(tmp_path) == before


def test_half_a_new_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interruption, files of both versions count as ours."""
    place, a, b = (tmp_path / "own" / name for name in ("record.json", "a", "b"))
    Installation(place).install({a: b"1", b: b"1"}, {})
    replace = installation._replace

    def fail(path: Path, content: bytes, keep_time: bool = False) -> None:
        if path == b:
            raise PermissionError(13, "Permission denied", str(path))
        replace(path, content, keep_time)

    monkeypatch.setattr(installation, "_replace", fail)
    with pytest.raises(InstallationError, match=f"cannot write {b}: Permission denied"):
        Installation(place).install({a: b"2", b: b"2"}, {})
    assert (a.read_bytes(), b.read_bytes()) == (b"2", b"1")
    assert len(json.loads(place.read_text())["files"][str(b)]) == 2
    Installation(place).uninstall()
    assert not list(tmp_path.iterdir())


def test_folders_in_use_stay(tmp_path: Path) -> None:
    place, a = tmp_path / "own" / "record.json", tmp_path / "conf" / "deep" / "a"
    Installation(place).install({a: b"1"}, {})
    (tmp_path / "conf" / "mine").write_text("")
    Installation(place).uninstall()
    assert {path.name for path in tmp_path.rglob("*")} == {"conf", "mine"}
