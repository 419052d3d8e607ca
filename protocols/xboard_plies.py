"""Reads games that XBoard has saved: in plies on its own board.

XBoard writes a ply like a move of chess: ``Ngf3``, ``exd5``, ``e7e8=Q``, ``--`` for a pass, and ``c3xb4-a5`` for a move
by way of another square.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.cext.core.fen import board_of, read_letters
from oddfish.engine.game import Game, MoveError
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import NULL, Projection

_WORD = re.compile(r"([A-Z]?)([a-p]?)(\d*)(?:x([a-p]\d+)-)?x?([a-p]\d+)=?([A-Za-z]?)[+#]?")


class PlyError(ValueError):
    """A game that cannot be read as XBoard's.

    Attributes:
        plies: the number of plies before the error.
    """

    def __init__(self, message: str, plies: int):
        super().__init__(message)
        self.plies = plies


def from_plies(
    words: Sequence[str], variant: Variant, options: Mapping[str, Any], fen: str | None, projection: Projection
) -> tuple[Game, list[int]]:
    """Read a game that XBoard has saved. The game has no deal; in Banqi, the first player plays red. If the last turn
    lacks some of its plies, the game ends before that turn.

    Args:
        words: the moves of the PGN.
        options: the game's options.
        fen: XBoard's FEN; None for the start position.
        projection: a new projection of the variant.

    Returns:
        The game, and the number of its moves that are complete after each ply.

    Raises:
        FenError: the FEN is invalid.
        PlyError: a ply is not part of a legal move.
    """
    game = Game(variant, options, None if fen is None else projection.read_fen(fen), seed=0)
    game.deal = None
    made: list[int] = []
    board = _board(game, projection)
    for word in words:
        try:
            ply = _ply(word, game, projection, board)
            move = projection.receive(game, ply, human=False).move
        except MoveError as error:
            raise PlyError(str(error), len(made)) from None
        if move is not None:
            game.push_move(move)
            board = _board(game, projection)
        elif ply != NULL:
            board[ply[-2:] if ply[-1].isdigit() else ply[-3:-1]] = board.pop(ply[:2], "")
        made.append(len(game.moves))
    return game, made


def _board(game: Game, projection: Projection) -> dict[str, str]:
    """The letters on XBoard's board by square; {} if its squares can hold more than one letter."""
    try:
        return read_letters(board_of(projection.write_fen(game.position)), *projection.grid)
    except FenError:
        return {}


def _ply(word: str, game: Game, projection: Projection, board: Mapping[str, str]) -> str:
    """The ply that a word of the PGN means.

    Raises:
        MoveError: the word can mean no ply, or several.
    """
    if word == "--":
        return NULL
    found = _WORD.fullmatch(word)
    if found is None:
        return word  # the projection may know it
    letter, file, rank, via, to, suffix = found.groups("")
    end = to + suffix.lower()
    if not letter and not file:
        file = to[0]  # a pawn that goes straight
    if file and rank:
        starts = [file + rank]
    else:
        squares = [square for square, piece in board.items() if piece.upper() == (letter or "P")]
        starts = [one for one in squares if file in ("", one[0]) and rank in ("", one[1:])]
    plies = [f"{start}{via},{via}{end}" if via else start + end for start in starts]
    if len(plies) > 1:
        plies = [ply for ply in plies if _fits(game, projection, ply)]
    if len(plies) != 1:
        raise MoveError(f"'{word}': {'several pieces' if plies else 'no piece'} can make this move")
    return plies[0]


def _fits(game: Game, projection: Projection, ply: str) -> bool:
    """Whether a legal move continues with a ply."""
    try:
        projection.receive(game, ply, human=False)
    except MoveError:
        return False
    projection.undo()
    return True


__all__ = ["PlyError", "from_plies"]
