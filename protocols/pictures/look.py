"""What a family of games draws of its own. Whatever it does not say looks as in chess."""

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
    """How a position is drawn by ``svg`` and ``terminal``.

    In SVG, squares and pieces are fields of 45 x 45, coloured by the classes of the style sheet in ``svg``.
    """

    #: The classes of dark and light squares in SVG.
    shades: tuple[str, str] = ("dark", "light")
    #: The colours in a terminal, by what it can show.
    palettes: Mapping[str, Palette] = PALETTES
    #: What the pieces' SVG refers to.
    definitions = ""
    #: Whether the pieces stand on points joined by lines instead of squares, in a terminal.
    joined = False
    #: What the letters in the FEN's brackets are, and whose upper and lower case is.
    held, holders = "in hand", ("White", "Black")

    def __init__(self, variant: Variant, position: Position):
        self.variant = variant
        self.position = position

    def squares(self) -> list[list[str]] | None:
        """The letters of the pieces by rank, from the top, '' for an empty square; None to draw the position as the
        variant's text diagram instead."""
        return squares(self.variant, self.position)

    def figures(self) -> Mapping[str, str]:
        """Outlines of the pieces by letter, in upper case. Any other is drawn as a disc with its letter."""
        return FIGURES

    def piece(self, letters: str) -> str:
        """The SVG of what stands on a square."""
        return colored(self.figure(letters), letters.isupper())

    def figure(self, letters: str) -> str:
        kind = letters.upper()
        return self.figures().get(kind) or _DISC + lettering(kind, 22.5, 30.5, 16, "letter")

    def field(self, columns: Sequence[int], top: int, cell: int) -> list[str] | None:
        """The SVG of the board, if it is no matter of single squares.

        Args:
            columns: the left edges of its files.
            top: its upper edge.
            cell: a square's side.
        """
        return None

    def slant(self, file: int, rank: int) -> str:
        """How a terminal shows the diagonal line between four joined points.

        Args:
            file, rank: those of the lower left one, from 0.
        """
        return " "

    def character(self, letter: str) -> str:
        """How a terminal shows a letter."""
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
    """The drawings of a family, which its module calls ``FAMILY``.

    Attributes:
        look: how its positions are drawn.
        boards: the boards that XBoard shows it on, by the name its projections give them.
        pieces: XBoard's pictures of its pieces by file name, given the name of the set (``Projection.piece_set``).
        chosen_pieces: the same for the set-up of a position, where players choose their pieces; {} if they do not. The
            last argument says whether White's and Black's picture in a slot are to have one shape.
    """

    look: type[Look] = Look
    boards: Mapping[str, Callable[[], Board]] = field(default_factory=dict)
    pieces: Callable[[str], dict[str, str]] = _nothing
    chosen_pieces: Callable[[Variant, Position, bool], dict[str, str]] = _nothing_chosen
