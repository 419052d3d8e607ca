"""``oddfish show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    Failure,
    VariantName,
    Whole,
    needed,
    open_console,
    open_game,
    option_seed,
    option_values,
    reported,
    write_file,
)

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.guide.terms import Study


@click.command(short_help="Draw a position.")
@click.argument("variant", type=VariantName())
@click.argument("fen", nargs=-1)
@click.option("--svg", "svg_file", metavar="FILE", help="write an SVG picture instead (- for standard output)")
@click.option(
    "--png", "png_file", metavar="FILE", help="write a PNG picture instead; needs: pip install 'oddfish[png]'"
)
@click.option(
    "--piece",
    metavar="X",
    help="show instead how a kind of piece moves on an empty board: its letter, or letters such as RF (a piece of an "
    "army) or QR (a unit of Bifold Halfgi); in lower case, Black's",
)
@click.option("--square", metavar="SQUARE", help="where that piece stands")
@click.option("--flip", is_flag=True, help="draw Black at the bottom")
@click.option("--width", type=Whole(16, 10000), metavar="PIXELS", help="width of the PNG in pixels")
@option_values
@option_seed
def show(
    variant: Variant,
    fen: tuple[str, ...],
    svg_file: str | None,
    png_file: str | None,
    piece: str | None,
    square: str | None,
    flip: bool,
    width: int | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Draw a position, by default the start position.

    The FEN need not be quoted.
    """
    from oddfish.engine.guide import guide_of
    from oddfish.engine.guide.terms import PieceError
    from oddfish.engine.guide.words import capital

    guide, game = guide_of(variant), open_game(variant, options, " ".join(fen) or None, seed)
    if square is not None and piece is None:
        raise Failure("--square goes with --piece")
    study = None
    if piece is not None:
        with reported(PieceError):
            study = guide.study(game.position, piece, (square or "").lower())
    if svg_file is not None or png_file is not None:
        from oddfish.protocols.pictures.png import png
        from oddfish.protocols.pictures.svg import svg

        if study is None:
            drawn = svg(variant, game.position, flipped=flip)
        else:
            drawn = svg(variant, study.position, targets=study.targets, flipped=flip, only=study.shown)
        if svg_file is not None:
            write_file(svg_file, drawn)
        if png_file is not None:
            with needed("resvg_py", "a PNG needs resvg: pip install 'oddfish[png]'"):
                picture = png(drawn, width)
            write_file(png_file, picture)
        return
    console = open_console()
    if study is not None:
        print_study(console, variant, study, flip)
        return
    from oddfish.protocols.terminal import board, legend

    console.print(board(game, console, flip))
    console.print()
    console.print(game.fen(), markup=False, soft_wrap=True)
    result = game.result()
    mover = capital(guide.called(game.position, game.turn))
    state = f"{result.text} {result.reason}" if result else f"{mover} to move"
    console.print(f"{state}{', in check' if game.position.check else ''}, {game.position.count()} legal moves")
    console.print(legend(game))


def print_study(console: Console, variant: Variant, study: Study, flipped: bool) -> None:
    """Draw a piece alone on the board, and say what the marks mean."""
    from rich.text import Text

    from oddfish.protocols.pictures.marks import explained
    from oddfish.protocols.pictures.terminal import drawn, shows_signs

    console.print(drawn(console, variant, study.position, targets=study.targets, flipped=flipped, only=study.shown))
    console.print()
    marks = explained(study.targets, shows_signs(console)) or "It has no move here."
    for line in (study.title, marks, *study.notes):
        console.print(Text(line), soft_wrap=True)
