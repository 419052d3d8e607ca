"""All of XBoard's pictures. ``python -m oddfish.protocols.pictures.library`` redraws the installed ones."""

from __future__ import annotations

from oddfish.engine.game import Game
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.pictures.board import Board, chessboard, widened
from oddfish.protocols.pictures.families import all_families, family_of
from oddfish.protocols.pictures.png import png
from oddfish.protocols.pictures.previews import draw_preview, preview
from oddfish.protocols.pictures.xboard import PIECES, board, write
from oddfish.protocols.projections import projection_for


def boards() -> dict[str, Board]:
    """The boards, by the names that projections use (``Projection.board``)."""
    own = {name: draw() for family in all_families() for name, draw in family.boards.items()}
    wide = {projection.board for projection in map(projection_for, REGISTRY) if projection.has_margins}
    return {"chess": chessboard(), **own, **{f"{name}-wide": widened(own[name]) for name in sorted(wide)}}


def pieces(piece_set: str = PIECES.name) -> dict[str, str]:
    """The pieces of all games by file name.

    Args:
        piece_set: the set to use for pieces that have several pictures (``Projection.piece_set``).
    """
    return {name: text for family in all_families() for name, text in family.pieces(piece_set).items()}


def chosen_pieces(game: Game, alike: bool = False) -> dict[str, str]:
    """The pieces that the players of a game have chosen; {} if the installed pictures show all of them.

    Args:
        alike: draw White's and Black's pieces in a slot with the same shape.
    """
    return family_of(game.variant).chosen_pieces(game.variant, game.position, alike)


if __name__ == "__main__":
    write(PIECES, pieces())
    for name, drawn in boards().items():
        board(name).parent.mkdir(exist_ok=True)
        board(name).write_bytes(png(drawn.svg()))
    for variant in REGISTRY.values():
        preview(variant).parent.mkdir(exist_ok=True)
        preview(variant).write_bytes(draw_preview(variant))
