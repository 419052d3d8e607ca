"""The pictures of all games together: files, slots, and the board that changes with the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from oddfish.engine import NAME
from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.commands.xboard import xboard
from oddfish.protocols.pictures import library, live
from oddfish.protocols.pictures.families import all_families
from oddfish.protocols.pictures.figures import FIGURES
from oddfish.protocols.pictures.lettering import HEIGHT as CAPITAL
from oddfish.protocols.pictures.lettering import text_width
from oddfish.protocols.pictures.png import png
from oddfish.protocols.pictures.previews import HEIGHT, draw_preview, preview
from oddfish.protocols.pictures.svg import svg
from oddfish.protocols.pictures.terminal import coloured
from oddfish.protocols.pictures.view import View
from oddfish.protocols.pictures.xboard import FOLDER, PIECES, board
from oddfish.protocols.projections import projection_for
from oddfish.protocols.projections.bifold.board import WHOLE_PAWN
from oddfish.protocols.projections.table import SLOTS, table
from support.images import pixels
from support.pipes import CecpEngine


def test_the_pieces_are_those_drawn() -> None:
    drawn = library.pieces()
    assert {path.name: path.read_text() for path in PIECES.iterdir()} == drawn
    for text in drawn.values():
        root = ElementTree.fromstring(text)
        assert not list(root.iter("{http://www.w3.org/2000/svg}text"))  # no font is needed


@pytest.mark.slow
@pytest.mark.thorough
def test_the_boards_are_those_drawn() -> None:
    drawn = library.boards()
    assert {*(FOLDER / "boards").iterdir()} == {board(name) for name in drawn}
    for name, picture in drawn.items():
        installed, fresh = pixels(board(name).read_bytes()), pixels(png(picture.svg()))
        assert installed.shape == fresh.shape == (15 * picture.square, 16 * picture.square, 4)
        assert abs(installed - fresh).max() <= 16  # other versions of resvg can smooth lines differently
        assert installed[..., 3].min() == 255  # opaque
        assert board(name).stem.endswith("-16x15")  # the name tells XBoard that it is the whole board


def test_every_game_s_board_is_drawn() -> None:
    projections = [projection_for(name) for name in REGISTRY]
    turned = {f"{projection.board}-black" for projection in projections if not projection.coordinates}
    wide = {f"{projection.board}-wide" for projection in projections if projection.has_margins}
    assert {projection.board for projection in projections} | turned | wide == library.boards().keys()


@pytest.mark.thorough
@pytest.mark.parametrize("name", REGISTRY)
def test_the_previews_are_those_drawn(name: str) -> None:
    installed, fresh = (pixels(data) for data in (preview(REGISTRY[name]).read_bytes(), draw_preview(REGISTRY[name])))
    assert installed.shape == fresh.shape
    assert installed.shape[0] == HEIGHT
    assert abs(installed - fresh).max() <= 16


def test_games_share_slots_only_if_their_pieces_look_alike() -> None:
    parts = [family.pieces(PIECES.name) for family in all_families()]
    drawn = {(name, text) for part in parts for name, text in part.items()}
    assert {name for name, _ in drawn} == library.pieces().keys()
    assert len(drawn) == len({name for name, _ in drawn})


@pytest.mark.parametrize("color", ["White", "Black"])
def test_whole_pawns_look_the_same_in_all_games(color: str) -> None:
    """Those of Bifold Halfgi, too, though XBoard shows them on half a square."""
    assert FIGURES["P"] in library.pieces()[f"{color}{WHOLE_PAWN}.svg"]


@pytest.mark.parametrize("name", [name for name in REGISTRY if name != "normal"])
def test_every_piece_has_a_picture(name: str) -> None:
    """XBoard finds it by its slot. Each character of XBoard's table is a slot, except nicknames."""
    projection = projection_for(name)
    (found,) = re.findall(r"^setup \((\S+)\)", projection.setup(Game(name).position)[0])
    places = re.findall(r".(?:=.)?", found)
    half = len(places) // 2
    assert len(places) % 2 == 0
    for color, side in (("White", places[:half]), ("Black", places[half:])):
        assert side[-1][0] in (".", "K", "k")
        names = [*SLOTS[: half - 1], "King"]
        used = [f"{color}{slot}.svg" for slot, piece in zip(names, side) if piece != "."]
        assert used
        assert [slot for slot in used if slot not in library.pieces(projection.piece_set)] == []


def test_table() -> None:
    assert table({"P": "Lance", "N": "Knight", "K=u": "Rook"}) == ".N.K=u" + "." * 14 + "P."


def test_an_engine_changes_the_board_with_the_game(tmp_path: Path) -> None:
    picture = live.live_board(tmp_path)
    with CecpEngine("--board", str(picture), variant="banqi") as engine:
        assert picture.read_bytes() == board("banqi").read_bytes()
        engine.ask("new", "variant banqi")
        picture.unlink()
        first, second = engine.ask("new", "variant banqi")  # it was not there before: XBoard has to look for it
        assert re.match(r"setup \(\S+\) 8x5\+0_unknown 8/8/8/8/8 w", first)
        assert " 8x8+0_elven " in second
        assert len(engine.ask("new", "variant banqi")) == 1
        lines = engine.ask("new", "variant half-chess")
        assert [line.split()[2] for line in lines if line.startswith("setup")] == ["8x5+0_unknown", "8x8+0_fairy"]
        assert picture.read_bytes() == board("chess").read_bytes()
        assert not any(" 8x5+0" in line for line in engine.ask("new", "variant augmented-half-chess"))
        assert any(" 5x5+0" in line for line in engine.ask("new", "variant fanorona-chess"))  # another size
        assert picture.read_bytes() == board("fanorona").read_bytes()
        engine.ask("new", "variant half-chess")
        picture.unlink()
        tmp_path.chmod(0o500)
        try:
            writable = os.access(tmp_path, os.W_OK)  # by root
            lines = engine.ask("new", "variant banqi")
            assert any(" 8x5+0" in line for line in lines) == writable
        finally:
            tmp_path.chmod(0o700)


