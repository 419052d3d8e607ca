"""``oddfish install-gui --winboard`` and ``uninstall-gui --winboard``: what they write, that WinBoard finds a picture
of every piece, and that they remove everything. tests/winboard tests the result in WinBoard."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from oddfish.engine.game import Game
from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from oddfish.protocols import winboard
from oddfish.protocols.commands import winboard_files
from oddfish.protocols.commands.install_gui import install_gui
from oddfish.protocols.commands.uninstall_gui import uninstall_gui
from oddfish.protocols.pictures import library
from oddfish.protocols.pictures.winboard import piece_name, pieces
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.shape import Shape
from oddfish.protocols.projections.table import SLOTS, for_winboard, winboard_slot
from oddfish.protocols.settings import Settings

#: Enough to check that each is drawn: a size that WinBoard has a name for, one in between, and one above.
FEW = {"middling": 49, "moderate": 58, "big": 87}
VIEWS = winboard_files.views()
#: The armies of one game, which the others do not accept; a Queen and a Chancellor have the same slot.
ARMIES = {"WhiteArmy": "RF-CD-BW-QV", "BlackArmy": "RA-VS-BC-RVF"}
CHOSEN = [word for item in ARMIES.items() for word in ("--option", "=".join(item))]


def install(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(install_gui, ["--winboard", str(folder), *arguments])


def uninstall(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(uninstall_gui, ["--winboard", str(folder), *arguments])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a WinBoard, with a blank in its path, with the games installed, one of them with armies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(winboard_files, "SIZES", FEW)
        yield _installed(tmp_path_factory.mktemp("winboard") / "Win Board")


def _installed(folder: Path) -> Path:
    folder.mkdir()
    (folder / "WinBoard.EXE").write_bytes(b"MZ")
    done = install(folder, "--screen", "1366x768", *CHOSEN)
    assert done.exit_code == 0, done.output
    return folder


def settings_of(path: Path) -> dict[str, str]:
    """The flags and values of a settings file, parsed as in WinBoard."""
    flag = re.compile(r"^-(\w+)(?: \{([^{}]*)\})?$", re.MULTILINE)
    text = re.sub("^;.*$", "", path.read_text(), flags=re.MULTILINE)
    assert not flag.sub("", text).strip()
    return dict(flag.findall(text))


def local(path: str) -> Path:
    """A path under Wine, as WinBoard writes it."""
    assert path.startswith("Z:\\")
    return Path(path[2:].replace("\\", "/"))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
@pytest.mark.quick(5)
def test_settings_start_the_game(folder: Path, view: winboard.View) -> None:
    found = settings_of(folder / f"{view.name}.ini")
    assert "cp" in found  # without it, a dialog asks questions
    assert found["variant"] == view.variant.name
    assert found.get("initialMode") == ("MachineWhite" if view.black else None)
    shown = [found[flag] for flag in ("liteBackTextureFile", "darkBackTextureFile") if flag in found]
    assert (found["useBoardTexture"] == "true") == bool(shown)
    shape, square = winboard.shape(view.variant), winboard.SIZES[found["boardSize"]]
    for texture in shown:
        with Image.open(local(texture)) as picture:
            assert picture.size == (shape.columns * square, shape.ranks * square)


def test_the_settings_start_the_engine(folder: Path) -> None:
    command = settings_of(folder / "oddfish-banqi.ini")["fcp"]
    conversation = "xboard\nprotover 2\naccepted highlight\nvariant banqi\nping 1\nquit\n"
    words = shlex.split(command)
    told = subprocess.run(words, input=conversation, capture_output=True, text=True, check=True).stdout
    assert 'option="Gui -combo XBoard /// *WinBoard"' in told
    tables = re.findall(r"setup \((\S+)\)", told)
    assert tables and {len(re.sub("=.", "", table)) > 2 * len(SLOTS) for table in tables} == {True}


def test_each_game_has_a_theme(folder: Path) -> None:
    """It looks the same as with the game's own settings; WinBoard reads a theme in quotes, up to a kilobyte."""
    for view in VIEWS:
        found = settings_of(folder / f"{view.name}.ini")
        themes = dict(line.split('" ', 1) for line in found["themeNames"].splitlines())
        assert max(map(len, found["themeNames"].splitlines())) < 1000
        assert {view.variant.title for view in VIEWS} == {name[1:] for name in themes if "(Black)" not in name}
        look = dict(re.findall(r'-(\w+) "([^"]*)"', themes.get(f'"{view.title}', themes[f'"{view.variant.title}'])))
        assert {flag: value for flag, value in look.items() if flag in found} == {
            flag: found[flag] for flag in look if flag in found
        }
        assert {"boardSize", "pieceImageDirectory", "useBoardTexture", "oneClickMove"} <= look.keys()


