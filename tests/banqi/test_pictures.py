"""Banqi's pictures in XBoard: discs, and the board with the names of its squares."""

from __future__ import annotations

from typing import Any

import pytest

from oddfish.protocols.pictures import library
from oddfish.protocols.pictures.families import banqi as pictures
from oddfish.protocols.projections.banqi.board import HALF, SLOTS
from support.images import is_inked, pixels


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


def test_a_disc_lies_at_the_same_height_face_up_and_face_down():
    drawn = pictures.pieces("pieces")
    backs, faces = [pixels(_png(drawn[f"White{slot}.svg"])) for slot in (HALF, SLOTS["K"])]
    for image in (backs, faces):
        rows = [row for row in range(100) if image[row, :, 3].max() == 255]
        assert (rows[0], rows[-1]) == (23, 99)  # an arrow from the cell above ends at 25
    assert not pixels(_png(drawn[f"Black{HALF}.svg"]))[..., 3].any()


def _png(svg: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


@pytest.mark.parametrize("black", [False, True])
def test_the_names_of_squares_are_printed(black: bool):
    """In the upper half of each; Black's view has them the other way round."""

    def name(board: Any, file: int, row: int) -> Any:
        return board[192 * row + 10 : 192 * row + 70, 96 * file + 10 : 96 * file + 86].astype(int)

    board, turned = (pixels(library.png(pictures.board(view))) for view in (black, not black))
    for file in range(8):
        for row in range(4):
            assert abs(name(board, file, row) - name(turned, 7 - file, 3 - row)).max() <= 32  # smoothing
            other = name(board, (file + 1) % 8, row)
            assert abs(name(board, file, row) - other).max() > 32


def test_lines_of_the_board():
    board, ink = pixels(library.png(pictures.board())), pictures.INK
    for file in range(8):
        for rank in range(8):
            x, y = 96 * file + 48, 96 * rank
            assert is_inked(board, x, y, ink) == (rank % 2 == 0)  # a line above every other cell
            assert is_inked(board, 96 * file, y + 48, ink)
            if rank % 2 == 0:
                assert tuple(board[y + 80, x]) == tuple(board[-1, -1])
