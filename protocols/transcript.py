"""Converts games in the variant's own notation to XBoard's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from oddfish.cext.core.errors import FenError
from oddfish.engine.game import Game, MoveError
from oddfish.engine.pgn import movetext, read_pgn, tag_section
from oddfish.engine.variants.base import Variant
from oddfish.protocols.projections.base import NULL, Projection

#: A line of `Projection.setup` that describes how a piece of both sides moves.
_PIECE = re.compile(r"piece (\w)& (\S+)")


def in_plies(text: str | bytes, variant: Variant, options: Mapping[str, Any], projection: Projection) -> str | None:
    """Convert a game saved by `oddfish match` or `oddfish play` to PGN as XBoard would save it: in plies on its board.

    Args:
        text: PGN; only the first game is converted.
        variant: the game's variant.
        options: the game's options.
        projection: a new projection of the variant.

    Returns:
        PGN without comments; None if the moves are not in the variant's notation, or are already XBoard's plies.
    """
    record = next(read_pgn(text), None)
    if record is None or not record.moves:
        return None
    plies: list[str] = []
    try:
        game = Game(variant, options, record.tags.get("FEN"))
        game.deal = None
        start = projection.write_fen(game.position)
        for move in record.moves:
            packed = game.parse_complete(move)
            plies += projection.send(game, packed)
            game.push_move(packed)
    except (FenError, MoveError):
        return None
    if plies == record.moves and start.split()[:2] == game.positions[0].fen().split()[:2]:
        return None
    tags = {**record.tags, "Variant": variant.name, "SetUp": "1", "FEN": start}
    # XBoard reads legs only of pieces whose moves the file describes.
    if men := [_PIECE.sub(r"\1:\2", line) for line in projection.setup(game.position) if _PIECE.match(line)]:
        tags["VariantMen"] = ";".join(men)
    black = start.split()[1] == "b"
    words = ["1..."] if black else []
    for number, ply in enumerate(plies, black):
        words += [f"{number // 2 + 1}."] if number % 2 == 0 else []
        words.append(_in_pgn(ply))
    return f"{tag_section(tags)}\n{movetext([*words, tags.get('Result', '*')])}\n"


def _in_pgn(ply: str) -> str:
    """XBoard's way to write a ply in PGN: ``--``, ``c3xb4-a5``, ``e7e8=Q``."""
    if ply == NULL:
        return "--"
    first, _, second = ply.partition(",")
    if second:
        return f"{first[:2]}x{first[2:]}-{second[2:]}"
    return f"{ply[:4]}={ply[4:].upper()}" if len(ply) > 4 else ply
