"""What ``oddfish install-gui`` installs, in a real XBoard: ``xboard @oddfish-VARIANT`` and the engine list.

XBoard looks for its user's files in the home folder of the password file. Here that is a folder of the tests: a
preloaded library names it, so that XBoard does not read or write in the real one.
"""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from gui import harness
from gui.harness import Display, XBoard, missing_programs, wait_steady, wait_until
from gui.screen import Image
from gui.table import oddfish_command
from oddfish.protocols.pictures.families import banqi, bifold, fanorona, halfchess, tandem
from oddfish.protocols.projections.base import DARK_SQUARES, LIGHT_SQUARES

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]

#: Seconds without a change after which an enlarged window shows its last picture: XBoard itself waits 0.2 s.
SETTLED = 1.0
#: Sizes of windows, in % of the screen. On a busy machine XBoard's resizings of a new window cross, and its squares
#: stay larger or smaller: the tests compare pictures of two XBoards at a size that both have had.
SIZES = (75, 73, 71, 69, 72, 74, 70, 68, 66, 67)

#: The password file names the same folder as HOME.
SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pwd.h>
#include <stdlib.h>

struct passwd *getpwuid(uid_t user)
{
    struct passwd *(*real)(uid_t) = dlsym(RTLD_NEXT, "getpwuid");
    struct passwd *entry = real(user);
    if (entry) entry->pw_dir = getenv("HOME");
    return entry;
}

int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **result)
{
    int (*real)(uid_t, struct passwd *, char *, size_t, struct passwd **) = dlsym(RTLD_NEXT, "getpwuid_r");
    int error = real(user, entry, buffer, size, result);
    if (!error && *result) entry->pw_dir = getenv("HOME");
    return error;
}
"""


@dataclass(frozen=True)
class Shown:
    """The look of a variant, and a first move by mouse.

    Attributes:
        colors: two colours of the board's outermost squares; none if they are XBoard's.
        clicks: the squares to click.
        ply: the ply that XBoard then sends.
    """

    files: int
    ranks: int
    clicks: tuple[str, ...]
    ply: str
    colors: tuple[str, str] | tuple[()] = ()


GAMES = {
    "augmented-half-chess": Shown(8, 8, ("e2", "e4"), "e2e4", (LIGHT_SQUARES, DARK_SQUARES)),
    "halfgi": Shown(8, 10, ("e2", "e4"), "e2e4", (halfchess.TRAY, halfchess.WELL)),
    "fanorona-chess": Shown(5, 9, ("b3", "b4"), "b3b4", (fanorona.GROUND, fanorona.GROUND)),
    "banqi": Shown(8, 8, ("c3",), r"c3\w\d,\w\dc3[a-z]", (banqi.GROUND, banqi.GROUND)),
    "bifold-halfgi": Shown(
        *(16, 10, ("i2", "i4"), "i2i4"),
        (bifold.LIGHT, bifold.TRAY),
    ),
    "tandem-84": Shown(12, 7, ("c2", "c4"), "c2c4", (tandem.LIGHT, tandem.LIGHT)),
}


class Home:
    """A new user of XBoard."""

    def __init__(self, folder: Path, library: Path):
        self.folder, self.library = folder, library
        folder.mkdir()

    @property
    def shim(self) -> dict[str, str]:
        """The environment that runs a process as this user."""
        return {"HOME": str(self.folder), "LD_PRELOAD": str(self.library), "XDG_DATA_HOME": ""}

    def run(self, *arguments: str) -> str:
        """The output of ``oddfish``."""
        environment = {**os.environ, **self.shim}
        command = [oddfish_command(), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def state(self) -> dict[str, bytes]:
        """All files, and the folders as b"" with a slash."""
        below = {str(path.relative_to(self.folder)): path for path in self.folder.rglob("*")}
        return {f"{name}/" if path.is_dir() else name: b"" if path.is_dir() else path.read_bytes()
                for name, path in below.items()}  # fmt: skip


class Started(XBoard):
    """An XBoard that a command of such a user starts, from an empty folder."""

    def __init__(self, display: Display, home: Home, launch: Sequence[str], variant: str, options: Sequence[str] = ()):
        shown = GAMES[variant]
        super().__init__(
            display,
            launch=launch,
            options=["-depth", "1", "-showCoords", "false", *options],
            variant=variant,
            files=shown.files,
            ranks=shown.ranks,
        )
        self.user = home

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, **self.user.shim}

    def pictures(self) -> Iterator[Image]:
        """The board once it is drawn, in windows of several sizes."""

        def look() -> Image:
            return self.display.image(self.board_rect())

        for percent in SIZES:
            self.pull_larger(percent)
            wait_steady(look, "the board to be drawn", SETTLED)
            yield look()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "home.c").write_text(SHIM)
    compiler = os.environ.get("CC") or shutil.which("cc") or "gcc"
    subprocess.run(
        [*shlex.split(compiler), "-shared", "-fPIC", "-o", "home.so", "home.c", "-ldl"], cwd=folder, check=True
    )
    return folder / "home.so"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, library: Path) -> Home:
    home = Home(tmp_path_factory.mktemp("user") / "home", library)
    home.run("install-gui")
    return home


@pytest.fixture
def home(tmp_path: Path, library: Path) -> Home:
    return Home(tmp_path / "home", library)


def look_for(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    """Find the board by the colours of its picture."""
    for name, color in zip(("LIGHT", "DARK"), GAMES[variant].colors):
        monkeypatch.setattr(harness, name, color)


def told(board: XBoard) -> list[str]:
    """The engine's lines."""
    return [message.text for message in board.messages() if not message.sent]


