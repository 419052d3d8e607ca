"""Commands of the clocks."""

from __future__ import annotations

from oddfish.protocols.arguments import Handler, read_int
from oddfish.protocols.cecp.time_control import TimeControl
from oddfish.protocols.cecp.xboard_game import XBoardGame

_MAX_CENTISECONDS = 10**9


class Clocks:
    """``level``, ``st``, ``sd``, ``time`` and ``otim``."""

    def __init__(self, current: XBoardGame, control: TimeControl):
        self._current = current
        self._control = control

    def commands(self) -> dict[str, Handler]:
        return {
            "level": lambda text: self._control.level(text, len(self._current.game.moves)),
            "st": self._control.st,
            "sd": self._control.sd,
            "time": lambda text: self._control.set_clock(_read_clock(text)),
            "otim": lambda text: self._control.set_other_clock(_read_clock(text)),
        }


def _read_clock(text: str) -> int:
    """Parse centiseconds, negative once the flag has fallen, as milliseconds."""
    return read_int(text, "time", -_MAX_CENTISECONDS, _MAX_CENTISECONDS) * 10
