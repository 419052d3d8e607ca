"""What takes a game elsewhere: PGN, links and pictures."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from oddfish.engine.game import Game, Result
from oddfish.protocols.pictures.svg import svg
from oddfish.protocols.pictures.view import View
from oddfish.protocols.web.events import Event
from oddfish.protocols.web.messages import whole_in
from oddfish.protocols.web.seats import ENGINE, HUMAN


def pgn(game: Game, result: Result | None, players: Sequence[str], level: int) -> Event:
    """The game as PGN."""
    names = {HUMAN: "You" if ENGINE in players else "?", ENGINE: f"Oddfish, level {level}"}
    tags = {"White": names[players[0]], "Black": names[players[1]], "Date": time.strftime("%Y.%m.%d")}
    return {"t": "pgn", "text": game.pgn(tags, result)}


def link(game: Game) -> Event:
    """What a link needs to show this game elsewhere."""
    start = game.positions[0].fen()
    return {
        "t": "share", "variant": game.variant.name, "options": game.open_options(), "fen": start, "moves": game.texts(),
    }  # fmt: skip


def picture(game: Game, message: Mapping[str, Any]) -> Event:
    """The position after some moves as an SVG document.

    Raises:
        RefusedError: there is no such position.
    """
    ply = whole_in(message, "ply", len(game.moves), len(game.moves))
    last = game.positions[ply - 1].text(game.moves[ply - 1]) if ply else ""
    drawn = svg(game.variant, game.positions[ply], View(last, flipped=message.get("flipped") is True))
    return {"t": "picture", "text": drawn}
