"""Positions for terminals, in colour where there is any."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from oddfish.cext.core.rules import Position
from oddfish.engine.guide.terms import Target
from oddfish.engine.variants.base import Variant
from oddfish.protocols.pictures.families import look_of
from oddfish.protocols.pictures.look import Look
from oddfish.protocols.pictures.marks import Mark, marked
from oddfish.protocols.pictures.palette import Palette
from oddfish.protocols.pictures.squares import as_seen, hands, squares_of_move

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def colours(console: Console) -> str | None:
    """What a console can show, by rich's name; None if it has no colours, or is to use none."""
    return None if console.no_color or not console.is_terminal else console.color_system


def shows_signs(console: Console) -> bool:
    """Whether a console can print the marks' own characters."""
    return console.encoding.lower().startswith("utf")


def drawn(
    console: Console,
    variant: Variant,
    position: Position,
    last_move: str = "",
    targets: Iterable[Target] = (),
    *,
    flipped: bool = False,
    only: Collection[str] | None = None,
    diagram: bool = True,
) -> Text:
    """The position as a console can show it.

    Args:
        diagram: whether without colours the variant's own diagram is preferred, if that says everything.
    """
    from rich.text import Text

    system = colours(console)
    targets = [*targets]
    if diagram and system is None and not targets and not flipped and only is None:
        return Text(variant.draw(position))
    unicode = shows_signs(console)
    return coloured(variant, position, last_move, targets, system=system, flipped=flipped, unicode=unicode, only=only)


def coloured(
    variant: Variant,
    position: Position,
    last_move: str = "",
    targets: Iterable[Target] = (),
    *,
    system: str | None = "truecolor",
    flipped: bool = False,
    unicode: bool = True,
    only: Collection[str] | None = None,
) -> Text:
    """The position as text: a square is three characters wide. Where points are joined, lines fill what is between.

    Args:
        last_move: a move whose squares are highlighted.
        targets: what is marked on the squares that moves lead to.
        system: what the terminal can show, by rich's name; None for no colours.
        flipped: whether Black sits at the bottom.
        unicode: whether marks may be other than ASCII.
        only: the squares whose pieces are drawn; None for all.
    """
    from rich.text import Text

    look = look_of(variant, position)
    rows = look.squares()
    if rows is None:
        return Text(variant.draw(position))
    palette = look.palettes[system] if system else None
    last, marks = squares_of_move(last_move), marked(targets)
    ranks, files = as_seen(variant, flipped)
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
            if only is not None and f"{chr(97 + file)}{rank + 1}" not in only:
                letters = ""
            mark = marks.get((file, rank))
            edges = _edges(index, len(files)) if look.joined else "  "
            if palette is None:
                text.append(_plain(look, letters, mark, edges, unicode))
            else:
                ground = _ground(palette, (file + rank) % 2, mark, (file, rank) in last)
                _append(text, look, palette, letters, mark, ground, edges, unicode)
        text.append("\n")
    names = [f"{_gap_before(variant, index)} {chr(97 + file)} " for index, file in enumerate(files)]
    if look.joined:
        names[1:] = [f" {name}" for name in names[1:]]
    text.append(" " * (width + 1) + "".join(names), dim)
    held = hands(position)
    if held and only is None:
        white, black = look.holders
        text.append(f"\n{look.held}: {white} {held[0] or '-'}, {black} {held[1] or '-'}")
    return text


def _ground(palette: Palette, shade: int, mark: Mark | None, is_last: bool) -> str:
    """The ground of a square."""
    if mark is not None:
        return palette.takes if mark.strikes else palette.goes
    return palette.last if is_last else palette.grounds[shade]


def _edges(index: int, files: int) -> str:
    """What is left and right of a point: lines, but none beyond the edge of the board."""
    return f"{'-' if index else ' '}{'-' if index < files - 1 else ' '}"


def _line(palette: Palette | None) -> str:
    """The style of lines."""
    return _over(palette.grounds[0], palette.sign.removeprefix("bold ")) if palette else ""


def _lines_between(look: Look, palette: Palette | None, rank: int, files: Sequence[int]) -> Text:
    """The lines from a rank of joined points to the one above it."""
    from rich.text import Text

    drawn = " | " + "".join(f"{look.slant(min(file, before), rank)} | " for before, file in pairwise(files))
    return Text.assemble((drawn, _line(palette)), "\n")


def _cell(letters: str, mark: Mark | None, edges: str, unicode: bool) -> tuple[str, str, str]:
    """The three characters of a square: one piece stands in the middle, of two the second too; a mark after them, or
    alone in the middle."""
    sign = "" if mark is None else mark.sign if unicode else mark.ascii
    left, right = edges[0], edges[1]
    if not letters:
        return left, sign or " ", right
    if len(letters) > 1:
        return letters[0], letters[1], sign or right
    return left, letters, sign or right


def _plain(look: Look, letters: str, mark: Mark | None, edges: str, unicode: bool) -> str:
    """A square without colours: a dot if there is nothing on it, a plus where lines cross."""
    left, middle, right = _cell(letters, mark, edges, unicode)
    if not letters and mark is None:
        middle = _empty(look)
    return "".join(look.character(one) if one in letters else one for one in (left, middle, right))


def _empty(look: Look) -> str:
    return "+" if look.joined else "."


def _append(
    text: Text,
    look: Look,
    palette: Palette,
    letters: str,
    mark: Mark | None,
    ground: str,
    edges: str,
    unicode: bool,
) -> None:
    """Add a square in colour. A letter's style may have a ground of its own."""
    sign = palette.taking_sign if mark is not None and mark.strikes else palette.sign
    line = sign.removeprefix("bold ")
    for place, character in enumerate(_cell(letters, mark, edges, unicode)):
        if place == 1 and character == " " and look.joined:
            text.append("+", _over(ground, line))
        elif character == " ":
            text.append(character, ground)
        elif character in letters:
            text.append(look.character(character), _over(ground, look.ink(character, palette)))
        elif character == "-":
            text.append(character, _over(ground, line))
        else:
            text.append(character, _over(ground, sign))


def _over(ground: str, ink: str) -> str:
    """A letter's style on a ground."""
    return ink if " on " in ink else f"{ink} {ground}"


def _gap_before(variant: Variant, file: int) -> str:
    """What separates a board from the one on its left."""
    return "  " if file and variant.board_files and file % variant.board_files == 0 else ""
