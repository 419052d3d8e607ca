"""Banqi's pictures in XBoard: discs, and the board with the names of its squares."""

from __future__ import annotations

from typing import Any

import pytest

from oddfish.protocols.pictures.families import banqi as pictures
from oddfish.protocols.pictures.png import png
from oddfish.protocols.projections.banqi.board import HALF, SLOTS, SQUARES, halves
from support.banqi_frame import name_on
from support.images import from_svg, pixels


def test_pieces_look_alike_from_both_sides_and_halves_do_not():
    """XBoard exchanges White's and Black's pictures in a flipped view."""
    drawn = pictures.pieces("pieces")
    faces = set()
    for letter, slot in SLOTS.items():
        assert drawn[f"White{slot}.svg"] == drawn[f"Black{slot}.svg"]
        assert ("#b3121b" in drawn[f"White{slot}.svg"]) == letter.isupper()
        faces.add(drawn[f"White{slot}.svg"])
    assert len(faces) == 14
    assert drawn[f"White{HALF}.svg"] != drawn[f"Black{HALF}.svg"]


def test_a_disc_lies_at_the_same_place_face_up_and_face_down():
    drawn = pictures.pieces("pieces")
    backs, faces = [from_svg(drawn[f"White{slot}.svg"]) for slot in (HALF, SLOTS["K"])]
    for image in (backs, faces):
        columns = [column for column in range(100) if image[:, column, 3].max() == 255]
        assert (columns[0], columns[-1]) == (3, 75)  # an arrow from the cell on the right ends at 75
    assert not from_svg(drawn[f"Black{HALF}.svg"])[..., 3].any()


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.quick(3)
def test_the_names_of_squares_are_printed(black: bool):
    """On the frame beside each square; Black's view has them the other way round."""
    board = pixels(png(pictures.board(black).svg()))
    for square in SQUARES:
        assert name_on(_cell(board, halves(square, int(black))[1], black)) == square


def _cell(board: Any, cell: str, black: bool) -> Any:
    """A cell of the board as one side sees it."""
    file, rank = "abcdefgh".index(cell[0]), int(cell[1])
    left, top = 96 * (7 - file if black else file), 96 * (rank - 1 if black else 8 - rank)
    return board[top : top + 96, left : left + 96]


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.quick(3)
def test_only_the_cell_of_the_disc_looks_like_a_square(black: bool):
    """The other one, on which a click turns nothing up, shows the frame."""
    board = pixels(png(pictures.board(black).svg()))
    ground, square = (tuple(bytes.fromhex(color[1:])) for color in (pictures.GROUND, pictures.SQUARE))
    for each in SQUARES:
        frame, disc = (_cell(board, half, black) for half in reversed(halves(each, int(black))))
        names = tuple(bytes.fromhex(pictures.NAME[1:]))
        assert not (frame[..., :3] == square).all(axis=2).any()
        assert {ground, names} <= {tuple(point) for point in frame[..., :3].reshape(-1, 3)}
        assert (frame[:, 60:, :3] == ground).all()
        assert tuple(disc[10, 24, :3]) == square
        assert tuple(disc[48, 90, :3]) == ground
