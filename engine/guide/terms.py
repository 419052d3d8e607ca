"""Types of the guides: what moves do on the board, moves as a user wants them, lone pieces to study."""

from __future__ import annotations

from typing import NamedTuple

from oddfish.cext.core.rules import Position

#: What a move does on a square, as boards mark it. A *victim* is captured on another square than the destination.
#: *share* joins the piece there, *try* attacks a piece that may turn out not to be capturable, *across* goes there by
#: way of another board.
MOVE, CAPTURE, VICTIM, DROP, ACROSS, FLIP, SWAP, SHARE, TRY, CASTLE = KINDS = (
    "move", "capture", "victim", "drop", "across", "flip", "swap", "share", "try", "castle",
)  # fmt: skip


class Target(NamedTuple):
    """A square that a move affects, besides its origin."""

    origin: str  # where the move begins: a square, or a letter and @ for a drop
    square: str
    kind: str  # one of KINDS


class Attempt(NamedTuple):
    """A move that the user wants to make, parsed from its text."""

    text: str
    origin: str  # a square, or a letter and @ for a drop
    square: str
    rest: str  # the text after the squares


class Study(NamedTuple):
    """A piece alone on the board.

    Attributes:
        position: the position of the targets. It also has the pieces that every position needs.
        shown: the squares whose pieces to draw.
        square: the square of the piece.
        targets: where it can go.
        notes: sentences about what the drawing does not show.
        title: the piece and its square, in words.
    """

    position: Position
    shown: tuple[str, ...]
    square: str
    targets: tuple[Target, ...]
    notes: tuple[str, ...]
    title: str


class PieceError(ValueError):
    """There is no such piece, or it cannot stand there; the message says why."""