@pytest.mark.later
def test_an_engine_with_a_board_names_the_game(tmp_path: Path) -> None:
    """XBoard shows the engine's name in the title of its window. The armies stay its last word."""
    with CecpEngine("--board", str(live.live_board(tmp_path)), variant="banqi") as engine:
        assert f'feature myname="{NAME} (Hong Kong Banqi)"' in engine.ask("new", "variant banqi-hongkong")
        assert f'feature myname="{NAME} (Halfgi)"' in engine.ask("new", "variant halfgi")
        (name,) = [line for line in engine.ask("new", "variant augmented-chess") if line.startswith("feature myname")]
        assert re.fullmatch(rf'feature myname="{re.escape(NAME)} \(Augmented Chess\) [A-Z-]+:[A-Z-]+"', name)
    with CecpEngine(variant="banqi") as engine:
        assert not any("myname" in line for line in engine.ask("new", "variant halfgi"))  # nothing has changed


def test_a_board_that_cannot_be_written_stays_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "file" / "board.png"
    place.parent.write_text("no folder")
    assert not live.LiveBoard(place).show("banqi")


def test_sessions_remove_what_dead_ones_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = [sys.executable, "-c", "import os; print(os.getpid())"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    sessions = tmp_path / "oddfish" / "sessions"
    dead, alive, other = sessions / done.stdout.strip(), sessions / str(os.getppid()), sessions / "notes"
    for folder in (dead, alive, other):
        folder.mkdir(parents=True)
        (folder / "file").touch()
    own = live.session(str(os.getpid()))
    assert own == sessions / str(os.getpid())
    assert sorted(sessions.iterdir()) == sorted([own, alive, other])
    (own / "old").touch()
    assert list(live.session(str(os.getpid())).iterdir()) == []  # type: ignore[union-attr]


def test_xboard_shows_the_session_s_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = CliRunner().invoke(xboard, ["tandem-84", "--print"])
    (picture,) = set(re.findall(r"-(?:lite|dark)BackTextureFile (\S+)", done.output))
    assert f"--board {picture}" in done.output
    assert Path(picture).read_bytes() == board("tandem").read_bytes()
    assert tmp_path in Path(picture).parents


# Lettering and joints -------------------------------------------------------------------------------------------------

_LETTERED = re.compile(r'aria-label="([^"]*)" transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)"')


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("name", REGISTRY)
def test_no_text_is_clipped(name: str, flipped: bool) -> None:
    """All words beside a board are inside the picture: coordinates, what is in hand or face down, the number."""
    start = Game(name, seed=1)
    for view in (View(flipped=flipped), View(flipped=flipped, number=12)):
        drawn = svg(start.variant, start.position, view)
        box = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
        assert box
        found = _LETTERED.findall(drawn)
        assert len(found) >= start.variant.files + start.variant.ranks
        assert ("12" in {text for text, *_ in found}) == bool(view.number)
        for text, left, top, scale in found:
            size = CAPITAL * float(scale)
            assert float(left) >= 0 and float(left) + text_width(text, size) <= int(box[1]), text
            assert float(top) >= 0 and float(top) + size <= int(box[2]), text


def test_joints_are_round() -> None:
    """A sharp corner of a thick outline would be a spike, as at the foot of the black Ghost."""
    drawn = svg(REGISTRY["tandem-84"], Game("tandem-84").position)
    styles = re.search(r"<style>(.*?)</style>", drawn, re.DOTALL)
    assert styles
    thick = re.findall(r"\.([\w.,]+)\{[^}]*stroke-width:([\d.]+)[^}]*\}", styles[1])
    assert {name for name, width in thick if float(width) > 2} == {"rim"}
    assert "stroke-linejoin:round" in re.search(r"\.rim\{[^}]*\}", styles[1])[0]  # type: ignore[index]


def test_halves_fill_their_half_of_the_square() -> None:
    drawn = svg(REGISTRY["bifold-halfgi"], Game("bifold-halfgi").position)
    scales = {
        float(one) for one in re.findall(r'<g transform="translate\([^)]*\) scale\(([\d.]+)\)"><g class="', drawn)
    }
    assert len(scales) == 1
    widest = 29  # of the figures, the Queen's, on a field of 45
    assert 0.8 * 22.5 < max(scales) * widest <= 22.5


def test_discs_red_and_black_and_face_down() -> None:
    """Games of chance: no chess symbols, and face-down pieces in the words of the game."""
    game = Game("banqi", fen="Xk2/4/4/4/4/4/4/R2p[g] w r 0 9")
    drawn = svg(game.variant, game.position, View("a1a2"))
    root = ElementTree.fromstring(drawn)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}defs"))) == 1
    assert "in hand" not in drawn
    assert "red face down: -" in drawn
    assert "black face down: G" in drawn
    assert drawn.count("#b3121b") == 2  # one red piece: its ring and its character
    text = coloured(game.variant, game.position)
    assert "face down: red -, black g" in text.plain
    assert " # " in text.plain


def test_two_pictures_need_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for svg_file, png_file in (("board", "./board"), ("-", "-")):
        done = CliRunner().invoke(cli, ["show", "normal", "--svg", svg_file, "--png", png_file])
        assert done.exit_code == 2
        assert done.stderr == f"oddfish: --svg and --png cannot name the same file: {png_file}\n"
    assert not list(tmp_path.iterdir())
