"""The base of a family's drawings. Its defaults look as in chess."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.board import Board
from oddfish.protocols.pictures.figures import FIGURES
from oddfish.protocols.pictures.lettering import lettering
from oddfish.protocols.pictures.palette import PALETTES, Palette
from oddfish.protocols.pictures.squares import squares

_DISC = '<circle cx="22.5" cy="22.5" r="17"/>'


class Look:
    """The look of a position, drawn by ``svg`` and ``terminal``.

    In SVG, squares and pieces are fields of 45 x 45, coloured by the classes of the style sheet in ``svg``.
    """

    #: The classes of dark and light squares in SVG.
    shades: tuple[str, str] = ("dark", "light")
    #: The colours in a terminal, by its colour system.
    palettes: Mapping[str, Palette] = PALETTES
    #: SVG definitions that the pieces refer to.
    definitions = ""
    #: Whether a terminal shows points joined by lines instead of squares.
    joined = False
    #: The meaning of the letters in the FEN's brackets, and the owners of upper and lower case.
    held, holders = "in hand", ("White", "Black")

    def __init__(self, variant: Variant, position: Position):
        self.variant = variant
        self.position = position

    def squares(self) -> list[list[str]] | None:
        """The letters of the pieces by rank, from the top; '' for an empty square. None to draw the variant's text
        diagram instead."""
        return squares(self.variant, self.position)

    def figures(self) -> Mapping[str, str]:
        """Outlines of the pieces, by letter in upper case. Any other piece is drawn as a disc with its letter."""
        return FIGURES

    def piece(self, letters: str) -> str:
        """The SVG of the pieces on a square."""
        return colored(self.figure(letters), letters.isupper())

    def figure(self, letters: str) -> str:
        kind = letters.upper()
        return self.figures().get(kind) or _DISC + lettering(kind, 22.5, 30.5, 16, "letter")

    def field(self, columns: Sequence[int], top: int, cell: int) -> list[str] | None:
        """The SVG of the whole board; None to draw single squares.

        Args:
            columns: the left edges of the files.
            top: the upper edge of the board.
            cell: the side of a square.
        """
        return None

    def slant(self, file: int, rank: int) -> str:
        """How a terminal shows the diagonal line between four joined points.

        Args:
            file, rank: the lower left point, from 0.
        """
        return " "

    def character(self, letter: str) -> str:
        """The character that a terminal shows for a letter."""
        return letter

    def ink(self, letter: str, palette: Palette) -> str:
        """The style of a letter in a terminal."""
        return palette.inks[not letter.isupper()]


def colored(figure: str, white: bool, classes: str = "") -> str:
    """A figure in a side's colours."""
    if white:
        return f'<g class="white{classes}">{figure}</g>'
    return f'<g class="rim">{figure}</g><g class="black{classes}">{figure}</g>'


def _nothing(piece_set: str) -> dict[str, str]:
    return {}


def _nothing_chosen(variant: Variant, position: Position, alike: bool) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Family:
    """The drawings of a family. Its module defines them as ``FAMILY``.

    Attributes:
        look: the look of positions.
        boards: XBoard's pictures of boards, by name (``Projection.board``).
        pieces: returns XBoard's pictures of the pieces by file name, given the name of the set
            (``Projection.piece_set``).
        chosen_pieces: returns the pictures for the set-up of a position if players choose their pieces, else {}. Its
            last argument says whether White's and Black's pieces in a slot get the same shape.
    """

    look: type[Look] = Look
    boards: Mapping[str, Callable[[], Board]] = field(default_factory=dict)
    pieces: Callable[[str], dict[str, str]] = _nothing
    chosen_pieces: Callable[[Variant, Position, bool], dict[str, str]] = _nothing_chosen
