"""What a family of games draws of its own. Whatever it does not say looks as in chess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.board import Board
from oddfish.protocols.pictures.figures import FIGURES
from oddfish.protocols.pictures.squares import squares

_DISC = '<circle cx="22.5" cy="22.5" r="17"/><text x="22.5" y="30" class="letter">{}</text>'


class Look:
    """How a position is drawn by ``svg`` and ``terminal``.

    In SVG, squares and pieces are fields of 45 x 45, coloured by the classes of the style sheet in ``svg``.
    """

    #: The classes of dark and light squares in SVG, and their styles in a terminal.
    shades: tuple[str, str] = ("dark", "light")
    grounds: tuple[str, str] = ("on #6b7079", "on #8a8f98")
    #: The styles of White's and Black's letters in a terminal.
    inks: tuple[str, str] = ("bold #ffffff", "bold #101010")
    #: What the pieces' SVG refers to.
    definitions = ""
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
        return self.figures().get(kind) or _DISC.format(escape(kind))

    def character(self, letter: str) -> tuple[str, str]:
        """How a terminal shows a letter, and its style."""
        return letter, self.inks[not letter.isupper()]


def colored(figure: str, white: bool, classes: str = "") -> str:
    """A figure in a side's colours."""
    if white:
        return f'<g class="white{classes}">{figure}</g>'
    return f'<g class="rim">{figure}</g><g class="black{classes}">{figure}</g>'


def _nothing(piece_set: str) -> dict[str, str]:
    return {}


def _nothing_chosen(variant: Variant, position: Position) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Family:
    """The drawings of a family, which its module calls ``FAMILY``.

    Attributes:
        look: how its positions are drawn.
        boards: the boards that XBoard shows it on, by the name its projections give them.
        pieces: XBoard's pictures of its pieces by file name, given the name of the set (``Projection.piece_set``).
        chosen_pieces: the same for the set-up of a position, where players choose their pieces; {} if they do not.
    """

    look: type[Look] = Look
    boards: Mapping[str, Callable[[], Board]] = field(default_factory=dict)
    pieces: Callable[[str], dict[str, str]] = _nothing
    chosen_pieces: Callable[[Variant, Position], dict[str, str]] = _nothing_chosen
