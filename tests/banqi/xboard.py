"""What XBoard shows of Banqi, and a person who clicks in it."""

from __future__ import annotations

import re

from oddfish.engine.game import Game
from oddfish.protocols.projections.banqi import board as banqi_board
from support.pipes import CecpEngine

BANQI = "banqi"


def marked(line: str) -> dict[str, str]:
    """Colours by cell of a ``highlight`` line, without clicks that it permits only for the engine to refuse."""
    found = {}
    rows = line.removeprefix("highlight ").split("/")
    for rank, row in zip(range(8, 0, -1), rows, strict=True):
        cells = re.sub(r"\d", lambda empty: "." * int(empty[0]), row)
        assert len(cells) == 8
        found.update({f"{file}{rank}": color for file, color in zip("abcdefgh", cells) if color not in ".T"})
    return found


def shown(engine: CecpEngine) -> str:
    """The ranks that XBoard should show."""
    fen = " ".join(engine.fen().split()[:5])  # without the piece of a series
    return banqi_board.write_fen(Game(BANQI, fen=fen).position).split()[0]  # type: ignore[arg-type]


def replied(engine: CecpEngine, ply: str) -> None:
    """Wait for the engine's ply, unless it has come already."""
    if not any(line.startswith(f"move {ply}") for line in engine.seen):
        engine.expect(f"move {ply}")


def click(engine: CecpEngine, start: str, to: str) -> list[str]:
    return engine.ask(f"lift {start}", f"put {to}", f"usermove {start}{to}")
