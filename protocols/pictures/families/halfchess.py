"""The Half Chess family: halflings shaded on their right halves, badges for augmented pieces, and red outlines for
promoted pieces of the other army's types."""

from __future__ import annotations

from collections.abc import Mapping

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.board import Board, rectangle
from oddfish.protocols.pictures.chessmen import COLORS, chessman
from oddfish.protocols.pictures.figures import FIGURES, ROOK_KNIGHT
from oddfish.protocols.pictures.lettering import lettering
from oddfish.protocols.pictures.look import Family, Look, colored
from oddfish.protocols.projections.base import DARK_SQUARES, LIGHT_SQUARES
from oddfish.protocols.projections.halfchess import FULL_SIZED, SLOTS, projection_of

#: The other army's types, by the letters of pieces promoted to them.
_FOREIGN = dict(zip("THEM", "RNBQ"))
_OFFICERS = "RNBQ"


def badges(position: Position) -> dict[str, str]:
    """The parts of the armies' codes, such as `RF`, by FEN letter; {} in games without armies."""
    codes = position.setup.codes  # type: ignore[attr-defined]
    found: dict[str, str] = {}
    for side, code in enumerate(codes):
        if not code:
            return {}
        for letter, foreign, part in zip(_OFFICERS, _FOREIGN, code.split("-")):
            own, other = (letter, foreign.lower()) if side == 0 else (letter.lower(), foreign)
            found[own] = found[other] = part
    return found


def _figure(kind: str, part: str) -> str:
    """The outline of a piece, given its part of an army's code, which shows whether a Queen is a Chancellor."""
    return ROOK_KNIGHT if kind == "Q" and part.startswith("R") else FIGURES[kind]


class HalfChessLook(Look):
    def __init__(self, variant: Variant, position: Position):
        super().__init__(variant, position)
        self._badges = badges(position)
        self._halflings = projection_of(variant).piece_set != FULL_SIZED
        if self._halflings:
            self.definitions = '<defs><clipPath id="half"><rect x="22.5" width="23" height="46"/></clipPath></defs>'

    def piece(self, letters: str) -> str:
        letter = letters.upper()
        kind = _FOREIGN.get(letter, letter)
        badge = self._badges.get(letters, "")
        figure = _figure(kind, badge)
        foreign = " foreign" if kind != letter else ""
        drawn = colored(figure, letters.isupper(), foreign)
        if self._halflings and kind in _OFFICERS:
            side = "white" if letters.isupper() else "black"
            drawn += f'<g clip-path="url(#half)"><g class="{side}{foreign} half">{figure}</g></g>'
        return drawn + (_plate(badge) if badge else "")


def _plate(badge: str) -> str:
    """A badge in the lower right corner."""
    width = 5 + 6.5 * len(badge)
    return (
        f'<g class="badge"><rect x="{44 - width:g}" y="33" width="{width:g}" height="11" rx="2.5"/>'
        f"{lettering(badge, 44 - width / 2, 41.6, 6.2, 'plate')}</g>"
    )


def pieces(piece_set: str, parts: Mapping[str, str] | None = None, alike: bool = False) -> dict[str, str]:
    """XBoard's pictures of the family's pieces.

    Args:
        parts: the parts of the armies' codes, by FEN letter.
        alike: draw both sides' pieces in a slot as the same figure.
    """
    files = {}
    for letter, slot in SLOTS.items():
        kind = _FOREIGN.get(letter, letter)
        own = {color: (parts or {}).get(letter if color == "White" else letter.lower(), "") for color in COLORS}
        plain = alike and len({_figure(kind, part) for part in own.values()}) > 1
        for color, part in own.items():
            figure = FIGURES[kind] if plain else _figure(kind, part)
            # A code's first letter is the basic piece. Not every figure shows it: a Queen can be a Chancellor, and some
            # basic pieces that replace the Knight lack a figure.
            shows_basic = figure == _figure(kind, part) and (kind != "N" or part[:1] in ("C", "N"))
            files[f"{color}{slot}.svg"] = chessman(
                figure,
                color,
                halfling=piece_set != FULL_SIZED and kind in _OFFICERS,
                foreign=kind != letter,
                badge=part[1:] if shows_basic else part,
            )
    return files


def chosen_pieces(variant: Variant, position: Position, alike: bool) -> dict[str, str]:
    """Chessmen with the letters of their augmenters."""
    parts = badges(position)
    return pieces(projection_of(variant).piece_set, parts, alike) if parts else {}


# --- XBoard's board for hands -------------------------------------------------------------------------------

#: The wood of the trays and of the wells in them.
TRAY, WELL = "#8a6647", "#a88463"
_RIM = "#5e432c"


def board_with_hands() -> Board:
    """A chessboard between two trays, which have a well for each piece."""
    square, files, ranks = 48, 8, 10
    width = files * square
    shapes = [
        rectangle(file * square, row * square, (file + 1) * square, (row + 1) * square, DARK_SQUARES)
        for row in range(1, ranks - 1)
        for file in range(row % 2, files, 2)
    ]
    for row in (0, ranks - 1):
        shapes.append(rectangle(0, row * square, width, (row + 1) * square, TRAY))
        shapes += [
            f'<rect x="{file * square + 3}" y="{row * square + 3}" width="{square - 6}" height="{square - 6}" rx="6"'
            f' fill="{WELL}" stroke="{_RIM}" stroke-width="1.5"/>'
            for file in range(files)
        ]
    return Board(files, ranks, square, LIGHT_SQUARES, shapes)


FAMILY = Family(HalfChessLook, {"halfgi": board_with_hands}, pieces, chosen_pieces)
