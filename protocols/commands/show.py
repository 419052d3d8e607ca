"""``oddfish show``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, needed, open_console, reported, write_file
from oddfish.protocols.commands.match_files import Named, refuse_same_files
from oddfish.protocols.commands.options import PositionOptions, option, options, whole_option
from oddfish.protocols.commands.parameters import VariantName

if TYPE_CHECKING:
    from rich.console import Console

    from oddfish.engine.game import Game
    from oddfish.engine.guide.terms import Study


@dataclass(frozen=True, kw_only=True)
class ShowOptions:
    """What to draw and where."""

    svg_file: str | None = option("--svg", metavar="FILE", help="write an SVG picture instead (- for standard output)")
    png_file: str | None = option("--png", metavar="FILE", help="write a PNG picture instead (`oddfish doctor png`)")
    piece: str | None = option(
        "--piece",
        metavar="X",
        help="show how a piece moves on an empty board instead: give its letter, or letters such as RF (a piece of an "
        "army) or QR (a unit of Bifold Halfgi), in lower case for Black",
    )
    square: str | None = option("--square", metavar="SQUARE", help="square of that piece")
    flip: bool = option("--flip", is_flag=True, help="draw Black at the bottom")
    width: int | None = whole_option(
        "--width", least=16, most=10000, metavar="PIXELS", help="width of the PNG in pixels"
    )
    position: PositionOptions = field(default_factory=PositionOptions)


@click.command(
    short_help="Draw a position.",
    help="""
    Draw a position; the default is the start position.

    Give the FEN after --fen or as the last arguments; quotes are optional.
    """,
)
@click.argument("variant", type=VariantName())
@click.argument("words", nargs=-1, metavar="[FEN]")
@options(ShowOptions)
def show(variant: Variant, words: tuple[str, ...], given: ShowOptions) -> None:
    from oddfish.engine.guide import guide_of
    from oddfish.engine.guide.terms import PieceError

    refuse_same_files([], [Named("--svg", given.svg_file), Named("--png", given.png_file)])
    game = given.position.game(variant, words)
    if given.square is not None and given.piece is None:
        raise Failure("--square needs --piece")
    study = None
    if given.piece is not None:
        with reported(PieceError):
            study = guide_of(variant).study(game.position, given.piece, (given.square or "").lower())
    if given.svg_file is not None or given.png_file is not None:
        write_pictures(game, study, given)
    elif study is not None:
        print_study(open_console(), variant, study, given.flip)
    else:
        print_position(open_console(), game, given.flip)


def write_pictures(game: Game, study: Study | None, given: ShowOptions) -> None:
    """Write the SVG and the PNG of a position, or of a piece alone on the board.

    Raises:
        Failure: a file cannot be written, or resvg is not installed.
    """
    from oddfish.protocols.pictures.png import png
    from oddfish.protocols.pictures.svg import svg
    from oddfish.protocols.pictures.view import View

    variant = game.variant
    if study is None:
        drawn = svg(variant, game.position, View(flipped=given.flip))
    else:
        drawn = svg(variant, study.position, View(targets=study.targets, flipped=given.flip, only=study.shown))
    if given.svg_file is not None:
        write_file(given.svg_file, drawn)
    if given.png_file is not None:
        with needed("resvg_py", "a PNG needs resvg", "png"):
            picture = png(drawn, given.width)
        write_file(given.png_file, picture)


def print_position(console: Console, game: Game, flipped: bool) -> None:
    """Draw a position, with its FEN, the side to move, and what the letters mean."""
    from oddfish.engine.guide import guide_of
    from oddfish.engine.guide.words import capital
    from oddfish.protocols.terminal.printing import board, legend

    console.print(board(game, console, flipped))
    console.print()
    console.print(game.fen(), markup=False, soft_wrap=True)
    result = game.result()
    mover = capital(guide_of(game.variant).called(game.position, game.turn))
    state = f"{result.text} {result.reason}" if result else f"{mover} to move"
    console.print(f"{state}{', in check' if game.position.check else ''}, {game.position.count()} legal moves")
    console.print(legend(game))


def print_study(console: Console, variant: Variant, study: Study, flipped: bool) -> None:
    """Draw a piece alone on the board, and explain the marks."""
    from rich.text import Text

    from oddfish.protocols.pictures.marks import explained
    from oddfish.protocols.pictures.terminal import drawn, shows_signs
    from oddfish.protocols.pictures.view import View

    view = View(targets=study.targets, flipped=flipped, only=study.shown)
    console.print(drawn(console, variant, study.position, view))
    console.print()
    marks = explained(study.targets, shows_signs(console)) or "It has no move here."
    for line in (study.title, marks, *study.notes):
        console.print(Text(line), soft_wrap=True)
