"""Positions for terminals, in colour if possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from oddfish.cext.core.rules import Position
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.look import Look
from oddfish.protocols.pictures.marks import Mark, marked
from oddfish.protocols.pictures.palette import Palette
from oddfish.protocols.pictures.squares import as_seen, hands, squares_of_move
from oddfish.protocols.pictures.view import PLAIN, View

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def colours(console: Console) -> str | None:
    """A console's colour system, by rich's name; None if it has no colours or should not use them."""
    return None if console.no_color or not console.is_terminal else console.color_system


def shows_signs(console: Console) -> bool:
    """Whether a console can print the non-ASCII characters of the marks."""
    return console.encoding.lower().startswith("utf")


def drawn(
    console: Console,
    variant: Variant,
    position: Position,
    view: View = PLAIN,
    diagram: bool = True,
) -> Text:
    """The position as a console can show it.

    Args:
        diagram: whether to prefer the variant's own diagram if there are no colours and the diagram shows the whole
            view.
    """
    from rich.text import Text

    system = colours(console)
    if diagram and system is None and not view.targets and not view.flipped and view.only is None:
        return Text(variant.draw(position))
    return coloured(variant, position, view, system=system, unicode=shows_signs(console))


def coloured(
    variant: Variant,
    position: Position,
    view: View = PLAIN,
    *,
    system: str | None = "truecolor",
    unicode: bool = True,
) -> Text:
    """The position as text. Each square is three characters wide; lines connect joined points.

    Args:
        system: rich's name of the terminal's colour system; None for no colours.
        unicode: whether marks may use characters outside ASCII.
    """
    from rich.text import Text

    look = look_of(variant, position)
    rows = look.squares()
    if rows is None:
        return Text(variant.draw(position))
    palette = look.palettes[system] if system else None
    last, marks = squares_of_move(view.last_move), marked(view.targets)
    ranks, files = as_seen(variant, view.flipped)
    width = len(str(variant.ranks))
    dim = "dim" if palette else ""
    text = Text()
    for row, rank in enumerate(ranks):
        if look.joined and row:
            text.append(" " * (width + 1))
            text.append_text(_lines_between(look, palette, min(rank, ranks[row - 1]), files))
        text.append(f"{rank + 1:>{width}} ", dim)
        for index, file in enumerate(files):
            if look.joined and index:
                text.append("-", _line(palette))
            text.append(_gap_before(variant, index))
            letters = rows[variant.ranks - 1 - rank][file]
            if view.only is not None and f"{chr(97 + file)}{rank + 1}" not in view.only:
                letters = ""
            mark = marks.get((file, rank))
            edges = _edges(index, len(files)) if look.joined else "  "
            cell = _cell(letters, mark, edges, unicode)
            if palette is None:
                text.append(_plain(look, letters, mark, cell))
            else:
                ground = _ground(palette, (file + rank) % 2, mark, (file, rank) in last)
                text.append_tokens(_coloured(look, palette, letters, cell, ground, mark))
        text.append("\n")
    names = [f"{_gap_before(variant, index)} {chr(97 + file)} " for index, file in enumerate(files)]
    if look.joined:
        names[1:] = [f" {name}" for name in names[1:]]
    text.append(" " * (width + 1) + "".join(names), dim)
    held = hands(position)
    if held and view.only is None:
        white, black = look.holders
        text.append(f"\n{look.held}: {white} {held[0] or '-'}, {black} {held[1] or '-'}")
    return text


def _ground(palette: Palette, shade: int, mark: Mark | None, is_last: bool) -> str:
    """The background of a square."""
    if mark is not None:
        return palette.takes if mark.strikes else palette.goes
    return palette.last if is_last else palette.grounds[shade]


def _edges(index: int, files: int) -> str:
    """The characters to the left and right of a point: lines, but not beyond the edge of the board."""
    return f"{'-' if index else ' '}{'-' if index < files - 1 else ' '}"


def _line(palette: Palette | None) -> str:
    """The style of the lines between points."""
    return _over(palette.grounds[0], palette.line) if palette else ""


def _lines_between(look: Look, palette: Palette | None, rank: int, files: Sequence[int]) -> Text:
    """The lines from a rank of joined points to the rank above."""
    from rich.text import Text

    drawn = " | " + "".join(f"{look.slant(min(file, before), rank)} | " for before, file in pairwise(files))
    return Text.assemble((drawn, _line(palette)), "\n")


def _cell(letters: str, mark: Mark | None, edges: str, unicode: bool) -> tuple[str, str, str]:
    """The three characters of a square. A single piece is in the middle, as is the second of two; a mark follows them,
    or is in the middle if there is no piece."""
    sign = "" if mark is None else mark.sign if unicode else mark.ascii
    left, right = edges[0], edges[1]
    if not letters:
        return left, sign or " ", right
    if len(letters) > 1:
        return letters[0], letters[1], sign or right
    return left, letters, sign or right


def _plain(look: Look, letters: str, mark: Mark | None, cell: tuple[str, str, str]) -> str:
    """A square without colours: a dot if it is empty, or a plus if it is a point where lines cross."""
    left, middle, right = cell
    if not letters and mark is None:
        middle = _empty(look)
    return "".join(look.character(one) if one in letters else one for one in (left, middle, right))


def _empty(look: Look) -> str:
    return "+" if look.joined else "."


def _coloured(
    look: Look, palette: Palette, letters: str, cell: tuple[str, str, str], ground: str, mark: Mark | None
) -> Iterator[tuple[str, str]]:
    """The characters of a square and their styles. A letter's style can have its own background."""
    sign = palette.taking_sign if mark is not None and mark.strikes else palette.sign
    line = palette.line if ground in palette.grounds else sign.removeprefix("bold ")
    for place, character in enumerate(cell):
        if place == 1 and character == " " and look.joined:
            yield "+", _over(ground, line)
        elif character == " ":
            yield character, ground
        elif character in letters:
            yield look.character(character), _over(ground, look.ink(character, palette))
        elif character == "-":
            yield character, _over(ground, line)
        else:
            yield character, _over(ground, sign)


def _over(ground: str, ink: str) -> str:
    """A letter's style on a background."""
    return ink if " on " in ink else f"{ink} {ground}"


def _gap_before(variant: Variant, file: int) -> str:
    """The gap between a board and the board on its left."""
    return "  " if file and variant.board_files and file % variant.board_files == 0 else ""
