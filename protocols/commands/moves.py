"""``oddfish moves``."""

from __future__ import annotations

import re

import click

from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game
from oddfish.engine.variants.base import Variant
from oddfish.protocols.commands.common import Failure, open_console
from oddfish.protocols.commands.options import PositionOptions, options
from oddfish.protocols.commands.parameters import VariantName

#: A square, or a letter and @ for drops.
_SQUARE = re.compile(r"[a-z][0-9]+|[a-z]@")


@click.command(
    short_help="List a position's legal moves.",
    help="""
    List the legal moves of a position; on a terminal, also draw the board.

    The default is the start position. SQUARE limits the list to the moves of the piece there, N@ to the drops of an
    N. Give the FEN after --fen or as the last arguments; quotes are optional. Piped output has one move per line.
    """,
)
@click.argument("variant", type=VariantName())
@click.argument("words", nargs=-1, metavar="[FEN] [SQUARE]")
@options(PositionOptions)
def moves(variant: Variant, words: tuple[str, ...], given: PositionOptions) -> None:
    from oddfish.engine.guide import guide_of

    game, origin = read_position(variant, words, given)
    guide = guide_of(variant)
    if origin and not origin.endswith("@") and origin not in guide.squares():
        raise Failure(f"unknown square '{origin}': expected a1 to {guide.squares()[-1]}")
    console = open_console()
    if not console.is_terminal:
        for text in game.legal():
            if not origin or guide.origin(text) == origin:
                click.echo(text)
        return
    from oddfish.protocols.terminal.printing import board, print_moves

    if not origin:
        console.print(board(game, console))
        console.print()
    print_moves(console, game, origin)


def read_position(variant: Variant, words: tuple[str, ...], given: PositionOptions) -> tuple[Game, str]:
    """The game at a FEN, and the square after it, or ''. The last word is a square if it looks like one and is not part
    of the FEN."""
    texts = " ".join(words).split()
    if len(texts) > 1 and _SQUARE.fullmatch(texts[0].lower()):
        raise Failure(f"put the square last: oddfish moves {variant.name} FEN {texts[0]}")
    if not texts or not _SQUARE.fullmatch(texts[-1].lower()):
        if len(texts) == 1 and "/" not in texts[0] and given.fen is None:
            raise Failure(f"'{texts[0]}' is neither a square (such as a1) nor a FEN")
        return given.game(variant, texts), ""
    if len(texts) > 1 and (given.fen is None or " " not in given.fen):
        try:
            return given.game(variant, texts), ""
        except FenError:
            pass
    return given.game(variant, texts[:-1]), texts[-1].lower()