def test_chosen_armies_have_badges(folder: Path) -> None:
    """Only in the settings of their game: the engine of other games does not know the armies."""
    game = "augmented-half-chess"
    words = " ".join(CHOSEN)
    pictures = folder / "oddfish"
    for view in VIEWS:
        found = settings_of(folder / f"{view.name}.ini")
        chosen = view.variant.name == game
        assert [found[flag].endswith(words) for flag in ("fcp", "scp")] == [chosen, chosen]
        assert ("WhiteArmy" in found["fcp"]) == chosen
        assert (local(found["pieceImageDirectory"]) == pictures / game) == chosen
        assert (f"{game}" in found["themeNames"]) == chosen
    plain, badged = (
        {path.name: path.read_bytes() for path in (pictures / name).iterdir()} for name in ("pieces", game)
    )
    assert plain.keys() == badged.keys()
    for size in FEW.values():
        for slot in ("Knight", "Bishop", "Rook", "Queen", "Tower", "Unicorn", "Elephant", "Chancellor"):
            for suffix, black in (("o", False), ("s", True)):
                name = f"{piece_name(winboard_slot(SLOTS.index(slot), black), size)}{suffix}.bmp"
                assert badged[name] != plain[name], name
        for stem in (piece_name(0, size), piece_name(65, size)):
            assert all(badged[f"{stem}{suffix}.bmp"] == plain[f"{stem}{suffix}.bmp"] for suffix in "osw")


def test_both_sides_badged_pieces_have_one_shape() -> None:
    """Both sides share a silhouette. If their pieces in a slot differ, the badge shows the whole code."""
    game = Game("augmented-half-chess", ARMIES)
    usual, alike = library.chosen_pieces(game), library.chosen_pieces(game, alike=True)
    different = {name for name in usual if usual[name] != alike[name]}
    assert different == {"BlackQueen.svg", "WhiteChancellor.svg"}
    third = 'transform="translate(18.2 '  # letter on a badge
    assert all(third in alike[name] and third not in usual[name] for name in different)


def test_options_are_for_the_games_that_have_them() -> None:
    def chosen(**options: str) -> dict[str, dict[str, str]]:
        return {view.name: dict(view.options) for view in winboard_files.views(options) if view.options}

    assert chosen() == {}
    rules = {"DarkCapture": "True"}
    games = ("banqi", "banqi-black", "banqi-hongkong", "banqi-hongkong-black")
    assert chosen(darkcapture="on") == {f"oddfish-{name}": rules for name in games}
    # Random armies are drawn once: the pictures show them.
    drawn = chosen(WhiteArmy="random")
    assert drawn.keys() == {
        f"oddfish-augmented{name}{side}" for name in ("-half-chess", "-chess") for side in ("", "-black")
    }
    assert drawn["oddfish-augmented-chess"] == drawn["oddfish-augmented-chess-black"]
    for name, armies in drawn.items():
        assert armies.keys() == ARMIES.keys(), name
        Game(name.removeprefix("oddfish-").removesuffix("-black"), armies)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("exchanged", [False, True])
