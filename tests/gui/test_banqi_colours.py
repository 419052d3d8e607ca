"""Banqi's colours in a real XBoard: a game of the terminal keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui import harness
from gui.discs import Discs
from gui.harness import Display, missing_programs, wait_until
from oddfish.engine.game import Game
from oddfish.engine.guide import guide_of
from oddfish.engine.variants import get_variant
from oddfish.protocols.pictures.families import banqi as pictures
from oddfish.protocols.projections.banqi import board as banqi_board
from oddfish.protocols.saved_games import read_game

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]


def seed_of(color: str, square: str = "b3") -> int:
    """A deal in which a square hides a piece of this colour, `r` or `b`."""
    for seed in range(1, 99):
        game = Game("banqi", {"DealSeed": seed})
        if game.push(square * 2)[5] == color:
            return seed
    raise AssertionError(color)


def ink(display: Display, board: Discs, square: str, seat: int) -> str:
    """The colour of the character on a square's disc."""
    rect = board.square_rect(banqi_board.stand(square, seat))
    part = display.image(rect).rgb.astype(int)
    height, width = part.shape[:2]
    middle = part[height // 4 : 3 * height // 4, width // 8 : 5 * width // 8]
    red = ((middle[..., 0] > 0x90) & (middle[..., 1] < 0x50)).sum()
    black = (middle.max(axis=2) < 0x50).sum()
    assert max(red, black) > 4 * min(red, black)
    return "r" if red > black else "b"


def colors_are_true(display: Display, board: Discs, first: str, seat: int = 0) -> None:
    """Each disc that is face up has its colour, given that of the first player's pieces."""
    position = board.referee().position  # in which the first player's pieces always count as red
    letters = {square: banqi_board.shown(position, square) for square in banqi_board.SQUARES}  # type: ignore[arg-type]
    found = {square: letter for square, letter in letters.items() if letter not in ("", "X")}
    assert found
    for square, letter in found.items():
        expected = first if letter.isupper() else "rb"[first == "r"]
        assert ink(display, board, square, seat) == expected, (square, letter)


@pytest.fixture(autouse=True)
def find_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness finds the board by the colour of its frame."""
    monkeypatch.setattr(harness, "LIGHT", pictures.GROUND)
    monkeypatch.setattr(harness, "DARK", pictures.GROUND)


colors = pytest.mark.parametrize("color", ["r", "b"])


@colors
def test_a_saved_game_of_the_terminal(display: Display, tmp_path: Path, color: str) -> None:
    """The pieces stand where they stood, in their colours, on squares with the same names."""
    game = Game("banqi", {"DealSeed": seed_of(color)})
    for square in ("b3", "c6", "a1", "d8", "d1"):
        game.push(square * 2)
    file = tmp_path / "game.pgn"
    file.write_text(game.pgn())
    with Discs(display, texture=True, words=["--load", str(file)]) as board:
        wait_until(lambda: len(board.moves()) == 5, "the moves of the file")
        board.menu("Forward to End")
        board.check()
        colors_are_true(display, board, color)
        for square, letters in guide_of(game.variant).cells(game.position).items():
            if letters != "X":
                assert ink(display, board, square, 0) == "rb"[letters.islower()], square


@colors
def test_a_game_begun_here(display: Display, tmp_path: Path, color: str) -> None:
    """Whatever the deal has on the first square, the first player's pieces are shown in red and are red: in the saved
    game too, here and in the terminal."""
    file = tmp_path / "game.pgn"
    with Discs(display, chosen=[f"DealSeed={seed_of(color)}"], texture=True) as board:
        board.flip_over(banqi_board.left("b3"))
        board.turns(2)
        board.check()
        colors_are_true(display, board, "r")
        board.save_game(file)
    saved = read_game(str(file), 1, get_variant("banqi"), {}).game
    for square, letters in guide_of(saved.variant).cells(saved.position).items():
        if letters != "X":
            assert (square == "b3") <= letters.isupper()
    with Discs(display, texture=True, words=["--load", str(file)]) as board:
        wait_until(lambda: len(board.moves()) == 2, "the moves of the file")
        board.menu("Forward to End")
        board.check()
        colors_are_true(display, board, "r")
