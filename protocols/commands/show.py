"""``oddfish show``."""

from __future__ import annotations

import click

from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import (
    VariantName,
    needed,
    open_console,
    open_game,
    option_seed,
    option_values,
    write_file,
)


@click.command(short_help="Draw a position.")
@click.argument("variant", type=VariantName())
@click.argument("fen", nargs=-1)
@click.option("--svg", "svg_file", metavar="FILE", help="write an SVG picture instead (- for standard output)")
@click.option(
    "--png", "png_file", metavar="FILE", help="write a PNG picture instead; needs: pip install 'oddfish[png]'"
)
@click.option("--width", type=click.IntRange(16, 10000), metavar="PIXELS", help="width of the PNG in pixels")
@option_values
@option_seed
def show(
    variant: Variant,
    fen: tuple[str, ...],
    svg_file: str | None,
    png_file: str | None,
    width: int | None,
    options: tuple[str, ...],
    seed: int | None,
) -> None:
    """Draw a position, by default the start position.

    The FEN need not be quoted.
    """
    game = open_game(variant, options, " ".join(fen) or None, seed)
    if svg_file is not None or png_file is not None:
        from oddfish.protocols.pictures.svg import svg

        drawn = svg(variant, game.position)
        if svg_file is not None:
            write_file(svg_file, drawn)
        if png_file is not None:
            write_file(png_file, png(drawn, width))
        return
    from oddfish.protocols.terminal import SIDES, board, legend

    console = open_console()
    console.print(board(game, console))
    console.print()
    console.print(game.fen(), markup=False, soft_wrap=True)
    result = game.result()
    state = f"{result.text} {result.reason}" if result else f"{SIDES[game.turn]} to move"
    console.print(f"{state}{', in check' if game.position.check else ''}, {game.position.count()} legal moves")
    console.print(legend(game))


def png(drawn: str, width: int | None = None) -> bytes:
    """Convert an SVG document to PNG, in its own size or to a width.

    Raises:
        Failure: resvg is not installed.
    """
    with needed("resvg_py", "a PNG needs resvg: pip install 'oddfish[png]'"):
        import resvg_py
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width))
