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

#: The person's Chariot b5 can step to c5 and take the Cannon b4 and the Soldier b6; it touches the disc a5. The discs
#: c1 and c2 and the opponent's Horse b1 are far away. White's side and Black's, whose pieces stand in the right cells.
WHITE = "8/8/2p5/XxR5/2c5/8/4Xx2/2n1Xx2 w - - 0 1"
BLACK = "8/8/3P4/Xx1r4/3C4/8/4Xx2/3NXx2 w - - 0 1"
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
    """A person on either side, who names squares as printed and as in the rules. If the person is Black, White's Horse
    has stepped aside, and White's clock waits: `resume` lets the engine continue."""

    def __init__(self, display: Display, black: bool = False, *rules: str, fen: str = "", texture: bool = False):
        self.black = black
        fen = fen or (BLACK if black else WHITE)
        super().__init__(display, fen, chosen=rules, flipped=black, texture=texture)

    def __enter__(self) -> Clicks:
        super().__enter__()
        if self.black:
            self.menu("Edit Game")
            self.move(self.cell("b1"), self.cell("a1"))
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
        return banqi_board.halves(square, int(self.black))[not near]

    def put(self, square: str, near: bool = True) -> None:
        """Click while a piece is selected."""
        self.skip()
        self.click(self.cell(square, near))

    def told(self) -> str:
        """The text sent to the message line, once the refusal that it belongs to has ended."""
        text = self.wait_output(r"1 0 0 0 (.*)")[1]
        self.wait_refused()
        return text

    def untouched(self) -> None:
        """No move was played, and XBoard shows the same as before."""
        assert len(self.referee().moves) == self.before
        assert self.check() == self.shown


# Face-down discs -------------------------------------------------------------------------------------------------


@seats
def test_a_click_on_a_square_turns_its_disc_up(display: Display, black: bool) -> None:
    with Clicks(display, black) as board:
        near, far = board.cell("c2"), board.cell("c2", near=False)
        assert re.fullmatch(rf"{near}{far},{far}{near}[a-z]", board.flip_over(near))
        board.resume()


@seats
def test_a_click_on_the_frame_turns_nothing_up(display: Display, black: bool) -> None:
    """XBoard does not report such a click: the opponent's half of the disc is there, or nothing. The game goes on."""
    with Clicks(display, black) as board:
        said = len(board.messages())
        for square in ("c1", "a5", "b5", "b4", "d8"):  # discs, pieces of both players, and an empty square
            board.click_slowly(board.cell(square, near=False))
        board.lift(board.cell("b5"))
        assert [m.text for m in board.messages()[said:] if m.sent] == [f"lift {board.cell('b5')}"]
        board.untouched()
        board.put("c5")
        board.wait_command("usermove ")
        board.resume()


def test_a_click_anywhere_on_a_square_turns_its_disc_up(display: Display) -> None:
    """In each corner of the square in the picture."""
    margin, first, last = (part / pictures.CELL for part in (pictures.MARGIN, pictures.LEFT, pictures.RIGHT))
    corners = [(x, y) for x in (first + 0.02, last - 0.02) for y in (margin + 0.02, 0.98 - margin)]
    with Discs(display) as board:
        for right, down in corners:
            disc = next(cell for cell in ("e2", "c3", "g6", "a7", "e4", "c5") if board.face_down(cell))
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
    [("c5", True, ()), ("c5", False, DARK), ("b4", True, DARK), ("b4", False, ())],
)
def test_either_cell_is_a_destination(
    display: Display, black: bool, near: bool, rules: tuple[str, ...], to: str
) -> None:
    """For a quiet move and for a capture."""
    with Clicks(display, black, *rules) as board:
        board.lift(board.cell("b5"))
        board.put(to, near)
        board.resume()
        assert board.read(board.moves())[2][board.before] == [board.cell("b5") + board.cell(to)]


