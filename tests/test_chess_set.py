"""The chessmen drawn for XBoard: files, halves, badges and what `oddfish xboard` makes of them."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from oddfish.engine.variants.halfchess import legal_armies
from oddfish.protocols.pictures import chess_set
from oddfish.protocols.projections import projection_for
from oddfish.protocols.xboard_command import xboard

CODES = ["WhiteArmy=RF-CD-BW-QV", "BlackArmy=RA-VS-BC-RVF"]


def files(place: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in place.glob("*.svg")}


def test_the_pictures_are_those_drawn():
    assert files(chess_set.PLACE) == chess_set.plain()
    assert files(chess_set.HALF_PLACE) == chess_set.family(halflings=True)


def test_each_piece_has_a_look_of_its_own():
    """Promotion is a choice among pictures."""
    for drawn in (chess_set.plain(), chess_set.family(halflings=True)):
        family = [text for name, text in drawn.items() if "Commoner" not in name]
        assert len(set(family)) == len(family) == 20
        for text in family:
            root = ElementTree.fromstring(text)
            assert not list(root.iter("{http://www.w3.org/2000/svg}text"))  # no font is needed


def test_halflings_and_no_others_are_halved():
    halved = {name for name, text in chess_set.family(halflings=True).items() if "clipPath" in text}
    assert {name.removeprefix("White").removesuffix(".svg") for name in halved if name.startswith("White")} == {
        "Rook", "Bishop", "Queen", "Knight", "Tower", "Unicorn", "Elephant", "Chancellor",
    }  # fmt: skip
    assert not [name for name, text in chess_set.plain().items() if "clipPath" in text]


@pytest.mark.parametrize("variant", ["augmented-half-chess", "augmented-chess"])
def test_every_army_can_be_drawn(variant: str):
    for army in legal_armies(variant):
        parts = dict(zip("RNBQ", army.split("-")))
        drawn = chess_set.family(halflings=True, parts=parts)
        assert drawn["WhiteRook.svg"] != chess_set.family(halflings=True)["WhiteRook.svg"]


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
    assert pictured(words).name == "-".join(["augmented-half-chess", *codes[:2]])


def test_a_match_draws_armies_anew_and_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = flags(["augmented-half-chess", "--match"])
    assert "Army" not in " ".join(words)
    assert pictured(words) == chess_set.HALF_PLACE


def test_without_a_cache_the_installed_pictures_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert pictured(flags(["augmented-half-chess"])) == chess_set.HALF_PLACE


def test_every_variant_s_pictures_exist():
    for name in ("half-chess", "halfgi", "augmented-half-chess", "augmented-chess", "normal", "fanorona-chess"):
        assert pictured(list(projection_for(name).flags)).is_dir(), name