def test_every_piece_has_its_pictures(folder: Path, name: str, exchanged: bool) -> None:
    """In WinBoard's table, at each size; White's and Black's numbers are the same."""
    projection = projection_for(name)
    lines = for_winboard(projection.setup(Settings(name).new_game().position), exchanged)
    tables = re.findall(r"setup \((\S+)\)", "\n".join(lines)) or ["PNBRQKpnbrqk"]
    tokens = re.findall(r"[^=](?:=.)?", tables[0])
    half = len(tokens) // 2
    names = {place % half for place, token in enumerate(tokens) if token != "."}
    files = {path.name for path in (folder / "oddfish" / projection.piece_set).iterdir()}
    for size in FEW.values():
        for place in names:
            stem = piece_name(65 if place == half - 1 else place, size)
            assert {f"{stem}{suffix}.bmp" for suffix in "wos"} <= files, stem


@pytest.mark.parametrize("size", FEW.values())
def test_no_two_pieces_share_a_name(size: int) -> None:
    """At some sizes WinBoard has one name for two pieces."""
    names = [name for name, _ in pieces("pieces", size)]
    assert len(names) == len(set(names)) > 100


def _pixels(image: Image.Image) -> list[bytes]:
    data = image.tobytes()
    return [data[place : place + 3] for place in range(0, len(data), 3)]


def test_pieces_are_white_outside_their_silhouettes() -> None:
    """Otherwise WinBoard would darken their squares."""
    drawn = {name: Image.open(io.BytesIO(content)).convert("RGB") for name, content in pieces("pieces", 49)}
    assert len(drawn) > 100
    filled = 0
    for name, silhouette in drawn.items():
        if name.endswith("w.bmp"):
            outside = [point == b"\xff\xff\xff" for point in _pixels(silhouette)]
            filled += not all(outside)
            for suffix in "os":
                picture = drawn[f"{name[:-5]}{suffix}.bmp"]
                assert picture.size == (49, 49)
                around = {point for point, white in zip(_pixels(picture), outside) if white}
                assert around <= {b"\xff\xff\xff"}, name
    assert filled == len(drawn) // 3 - 1  # one half of a face-down disc is not drawn


@pytest.mark.slow
def test_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winboard_files, "SIZES", {"middling": 49})
    folder = tmp_path / "Win Board"
    folder.mkdir()
    (folder / "winboard.exe").write_bytes(b"MZ")
    (folder / "winboard.ini").write_bytes(b";\r\n")
    assert install(folder, "--dry-run").exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["winboard.exe", "winboard.ini"]
    assert install(folder).exit_code == 0
    record = json.loads((folder / "oddfish" / "installed.json").read_text())
    there = {str(path) for path in folder.rglob("*") if path.is_file()}
    assert there == {*record["files"], *(str(folder / name) for name in ("winboard.exe", "winboard.ini")),
                     str(folder / "oddfish" / "installed.json")}  # fmt: skip
    again = install(folder).output
    assert "\nDrawing" in again and "Wrote 0 files, listed in" in again
    assert install(folder, *CHOSEN).exit_code == 0
    assert (folder / "oddfish" / "augmented-half-chess").is_dir()
    assert install(folder).exit_code == 0  # removes the armies and their pieces again
    assert {str(path) for path in folder.rglob("*") if path.is_file()} == there
    changed = folder / "oddfish-banqi.ini"
    changed.write_text("-cp\r\n")
    done = uninstall(folder)
    assert done.exit_code == 0 and f"keep {changed}" in done.output
    assert sorted(path.name for path in folder.iterdir()) == ["oddfish-banqi.ini", "winboard.exe", "winboard.ini"]


