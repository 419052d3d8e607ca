"""All pictures: ``python -m oddfish.protocols.pictures.library`` draws them anew."""

from __future__ import annotations

from oddfish.protocols.pictures import (
    MOST_FILES,
    MOST_RANKS,
    PIECES,
    SQUARES,
    banqi_set,
    bifold_board,
    board,
    chess_set,
    fanorona_board,
    tandem_board,
)
from oddfish.protocols.pictures.canvas import Canvas

SQUARE = 48  # pixels of the chessboard's; XBoard scales
LIGHT, DARK = SQUARES[1::2]


def chessboard() -> Canvas:
    """As large as can be: the Half Chess family's is a part of it."""
    canvas = Canvas(MOST_FILES * SQUARE, MOST_RANKS * SQUARE, LIGHT, DARK)
    for file in range(MOST_FILES):
        for row in range(1 - file % 2, MOST_RANKS, 2):
            canvas.block(file * SQUARE, row * SQUARE, (file + 1) * SQUARE, (row + 1) * SQUARE, 1)
    return canvas


def boards() -> dict[str, bytes]:
    """Pictures of boards by their games."""
    drawn = {
        "chess": (chessboard(), SQUARE),
        "fanorona": (fanorona_board.draw(), fanorona_board.SQUARE),
        "banqi": (banqi_set.board(), banqi_set.CELL),
        "bifold": (bifold_board.draw(), bifold_board.SQUARE),
        "tandem": (tandem_board.draw(), tandem_board.SQUARE),
    }
    return {
        game: canvas.extended(MOST_FILES * square, MOST_RANKS * square).png()
        for game, (canvas, square) in drawn.items()
    }


def pieces(halflings: bool) -> dict[str, str]:
    """Pictures of all games' pieces by the names of their files.

    Args:
        halflings: whether the Half Chess family's Rooks, Bishops, Queens and Knights are halved.
    """
    return {
        **chess_set.family(halflings),
        **chess_set.whole(),
        **bifold_board.pictures(),
        **banqi_set.pictures(),
    }


if __name__ == "__main__":
    chess_set.write(PIECES, pieces(halflings=True))
    for game, data in boards().items():
        board(game).parent.mkdir(exist_ok=True)
        board(game).write_bytes(data)
