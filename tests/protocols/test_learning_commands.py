"""``oddfish moves`` and ``oddfish show --piece``, and the pictures they draw."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result

from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.commands.group import cli
from oddfish.protocols.pictures.lettering import GLYPHS, lettering
from oddfish.protocols.pictures.png import png
from oddfish.protocols.pictures.svg import svg
from oddfish.protocols.pictures.view import View
from support.images import pixels

FEN = "4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1"
REFERENCE = Path(__file__).resolve().parents[1] / "data" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"


def invoke(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "160"}).invoke(cli, list(arguments))


def output(*arguments: str) -> str:
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


# --------------------------------------------------------------------------------------------------- moves


@pytest.mark.parametrize("name", REGISTRY)
def test_moves_are_a_list_in_a_pipe(name: str) -> None:
    assert output("moves", name, "--seed", "3").splitlines() == Game(name, seed=3).legal()


@pytest.mark.parametrize("words", [(FEN, "e4"), (*FEN.split(), "e4"), (f"{FEN} e4",), (FEN.split()[0], "w", "E4")])
def test_moves_of_a_square(words: tuple[str, ...]) -> None:
    assert output("moves", "normal", *words).splitlines() == ["e4d5"]


def test_a_last_word_that_belongs_to_the_fen_is_not_a_square() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6"
    assert "e5d6" in output("moves", "normal", fen).splitlines()
    assert output("moves", "normal", fen, "e1").split() == ["e1d1", "e1f1", "e1d2", "e1e2", "e1f2"]


def test_a_word_that_is_neither_a_square_nor_a_fen() -> None:
    done = invoke("moves", "normal", "queen")
    assert done.exit_code == 2
    assert "'queen' is neither a square (such as a1) nor a FEN" in done.output


def test_moves_of_a_hand_and_of_nothing() -> None:
    fen = "k7/8/8/8/8/8/P7/K7[Pn] w - - 0 1"
    drops = output("moves", "halfgi", fen, "p@").split()
    assert len(drops) == 64 - 8 - 2
    assert all(drop.startswith("p@") for drop in drops)
    assert output("moves", "halfgi", fen, "e5") == ""


def test_moves_of_a_turn_begin_with_the_square() -> None:
    game = Game("tandem-84")
    game.push("c2c4")
    turns = output("moves", "tandem-84", game.fen(), "h7").split()
    assert turns
    assert {turn.partition(",")[0][:2] for turn in turns} == {"h7"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("moves", "normal", "z9"), "unknown square 'z9': expected a1 to h8"),
        (("moves", "banqi", "a9"), "unknown square 'a9': expected a1 to d8"),
        (("moves", "normal", "9/8", "w"), "bad FEN: board has 2 ranks, expected 8"),
        (("moves", "normal", "8", "w"), "bad FEN: board has 1 rank, expected 8"),
        (("moves", "half-chess", "b1", *FEN.split()), "put the square last: oddfish moves half-chess FEN b1"),
        (("moves", "nosuch"), "unknown variant 'nosuch'"),
        (("show", "half-chess", "--piece", "X"), "unknown piece 'X': expected one of R, N, B, Q, K, P"),
        (("show", "half-chess", "--piece", "R", "--square", "i1"), "unknown square 'i1': expected a1 to h8"),
        (("show", "half-chess", "--square", "e1"), "--square needs --piece"),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# ------------------------------------------------------------------------------------------- show --piece


def test_a_piece_without_moves() -> None:
    text = output("show", "fanorona-chess", "--piece", "B", "--square", "c4")
    assert "Bishop on c4\nIt has no move here.\n" in text


def test_show_draws_a_piece_alone() -> None:
    text = output("show", "half-chess", "--piece", "N", "--square", "e4")
    assert text.startswith("8  .  .  .  .  .  .  .  . \n")
    assert "4  .  .  .  .  N  .  .  . \n" in text
    assert text.count("·") - 1 == 4
    assert "Crab on e4\n· goes there\n" in text


@pytest.mark.parametrize("name", REGISTRY)
def test_show_writes_pictures_of_pieces(name: str) -> None:
    """Only the piece is drawn, and a mark on every square that it reaches."""
    game = Game(name, seed=1)
    letters = guide_of(game.variant).kinds(game.position)[1][0]
    study = guide_of(game.variant).study(game.position, letters)
    root = ElementTree.fromstring(output("show", name, "--seed", "1", "--piece", letters, "--svg", "-"))
    marks = [node for node in root.iter() if (node.get("class") or "") in ("goes", "takes", "comes", "turns")]
    assert len(marks) == len({target.square for target in study.targets})
    title = root.findtext(f"{SVG}title")
    assert title is not None
    assert title.startswith(REGISTRY[name].title)


def test_show_turns_the_board() -> None:
    text = output("show", "normal", "--flip")
    assert text.splitlines()[0] == "1  R  N  B  K  Q  B  N  R "
    root = ElementTree.fromstring(output("show", "normal", "--flip", "--svg", "-"))
    labels = [node.get("aria-label") for node in root.iter(f"{SVG}g") if node.get("aria-label")]
    assert labels == [*"12345678", *"hgfedcba"]


# ------------------------------------------------------------------------------------------------- letters


def test_letters_need_no_font() -> None:
    for name in REGISTRY:
        game = Game(name, seed=1)
        assert "<text" not in svg(game.variant, game.position)
        assert "font" not in svg(game.variant, game.position)


def test_every_letter_that_pictures_use_is_drawn() -> None:
    used = set()
    for name in REGISTRY:
        game = Game(name, seed=1)
        root = ElementTree.fromstring(svg(game.variant, game.position))
        used |= {*"".join(node.get("aria-label") or "" for node in root.iter())}
    assert used <= {*GLYPHS}
    assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"} <= {*GLYPHS}


def test_letters_say_what_they_are() -> None:
    drawn = lettering("A&B", 10, 10, 6)
    assert 'aria-label="A&amp;B"' in drawn
    assert drawn.count("<path") == 3


#: Letters on pieces, beside the board and in hand; badges; marks.
PICTURES = {
    "bifold": ("bifold-halfgi", "4(wf)3/8/8/2(Bq)5/8/8/8/4(WF)3[RPh] w - - 0 1", "c5"),
    "badges": ("augmented-half-chess", "4k3/8/8/8/3q4/8/1N6/R3K3 w Q - 0 1 RF-CD-BW-QV:RA-VS-BC-RVF", "b2"),
    "fanorona": ("fanorona-chess", "4k/5/5/p4/5/5/2P2/1p3/3K1 w - - 0 1", "c3"),
    "banqi": ("banqi", "X3/4/4/1p2/X3/C2N/4/4[GP] w r 0 9", "a3"),
}


def picture(name: str) -> bytes:
    variant, fen, square = PICTURES[name]
    game = Game(variant, fen=fen)
    targets = guide_of(game.variant).all_targets(game.position, square)
    return png(svg(game.variant, game.position, View(targets=targets)), 300)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_they_did(name: str) -> None:
    """Compared with checked pictures: only the smoothing of edges can differ. ``python -m`` with this module draws them
    again."""
    fresh, kept = pixels(picture(name)), pixels((REFERENCE / f"{name}.png").read_bytes())
    assert fresh.shape == kept.shape
    difference = np.abs(fresh - kept).max(axis=2)
    assert (difference > 48).mean() < 0.001


@pytest.mark.parametrize(
    ("variant", "fen", "origin"),
    [
        ("fanorona-chess", "4k/5/5/p4/5/5/2P2/1p3/3K1 w - - 0 1", "c3"),  # a victim, captured from afar
        ("bifold-halfgi", "4(wf)3/8/8/2b5/8/8/8/4(WF)3[R] w - - 0 1", "r@"),  # a drop beside a half
        ("half-chess", "4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1", "e1"),  # a capture
    ],
)
def test_marks_do_not_cover_pieces(variant: str, fen: str, origin: str) -> None:
    """What is dark, the outlines of pieces and black pieces, looks as it does without marks."""
    game = Game(variant, fen=fen)
    targets = guide_of(game.variant).all_targets(game.position, origin)
    plain, marked = (
        pixels(png(svg(game.variant, game.position, View(targets=shown)), 900)) for shown in ((), tuple(targets))
    )
    changed = np.abs(plain - marked).max(axis=2) > 48
    assert changed.any()
    dark = plain[..., :3].max(axis=2) < 80
    assert changed[dark].mean() < 0.01


def test_letters_leave_ink() -> None:
    """The comparison would notice if no letters were drawn."""
    variant, fen, _ = PICTURES["bifold"]
    game = Game(variant, fen=fen)
    drawn = svg(game.variant, game.position)
    bare = drawn.replace(".text{fill:none;stroke:#333", ".text{fill:none;stroke:none")
    assert bare != drawn
    whole, without = pixels(png(drawn, 300)), pixels(png(bare, 300))
    assert (np.abs(whole - without).max(axis=2) > 48).mean() > 0.005


if __name__ == "__main__":
    REFERENCE.mkdir(parents=True, exist_ok=True)
    for one in PICTURES:
        (REFERENCE / f"{one}.png").write_bytes(picture(one))
