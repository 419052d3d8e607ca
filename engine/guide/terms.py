"""What guides speak of: what moves do on the board, moves that somebody would like to make, pieces studied alone."""

from __future__ import annotations

from typing import NamedTuple

from oddfish.cext.core.rules import Position

#: What a move does on a square, as boards mark it. A *victim* is captured elsewhere than on the square moved to; to
#: *share* is to join what stands there, to *try* to attack what may not be capturable, to go *across* to get there by
#: way of another board.
MOVE, CAPTURE, VICTIM, DROP, ACROSS, FLIP, SWAP, SHARE, TRY, CASTLE = KINDS = (
    "move", "capture", "victim", "drop", "across", "flip", "swap", "share", "try", "castle",
)  # fmt: skip


class Target(NamedTuple):
    """A square that a move has to do with besides its origin."""

    origin: str  # where the move begins: a square, or a letter and @ for a drop
    square: str
    kind: str  # one of KINDS


class Wish(NamedTuple):
    """A move that somebody would like to make, read from its text."""

    text: str
    origin: str  # a square, or a letter and @ for a drop
    square: str
    rest: str  # what follows the squares


class Study(NamedTuple):
    """A piece alone on the board.

    Attributes:
        position: what the targets are those of. It also has pieces that the game cannot do without.
        shown: the squares whose pieces matter.
        square: where the piece stands.
        targets: where it can go.
        notes: what the drawing does not show, in words.
        title: the piece and its square, in words.
    """

    position: Position
    shown: tuple[str, ...]
    square: str
    targets: tuple[Target, ...]
    notes: tuple[str, ...]
    title: str


class PieceError(ValueError):
    """There is no such piece, or it cannot stand there; the text says why."""
