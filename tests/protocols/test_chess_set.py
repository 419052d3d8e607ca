"""The pieces drawn for XBoard: files, halflings, badges, and which of them `oddfish xboard` shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddfish.cext.halfchess.armies import legal_armies
from oddfish.protocols.commands.xboard import xboard
from oddfish.protocols.pictures.families import fanorona, halfchess, tandem
from oddfish.protocols.pictures.png import png
from oddfish.protocols.pictures.xboard import PIECES
from oddfish.protocols.projections.base import DARK_SQUARES, LIGHT_SQUARES
from support.images import pixels

CODES = ["WhiteArmy=RF-CD-BW-QV", "BlackArmy=RA-VS-BC-RVF"]


def files(place: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in place.glob("*.svg")}


def test_pieces_look_different():
    """XBoard lets you choose promotions by their pictures."""
    for piece_set in ("full", "pieces"):
        drawn = halfchess.pieces(piece_set)
        assert len(set(drawn.values())) == len(drawn) == 20
    for drawn, number in ((fanorona.pieces("pieces"), 12), (tandem.pieces("pieces"), 18)):
        assert len(set(drawn.values())) == len(drawn) == number


def test_only_halflings_are_shaded():
    halved = {name for name, text in halfchess.pieces("pieces").items() if "clipPath" in text}
    assert {name.removeprefix("White").removesuffix(".svg") for name in halved if name.startswith("White")} == {
        "Rook", "Bishop", "Queen", "Knight", "Tower", "Unicorn", "Elephant", "Chancellor",
    }  # fmt: skip
    unhalved = {**halfchess.pieces("full"), **fanorona.pieces("pieces"), **tandem.pieces("pieces")}
    assert not [name for name, text in unhalved.items() if "clipPath" in text]


def test_badges_leave_the_corners_to_coordinates():
    """XBoard writes ranks in the upper left corner of squares, files in the lower right one."""
    parts = {"R": "RF", "N": "CD", "B": "BW", "Q": "QV"}
    drawn = halfchess.pieces("pieces", {**parts, **{letter.lower(): part for letter, part in parts.items()}})
    plate = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"[^>]*fill="#fff3c4"')
    places = [tuple(map(float, found)) for text in drawn.values() for found in plate.findall(text)]
    assert len(places) == 8
    assert all(left + width < 30 and top > 20 for left, top, width in places)


def test_trays_have_wells():
    """They are below and above the board; no part of it is black."""
    pytest.importorskip("resvg_py")
    board = halfchess.board_with_hands()
    picture = pixels(png(board.svg()))[: board.ranks * board.square, : board.files * board.square, :3]
    half = board.square // 2
    for row in range(board.ranks):
        found = {
            bytes(picture[row * board.square + half, file * board.square + half].tolist()).hex() for file in range(8)
        }
        expected = {halfchess.WELL} if row in (0, 9) else {LIGHT_SQUARES, DARK_SQUARES}
        assert found == {color[1:] for color in expected}
    assert picture.max(axis=2).min() > 80


@pytest.mark.parametrize("variant", ["augmented-half-chess", "augmented-chess"])
def test_every_army_can_be_drawn(variant: str):
    for army in legal_armies(variant):
        parts = dict(zip("RNBQ", army.split("-")))
        drawn = halfchess.pieces("pieces", parts)
        assert drawn["WhiteRook.svg"] != halfchess.pieces("pieces")["WhiteRook.svg"]


def flags(arguments: list[str]) -> list[str]:
    done = CliRunner().invoke(xboard, [*arguments, "--print"])
    assert done.exit_code == 0, done.output
    return done.output.split()


def pictured(words: list[str]) -> Path:
    return Path([words[n + 1] for n, word in enumerate(words) if word == "-pieceImageDirectory"][-1])


def test_a_session_has_pictures_of_its_armies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = flags(["augmented-half-chess", "--option", CODES[0], "--option", CODES[1]])
    place = pictured(words)
    assert tmp_path in place.parents
    letters = {name: len(re.findall(r"<path transform=", text)) for name, text in files(place).items()}
    assert letters["WhiteRook.svg"] == letters["BlackTower.svg"] == 1
    assert letters["BlackKnight.svg"] == letters["WhiteUnicorn.svg"] == letters["BlackQueen.svg"] == 2
    assert letters["WhiteKing.svg"] == letters["BlackPawn.svg"] == 0


def test_armies_left_to_chance_are_drawn_for_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = flags(["augmented-half-chess"])
    codes = re.findall(r"(?:White|Black)Army=([A-Z-]+)", " ".join(words))
    assert len(codes) >= 2
    drawn = files(pictured(words))
    assert all("<path transform=" in drawn[f"White{slot}.svg"] for slot in ("Rook", "Bishop", "Queen"))


def test_a_match_draws_new_armies_and_has_no_badges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = flags(["augmented-half-chess", "--match", "--games", "2"])
    assert "Army" not in " ".join(words)
    assert pictured(words) == PIECES


def test_without_a_cache_the_installed_pictures_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    words = flags(["augmented-half-chess"])
    assert pictured(words) == PIECES
    assert "--board" not in " ".join(words)
