"""Banqi by mouse, cell by cell: a click on either cell of a square, for both colours, with and without ``DarkCapture``;
and how squares, names and discs look.

Positions were written by hand from rules/banqi.md, in XBoard's cells, once for each side.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from gui import harness
from gui.discs import Discs
from gui.harness import Display, Rect, missing_programs
from oddfish.cext.banqi.game import Banqi as Position
from oddfish.protocols.pictures.families import banqi as pictures
from oddfish.protocols.projections.banqi import board as banqi_board
from oddfish.protocols.projections.banqi import messages
from support.banqi_frame import name_on

#: The person's Chariot e2 can step to e3 and take the Cannon d2 and the Soldier f2; it touches the disc e1. The discs
#: a3 and b3 and the opponent's Horse a2 are far away. White's side and Black's, whose pieces stand in the upper cells.
WHITE = "8/8/xx6/XX6/8/n2cRp2/4x3/4X3 w - - 0 1"
BLACK = "8/8/xx6/XX6/N2CrP2/8/4x3/4X3 w - - 0 1"
DARK = ("DarkCapture",)
YELLOW = (0xFF, 0xFF, 0x00)

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]
seats = pytest.mark.parametrize("black", [False, True], ids=["White", "Black"])
#: The cell where pieces stand, and the other one, which shows the frame and the square's name.
cells = pytest.mark.parametrize("near", [True, False], ids=["square", "frame"])


class Clicks(Discs):
    """A person on either side, who names squares as printed. If the person is Black, White's Horse has stepped aside,
    and White's clock waits: `resume` lets the engine continue."""

    def __init__(self, display: Display, black: bool = False, *rules: str, fen: str = "", texture: bool = False):
        self.black = black
        fen = fen or (BLACK if black else WHITE)
        super().__init__(display, fen, chosen=rules, flipped=black, texture=texture)

    def __enter__(self) -> Clicks:
        super().__enter__()
        if self.black:
            self.menu("Edit Game")
            self.move(self.cell("a2"), self.cell("a1"))
        self.shown = self.check()
        self.before = len(self.moves())
        return self

    def resume(self) -> None:
        """After the person's turn, let the engine move."""
        if self.black:
            self.turns(2)
            self.menu("Machine White")
        self.turns(2 + self.before)
        self.check()

    def cell(self, square: str, near: bool = True) -> str:
        """A cell of a square: the one with pieces, or the other one."""
        below = self.black != near
        return f"{square[0]}{2 * int(square[1]) - below}"

    def put(self, square: str, near: bool = True) -> None:
        """Click while a piece is selected."""
        self.skip()
        self.click(self.cell(square, near))

    def told(self) -> str:
        """The text sent to the message line."""
        return self.wait_output(r"1 0 0 0 (.*)")[1]

    def untouched(self) -> None:
        """No move was played, and XBoard shows the same as before."""
        assert len(self.referee().moves) == self.before
        assert self.check() == self.shown


# Face-down discs -------------------------------------------------------------------------------------------------


@seats
def test_a_click_on_a_square_turns_its_disc_up(display: Display, black: bool) -> None:
    with Clicks(display, black) as board:
        near, far = board.cell("b3"), board.cell("b3", near=False)
        assert re.fullmatch(rf"{near}{far},{far}{near}[a-z]", board.flip_over(near))
        board.resume()


@seats
def test_a_click_on_the_frame_turns_nothing_up(display: Display, black: bool) -> None:
    """XBoard does not report such a click: the opponent's half of the disc is there, or nothing. The game goes on."""
    with Clicks(display, black) as board:
        said = len(board.messages())
        for square in ("a3", "e1", "e2", "d2", "h4"):  # discs, pieces of both players, and an empty square
            board.click_slowly(board.cell(square, near=False))
        board.lift(board.cell("e2"))
        assert [m.text for m in board.messages()[said:] if m.sent] == [f"lift {board.cell('e2')}"]
        board.untouched()
        board.put("e3")
        board.wait_command("usermove ")
        board.resume()


def test_a_click_anywhere_on_a_square_turns_its_disc_up(display: Display) -> None:
    """In each corner of the square in the picture."""
    margin, top, bottom = (part / pictures.CELL for part in (pictures.SIDE, pictures.TOP, pictures.BOTTOM))
    corners = [(x, y) for x in (margin + 0.02, 0.98 - margin) for y in (top + 0.02, bottom - 0.02)]
    with Discs(display) as board:
        for right, down in corners:
            disc = next(cell for cell in ("b5", "c3", "f7", "g1", "d5", "e3") if board.face_down(cell))
            rect = board.square_rect(disc)
            x, y = round(rect.left + right * rect.width), round(rect.top + down * rect.height)
            turns = len(board.referee().moves)
            board.skip()
            board._mouse(Rect(x, y, x + 1, y + 1), "down", "up")
            assert board.wait_command(r"usermove (\S+)")[1].startswith(disc)
            board.turns(turns + 2)
            assert not board.face_down(disc)
        board.check()


# A selected piece ---------------------------------------------------------------------------------------------------