@seats
@cells
def test_either_cell_of_a_disc_is_attempted(display: Display, black: bool, near: bool) -> None:
    """With ``DarkCapture``, if the piece can reach the disc."""
    with Clicks(display, black, "DarkCapture", "DealSeed=5") as board:
        board.lift(board.cell("b5"))
        board.put("a5", near)
        board.wait_output(r"Illegal move \(.* turns up\)")
        board.resume()
        assert board.referee().texts()[board.before].startswith("b5a5=")


@seats
@cells
@pytest.mark.parametrize("rules", [(), DARK], ids=["", "DarkCapture"])
def test_a_man_in_hand_turns_no_disc_up(display: Display, black: bool, near: bool, rules: tuple[str, ...]) -> None:
    """A click on a disc that it cannot take turns nothing up: a message says why. After a click on the frame the man
    stays in hand."""
    for square in ("a5", "c1") if not rules else ("c1",):
        with Clicks(display, black, *rules) as board:
            board.lift(board.cell("b5"))
            board.put(square, near)
            refusal = "out of reach" if rules else "face-down pieces cannot be captured"
            assert board.told() == ("click again to turn it up" if near else refusal)
            board.untouched()
            if not near:  # a click on the frame is refused, and the piece stays in hand
                board.put("c1")
                assert board.told() == "click again to turn it up"
            board.flip_over(board.cell("c1"))
            board.resume()
            assert board.referee().texts()[board.before].startswith("c1c1=")


# What people see -------------------------------------------------------------------------------------------------


@seats
def test_a_note_lists_what_is_face_down(display: Display, black: bool) -> None:
    with Clicks(display, black) as board:
        board.flip_over(board.cell("c1"))
        board.resume()
        game = board.referee()
        listed = messages.face_down(cast(Position, game.position), short=True)
        board.wait_output(rf"1 0 0 0 \S.*{game.texts()[-1][2:4]}; {listed}$")


@seats
def test_discs_lie_at_the_same_place(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """Face up and face down, inside their squares."""
    find_board(monkeypatch)
    with Clicks(display, black, texture=True) as board:
        board.screenshot(artifacts / f"banqi-places-{'black' if black else 'white'}.png")
        empty, width = pixels(board, "c5"), board.square_rect("a1").width
        places = []
        for square in ("b5", "b4", "b6", "c1", "c2"):
            columns = np.flatnonzero((abs(pixels(board, square) - empty).max(axis=2) > 40).any(axis=0))
            places.append((columns[0], columns[-1]))
        firsts, lasts = zip(*places)
        assert max(firsts) - min(firsts) <= 1
        assert max(lasts) - min(lasts) <= 1
        left, right = (part / pictures.CELL * width for part in (pictures.LEFT, pictures.RIGHT))
        assert min(firsts) >= left - 1
        assert max(lasts) <= right + 3  # shadows


@seats
def test_names_of_squares_are_those_in_messages(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """Beside each square is its name in messages and hints, which is that of the rules."""
    find_board(monkeypatch)
    with Discs(display, texture=True, flipped=black) as board:
        board.start()
        arrows = {move[:2] for move in board.referee().texts()}  # which cover a name
        for square in sorted(set(banqi_board.SQUARES) - arrows):
            frame = colors(display, board.square_rect(banqi_board.spare(square, int(black))))
            assert name_on(frame) == square


@seats
def test_arrows_do_not_cover_what_was_turned_up(
    display: Display, monkeypatch: pytest.MonkeyPatch, artifacts: Path, black: bool
) -> None:
    """The engine turned it up, because at the start there are only flips."""
    find_board(monkeypatch)
    with Discs(display, texture=True, flipped=black) as board:
        if not black:
            board.flip_over("c4")
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
        inside = (xs / size - pictures.MIDDLE) ** 2 + (ys / size - 0.5) ** 2 < (0.9 * pictures.RADIUS) ** 2
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
