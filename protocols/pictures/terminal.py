"""Positions in colour for terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.squares import hands, squares_of_move

if TYPE_CHECKING:
    from rich.text import Text

_MARKED = "on #7d7440"


def coloured(variant: Variant, position: Position, last_move: str = "") -> Text:
    """The position as coloured text, the squares of the last move highlighted."""
    from rich.text import Text

    look = look_of(variant, position)
    rows = look.squares()
    if rows is None:
        return Text(variant.draw(position))
    marked = squares_of_move(last_move)
    width = len(str(variant.ranks))
    text = Text()
    for index, row in enumerate(rows):
        rank = variant.ranks - 1 - index
        text.append(f"{rank + 1:>{width}} ", "dim")
        for file, letters in enumerate(row):
            text.append(_gap_before(variant, file))
            ground = _MARKED if (file, rank) in marked else look.grounds[(file + rank) % 2]
            for letter in f"{letters} " if len(letters) > 1 else f" {letters or ' '} ":
                character, ink = look.character(letter)
                text.append(character, f"{ink} {ground}")
        text.append("\n")
    names = [f"{_gap_before(variant, file)} {chr(97 + file)} " for file in range(variant.files)]
    text.append(" " * (width + 1) + "".join(names), "dim")
    held = hands(position)
    if held:
        white, black = look.holders
        text.append(f"\n{look.held}: {white} {held[0] or '-'}, {black} {held[1] or '-'}")
    return text


def _gap_before(variant: Variant, file: int) -> str:
    """What separates a board from the one on its left."""
    return "  " if file and variant.board_files and file % variant.board_files == 0 else ""