@seats
@pytest.mark.parametrize(
    ("to", "near", "rules"),
    [("e3", True, ()), ("e3", False, DARK), ("d2", True, DARK), ("d2", False, ())],
)
def test_either_cell_is_a_destination(
    display: Display, black: bool, near: bool, rules: tuple[str, ...], to: str
) -> None:
    """For a quiet move and for a capture."""
    with Clicks(display, black, *rules) as board:
        board.lift(board.cell("e2"))
        board.put(to, near)
        board.resume()
        assert board.read(board.moves())[2][board.before] == [board.cell("e2") + board.cell(to)]


@seats
@cells
def test_either_cell_of_a_disc_is_attempted(display: Display, black: bool, near: bool) -> None:
    """With ``DarkCapture``, if the piece can reach the disc."""
    with Clicks(display, black, "DarkCapture", "DealSeed=5") as board:
        board.lift(board.cell("e2"))
        board.put("e1", near)
        board.wait_output(r"Illegal move \(.* turns up\)")
        board.resume()
        assert board.referee().texts()[board.before].startswith("b5a5=")  # e2 and e1, by the rules' names


@seats
@cells
@pytest.mark.parametrize("rules", [(), DARK], ids=["", "DarkCapture"])
def test_a_man_in_hand_turns_no_disc_up(display: Display, black: bool, near: bool, rules: tuple[str, ...]) -> None:
    """A click on a disc that it cannot take puts it down, with a message; the next click turns the disc up."""
    with Clicks(display, black, *rules) as board:
        for square in ("e1", "a3") if not rules else ("a3",):
            board.lift(board.cell("e2"))
            board.put(square, near)
            refusal = "out of reach" if rules else "face-down pieces cannot be captured"
            assert board.told() == ("click again to turn it up" if near else refusal)
            board.untouched()
        board.flip_over(board.cell("a3"))
        board.resume()
        assert board.referee().texts()[board.before].startswith("c1c1=")  # a3, by the rules' name


# What people see -------------------------------------------------------------------------------------------------


@seats
def test_a_note_lists_what_is_face_down(display: Display, black: bool) -> None:
    with Clicks(display, black) as board:
        board.flip_over(board.cell("a3"))
        board.resume()
        position = cast(Position, board.referee().position)
        board.wait_output(rf"1 0 0 0 {messages.face_down(position)}$")


@seats
def test_discs_lie_at_the_same_height(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """Face up and face down, inside their squares."""
    find_board(monkeypatch)
    with Clicks(display, black, texture=True) as board:
        board.screenshot(artifacts / f"banqi-heights-{'black' if black else 'white'}.png")
        empty = pixels(board, "e3")
        heights = []
        for square in ("e2", "d2", "f2", "a3", "b3"):
            rows = np.flatnonzero((abs(pixels(board, square) - empty).max(axis=2) > 40).any(axis=1))
            heights.append((rows[0], rows[-1]))
        tops, bottoms = zip(*heights)
        assert max(tops) - min(tops) <= 1
        assert max(bottoms) - min(bottoms) <= 1
        top, bottom = (part / pictures.CELL * len(empty) for part in (pictures.TOP, pictures.BOTTOM))
        assert min(tops) >= top
        assert max(bottoms) <= bottom + 3  # shadows


@seats
def test_names_of_squares_are_those_in_messages(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """Above each square is its name in messages and hints."""
    find_board(monkeypatch)
    with Discs(display, texture=True, flipped=black) as board:
        board.start()
        arrows = {move[:2] for move in board.referee().texts()}  # which cover a name
        for square in sorted(set(banqi_board.SQUARES) - arrows):
            frame = colors(display, board.square_rect(banqi_board.spare(square, int(black))))
            assert name_on(frame) == banqi_board.name(square)


@seats
def test_arrows_do_not_cover_what_was_turned_up(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """The engine turned it up, because at the start there are only flips."""
    find_board(monkeypatch)
    with Discs(display, texture=True, flipped=black) as board:
        if not black:
            board.flip_over("d3")
        turns = 1 if black else 2
        if black:
            board.menu("Machine White")
        turned = board.turns(turns).texts()[-1]
        assert re.fullmatch(r"(\w\d)\1=\w\w", turned)
        board.wait_fitted()
        board.screenshot(artifacts / f"banqi-arrow-{'black' if black else 'white'}.png")
        frame, disc = (
            (colors(display, board.square_rect(cell(turned[:2], int(black)))) == YELLOW).all(axis=2)
            for cell in (banqi_board.spare, banqi_board.stand)
        )
        assert frame.sum() > 20
        ys, xs = np.indices(disc.shape)
        size = len(disc)
        inside = (xs / size - 0.5) ** 2 + (ys / size - pictures.MIDDLE) ** 2 < (0.9 * pictures.RADIUS) ** 2
        assert not disc[inside].any()


def find_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness finds the board by the colour of its frame."""
    monkeypatch.setattr(harness, "LIGHT", pictures.GROUND)
    monkeypatch.setattr(harness, "DARK", pictures.GROUND)


def colors(display: Display, rect: Rect) -> np.ndarray:
    """Red, green and blue of a part of the screen, by row and column."""
    return display.image(rect).rgb.astype(int)


def pixels(board: Clicks, square: str) -> np.ndarray:
    """The image of a square's cell with pieces; all have the same size."""
    return colors(board.display, board.square_rect(board.cell(square)))[:70, :70]
