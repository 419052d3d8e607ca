"""Commands of the clocks."""

from __future__ import annotations

from typing import ClassVar

from oddfish.protocols.cecp.player import Player
from oddfish.protocols.session import Handler, read_int

_MAX_CENTISECONDS = 10**9


class Clocks(Player):
    """``level``, ``st``, ``sd``, ``time`` and ``otim``."""

    def level(self, text: str) -> None:
        self.control.level(text, len(self.game.moves))

    def st(self, text: str) -> None:
        self.control.st(text)

    def sd(self, text: str) -> None:
        self.control.sd(text)

    def time(self, text: str) -> None:
        self.control.own = _read_clock(text)

    def otim(self, text: str) -> None:
        self.control.other = _read_clock(text)

    handlers: ClassVar[dict[str, Handler]] = {
        "level": level,
        "st": st,
        "sd": sd,
        "time": time,
        "otim": otim,
    }


def _read_clock(text: str) -> int:
    """Parse centiseconds, negative once the flag has fallen, as milliseconds."""
    return read_int(text, "time", -_MAX_CENTISECONDS, _MAX_CENTISECONDS) * 10