def test_winboard_is_found_where_its_installer_puts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest comes first. Drive C is a folder in this test."""
    monkeypatch.chdir(tmp_path)
    folders = ["C:/WinBoard-4.9.1/WinBoard", "C:/WinBoard-4.8.0", "C:/Program Files (x86)/WinBoard"]
    for folder in (*folders, "C:/WinBoard-3.9"):
        Path(folder).mkdir(parents=True)
    for folder in folders:
        Path(folder, "winboard.exe").write_bytes(b"MZ")
    assert [*winboard.find_winboard()] == []
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        found = [*dict.fromkeys(winboard.find_winboard())]
    assert found == [*map(Path, folders)]


def test_the_engine_is_that_of_this_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a path with a blank: the script next to Python, or a module if the script is missing."""
    place = tmp_path / "My Games"
    place.mkdir()
    monkeypatch.setattr(sys, "executable", str(place / "python"))
    command = winboard_files.engine_command()
    assert command == subprocess.list2cmdline(module_command("oddfish"))
    assert command.startswith(f'"{place / "python"}" -') and command.endswith(" oddfish")
    (place / "oddfish").write_text("#!/bin/sh\n")
    (place / "oddfish").chmod(0o755)
    assert winboard_files.engine_command() == f'"{place / "oddfish"}"'


@pytest.mark.skipif(sys.platform == "win32", reason="its folders cannot have quotes")
@pytest.mark.parametrize("name", ["a{b}", 'a"b'])
def test_a_folder_that_settings_cannot_contain(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "winboard.exe").write_bytes(b"MZ")
    done = install(tmp_path / name)
    assert done.exit_code == 2 and "WinBoard's settings cannot contain 'Z:" in done.output
    assert [path.name for path in (tmp_path / name).iterdir()] == ["winboard.exe"]


@pytest.mark.later
def test_errors_name_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(done: Result, text: str) -> bool:
        return done.exit_code == 2 and text in done.output

    assert fails(install(tmp_path / "absent"), "no such folder")
    assert fails(install(tmp_path), "no winboard.exe in this folder")
    assert fails(CliRunner().invoke(install_gui, ["--winboard"]), "cannot find WinBoard")
    (tmp_path / "winboard.exe").write_bytes(b"MZ")
    assert fails(uninstall(tmp_path), "nothing is installed: there is no")
    assert fails(install(tmp_path, "--system"), "--winboard cannot be used with --home or --system")
    assert fails(install(tmp_path, "--screen", "large"), "expected WIDTHxHEIGHT")
    assert fails(install(tmp_path, "--option", "Army=RF"), "unknown option 'Army'")
    assert fails(install(tmp_path, "--option", "WhiteArmy=RF"), "option WhiteArmy: army 'RF'")
    assert fails(install(tmp_path, "--option", "DarkCapture"), "expected NAME=VALUE")
    assert fails(CliRunner().invoke(install_gui, ["--option", "DarkCapture=on"]), "--option needs --winboard")
    assert fails(CliRunner().invoke(install_gui, ["--screen", "640x480"]), "--screen needs --winboard")
    for package in ("resvg_py", "PIL"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, package, None)
            assert fails(install(tmp_path), "needs resvg and Pillow: ")
    assert [path.name for path in tmp_path.iterdir()] == ["winboard.exe"]


@pytest.mark.parametrize(
    ("board", "screen", "size"),
    [
        (Shape(8, 8), (1366, 768), "bulky"),
        (Shape(8, 8), (1920, 1080), "giant"),
        (Shape(16, 10), (1366, 768), "moderate"),
        (Shape(12, 7), (1366, 768), "large"),
        (Shape(5, 9), (1920, 1080), "huge"),
        (Shape(16, 10), (320, 200), "petite"),
    ],
)
def test_boards_fill_the_screen(board: Shape, screen: tuple[int, int], size: str) -> None:
    assert winboard.fitting_size(board, screen) == size
    assert {49, 72, winboard.SIZES[size]} <= {*winboard.sizes(board, screen)}
