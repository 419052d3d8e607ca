"""The harness itself: a mouse that plays 1.e4 against an engine that knows no rules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gui.harness import Display, Image, Rect, XBoard, missing_programs, wait_until

MOCK = [sys.executable, str(Path(__file__).with_name("mock_engine.py"))]
OPTIONS = ["-testLegality", "false", "-oneClickMove", "true"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
HALFGI = "setup (PNBRQ...........Kpnbrq...........k) 8x8+5_crazyhouse"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def test_white_plays_e4(display: Display, tmp_path: Path) -> None:
    engine = [*MOCK, "--moves", "e7e5,b8c6", "--lift", "e2=8/8/8/8/4Y3/4Y3/8/8"]
    with XBoard(display, engine, options=OPTIONS) as xboard, xboard.no_errors():
        assert xboard.move("e2", "e4") == "e2e4"
        xboard.wait_output("move e7e5")
        xboard.drag("g1", "f3")
        assert xboard.wait_command(r"usermove (\S+)")[1] == "g1f3"
        xboard.wait_output("move b8c6")
        assert xboard.moves() == ["e2e4", "e7e5", "g1f3", "b8c6"]
        assert "1. e4 e5 2. Nf3 Nc6" in xboard.save_game(tmp_path / "game.pgn")
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
        assert fen in xboard.save_position(tmp_path / "position.fen")


def test_black_at_the_bottom(display: Display) -> None:
    with (
        XBoard(display, [*MOCK, "--moves", "e2e4"], options=OPTIONS, flipped=True) as xboard,
        xboard.no_errors(),
    ):
        xboard.menu("Machine White")
        xboard.wait_output("move e2e4")
        assert xboard.move("g8", "f6", highlight=False) == "g8f6"
        xboard.flip()
        assert not xboard.flipped
        xboard.new_game()
        assert xboard.moves() == []


def test_drops_from_the_hand(display: Display) -> None:
    setup = f"{HALFGI} 4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1"
    engine = [*MOCK, "--variants", "halfgi,normal", "--setup", setup, "--moves", "N@c6"]
    with XBoard(display, engine, variant="halfgi", options=OPTIONS, holdings=5) as xboard, xboard.no_errors():
        empty = xboard.square_image("e5")
        assert xboard.drop("Q", "e5", highlight=False) == "Q@e5"
        xboard.wait_output("move N@c6")
        assert xboard.square_image("e5") != empty
        assert xboard.drop("P", "h1", highlight=False) == "P@h1"


@pytest.mark.parametrize("letter", list("qemhtnbr"))
@pytest.mark.parametrize("flipped", [False, True])
def test_promotion_to_eight_types(display: Display, flipped: bool, letter: str) -> None:
    table = "PNBRQ.E.........M...H....TK"
    setup = f"setup ({table}{table.lower()}) 8x8+0_fairy 4k3/1P6/8/8/8/8/1p6/4K3 w - - 0 1"
    marks = ["--lift", "b7=1M6/8/8/8/8/8/8/8", "--lift", "b2=8/8/8/8/8/8/8/1M6", "--choice", "QRBNTHEM"]
    engine = [*MOCK, "--variants", "oddity", "--setup", setup, *marks, "--moves", "e1e2"]
    with (
        XBoard(display, engine, variant="oddity", options=OPTIONS, flipped=flipped) as xboard,
        xboard.no_errors(),
    ):
        if flipped:
            xboard.menu("Machine White")
            xboard.wait_output("move e1e2")
            assert xboard.promote("b2", "b1", letter) == f"b2b1{letter}"
        else:
            assert xboard.promote("b7", "b8", letter) == f"b7b8{letter}"


def test_typed_move(display: Display) -> None:
    with XBoard(display, MOCK, options=OPTIONS) as xboard, xboard.no_errors():
        assert xboard.type_move("d2d4") == "d2d4"


def test_saved_game_is_loaded_again(display: Display, tmp_path: Path) -> None:
    engine = [*MOCK, "--moves", "d7d5,d8d5"]
    with XBoard(display, engine, options=OPTIONS) as xboard, xboard.no_errors():
        for origin, target, answer in (("e2", "e4", "d7d5"), ("e4", "d5", "d8d5")):
            xboard.move(origin, target, highlight=False)
            xboard.wait_output(f"move {answer}")
        played = xboard.moves()
        xboard.save_game(tmp_path / "game.pgn")
        xboard.menu("Edit Game")  # items that are grey during a game can be chosen now
        xboard.wait_command("force$")
        xboard.load_game(tmp_path / "game.pgn")
        xboard.wait_command("usermove d8d5")
        assert xboard.moves() == played


def test_new_variant_and_error_windows(display: Display) -> None:
    engine = [*MOCK, "--variants", "normal,some-variant,oddity,other", "--setup", f"{HALFGI} {START}"]
    with XBoard(display, engine, options=OPTIONS) as xboard:
        xboard.new_variant("oddity")
        xboard.reshape(8, 8, holdings=5)
        assert xboard.move("e2", "e4", highlight=False) == "e2e4"
        xboard.menu("Machine White")  # not its turn
        wait_until(xboard.errors, "an error pop-up")
        xboard.dismiss()
        assert not xboard.dialogs()


@pytest.mark.parametrize(("files", "ranks"), [(12, 7), (16, 10), (5, 9)])
def test_other_boards(display: Display, files: int, ranks: int) -> None:
    middle = "/".join([str(files)] * (ranks - 2))
    setup = f"setup (PNBRQKpnbrqk) {files}x{ranks}+0_fairy k{files - 1}/{middle}/{files - 1}K w - - 0 1"
    engine = [*MOCK, "--variants", "oddity", "--setup", setup]
    with XBoard(display, engine, variant="oddity", options=OPTIONS, files=files, ranks=ranks) as xboard:
        first = 0 if ranks == 10 else 1
        king, up = f"{chr(96 + files)}{first}", f"{chr(96 + files)}{first + 1}"
        assert xboard.move(king, up, highlight=False) == king + up


def test_match_ends_by_itself(display: Display, tmp_path: Path) -> None:
    pgn = tmp_path / "match.pgn"
    options = ["-testLegality", "false", "-matchGames", "1", "-saveGameFile", str(pgn)]
    white = [*MOCK, "--name", "Alice", "--moves", "e2e4,g1f3,resign"]
    black = [*MOCK, "--name", "Bob", "--moves", "e7e5,b8c6"]
    with XBoard(display, white, black, options=options, ready=False) as xboard:
        assert xboard.wait_exit(timeout=30) == 0
        assert xboard.moves() == ["e2e4", "e7e5", "g1f3", "b8c6"]
        xboard.wait_command("name Alice", engine="second")
    text = pgn.read_text()
    assert '[White "Alice"]' in text
    assert '[Result "0-1"]' in text


def test_image_finds_colours_and_writes_png(tmp_path: Path) -> None:
    red, black = b"\0\0\xff\0", b"\0\0\0\0"
    image = Image(4, 3, black * 5 + red * 2 + black * 5)
    assert image.bounds(["#ff0000"]) == Rect(1, 1, 3, 2)
    assert image.bounds(["#00ff00"]) is None
    assert image.png().startswith(b"\x89PNG")