def variant_of(board: XBoard) -> str:
    """The variant that XBoard sent to the engine."""
    return [m.text.split(" ", 1)[1] for m in board.messages() if m.sent and m.text.startswith("variant ")][-1]


@pytest.mark.parametrize("variant", GAMES)
def test_a_settings_file(
    display: Display, installed: Home, monkeypatch: pytest.MonkeyPatch, artifacts: Path, variant: str
) -> None:
    """``xboard @oddfish-VARIANT`` takes a move and shows, to the pixel, what ``oddfish xboard VARIANT`` shows; only the
    latter puts badges on its session's armies."""
    look_for(monkeypatch, variant)
    shown = GAMES[variant]
    with Started(display, installed, [oddfish_command(), "xboard", variant, "--"], variant) as board:
        expected = {picture.size: picture for picture in islice(board.pictures(), 4)}
    with Started(display, installed, ["xboard", f"@oddfish-{variant}"], variant) as board:
        picture = next(picture for picture in board.pictures() if picture.size in expected)
        badges = variant.startswith("augmented")
        assert (picture == expected[picture.size]) != badges
        assert variant_of(board) == variant
        assert any(f" {shown.files}x{shown.ranks}+" in text for text in told(board) if text.startswith("setup "))
        assert len({board.square_image(square) for square in ("a1", f"a{shown.ranks - 3}")}) == 2, "pieces are drawn"
        board.screenshot(artifacts / f"installed-{variant}.png")
        board.lift(shown.clicks[0])
        if len(shown.clicks) > 1:
            board.click(shown.clicks[1])
        assert re.fullmatch(shown.ply, board.wait_command(r"usermove (\S+)")[1])
        board.wait_output(r"move (\S+)")
        assert not board.errors(), board.dialogs()


def test_our_pictures_are_those_installed(display: Display, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """XBoard draws the pictures in the user's data folder, not those of the package."""
    look_for(monkeypatch, "banqi")
    home.run("install-gui")
    with Started(display, home, ["xboard", "@oddfish-banqi"], "banqi") as board:
        disc = board.square_image("c3")
    for picture in (home.folder / ".local/share/oddfish/xboard/pieces").glob("White*.svg"):
        picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="45" height="45"><circle r="30"/></svg>')
    with Started(display, home, ["xboard", "@oddfish-banqi"], "banqi") as board:
        assert board.square_image("c3") != disc


def test_a_menu_entry(display: Display, installed: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    look_for(monkeypatch, "banqi")
    parser = configparser.RawConfigParser()
    parser.read(installed.folder / ".local/share/applications/oddfish-banqi.desktop")
    program, *rest = shlex.split(parser["Desktop Entry"]["Exec"])
    assert Path(program).name == "xboard"
    with Started(display, installed, ["xboard", *rest], "banqi") as board:
        assert variant_of(board) == "banqi"
        assert board.square_rect("c3").width > 20


def test_the_engine_list(display: Display, installed: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine in XBoard's list has its game and pictures."""
    look_for(monkeypatch, "tandem-84")
    with Started(display, installed, ["xboard", "-fe", "Oddfish: Tandem-84"], "tandem-84") as board:
        assert variant_of(board) == "tandem-84"
        board.lift("c2")
        board.click("c4")
        assert board.wait_command(r"usermove (\S+)")[1] == "c2c4"


def engines(settings: str) -> list[str]:
    """The engine list that XBoard saved."""
    return re.findall(r"^-firstChessProgramNames \{(.*?)\}$", settings, re.MULTILINE | re.DOTALL)[0].split("\n")


def save_settings(display: Display, home: Home) -> str:
    """The settings that XBoard saves when a user quits after playing half-chess."""
    settings = home.folder / ".xboardrc"
    before = settings.read_bytes() if settings.exists() else b""
    launch = ["xboard", "-fcp", f"{oddfish_command()} --variant augmented-half-chess"]
    with Started(display, home, launch, "augmented-half-chess", ["-saveSettingsOnExit", "true"]) as board:
        board.menu("Quit")
        board.wait_exit(60)
    return wait_until(
        lambda: settings.read_text() if settings.exists() and settings.read_bytes() != before else None, str(settings)
    )


def test_xboard_s_own_list(display: Display, home: Home, tmp_path: Path, library: Path) -> None:
    """XBoard adds our lines to its own list; they can be removed from there, too."""
    plain = engines(save_settings(display, Home(tmp_path / "other", library)))
    home.run("install-gui")
    saved = engines(save_settings(display, home))
    ours = [line for line in saved if line.startswith('"Oddfish: ')]
    assert [line for line in saved if line not in ours] == plain
    assert '"Oddfish: Banqi" @oddfish-banqi' in ours
    home.run("install-gui")
    assert engines((home.folder / ".xboardrc").read_text()) == saved, "not twice"
    home.run("uninstall-gui")
    assert engines((home.folder / ".xboardrc").read_text()) == plain
    assert set(home.state()) == {".xboardrc"}


def test_nothing_is_left(display: Display, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither we nor the XBoard started in between leave files."""
    look_for(monkeypatch, "banqi")
    (home.folder / ".xboardrc").write_text("-ponderNextMove false\n")
    before = home.state()
    home.run("install-gui")
    with Started(display, home, ["xboard", "@oddfish-banqi"], "banqi") as board:
        board.menu("Quit")
        assert board.wait_exit(60) == 0
    assert len(home.state()) > 60
    home.run("uninstall-gui")
    assert home.state() == before
