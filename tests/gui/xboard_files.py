"""XBoard's files in the GUI tests: its settings, the keys of its menus, its debug log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from gui.screen import DARK, LIGHT

# The colours of XBoard's marks.
MARKS = {"#ffff00": "Y", "#ff0000": "R", "#ff00ff": "M", "#00ffff": "C", "#00ff00": "G", "#0000ff": "B"}

# XBoard reads ~/.xboardrc in the home folder of the password file, and ignores HOME: these settings override those that
# could be there and matter here. Nothing is written back.
SETTINGS = {
    "saveSettingsOnExit": "false",
    "debugMode": "true",
    "startupMessage": "",
    "popupExitMessage": "false",
    "popupMoveErrors": "false",
    "autoDisplayTags": "false",
    "autoDisplayComment": "false",
    "engineOutputUp": "false",
    "moveHistoryUp": "false",
    "evalGraphUp": "false",
    "useBoardTexture": "false",
    "lightSquareColor": LIGHT,
    "darkSquareColor": DARK,
    "monoMode": "false",
    "pieceImageDirectory": "",
    "trueColors": "false",
    "showCoords": "false",
    "overrideLineGap": "1",
    "highlightLastMove": "true",
    "highlightMoveWithArrow": "false",
    "animateMoving": "false",
    "autoFlipView": "false",
    "showTargetSquares": "true",
    "sweepPromotions": "true",
    "oneClickMove": "false",
    "testLegality": "true",
    "soundMove": "",
    "timeControl": "5",
    "timeIncrement": "-1",
    "movesPerSession": "40",
    "searchTime": "0",
    "searchDepth": "0",
    "ponderNextMove": "false",
    "autoCallFlag": "false",
    "timeDelay": "0",
    "recentEngines": "0",
    "recentEngineList": "",
}

# Menu items and their keys: an accelerator, or the menu and steps down from its first or up from its last item, if all
# items in between are always active.
MENU: dict[str, tuple[str, ...]] = {
    "New Game": ("ctrl+n",),
    "New Variant": ("alt+shift+v",),
    "Load Game": ("ctrl+o",),
    "Load Position": ("ctrl+shift+o",),
    "Save Game": ("ctrl+s",),
    "Save Position": ("ctrl+shift+s",),
    "Quit": ("ctrl+q",),
    "Copy Game": ("ctrl+c",),
    "Copy Position": ("ctrl+shift+c",),
    "Paste Game": ("ctrl+v",),
    "Paste Position": ("ctrl+shift+v",),
    "Edit Game": ("ctrl+e",),
    "Edit Position": ("ctrl+shift+e",),
    "Backward": ("alt+Left",),
    "Forward": ("alt+Right",),
    "Back to Start": ("alt+Home",),
    "Forward to End": ("alt+End",),
    "Truncate Game": ("End",),
    "Flip View": ("F2",),
    "Engine Output": ("alt+shift+o",),
    "Machine White": ("ctrl+w",),
    "Machine Black": ("ctrl+b",),
    "Two Machines": ("ctrl+t",),
    "Analysis Mode": ("ctrl+a",),
    "Pause": ("Pause",),
    "Call Flag": ("F5",),
    "Draw": ("F6",),
    "Abort": ("F8",),
    "Resign": ("F9",),
    "Adjudicate to White": ("alt+a", "Up", "Up", "Up", "Return"),
    "Adjudicate to Black": ("alt+a", "Up", "Up", "Return"),
    "Adjudicate Draw": ("alt+a", "Up", "Return"),
    "Engine #1 Settings": ("alt+n", "Down", "Down", "Down", "Return"),
    "Hint": ("alt+n", "Up", "Up", "Up", "Up", "Return"),
    "Book": ("alt+n", "Up", "Up", "Up", "Return"),
    "Move Now": ("ctrl+m",),
    "Retract Move": ("ctrl+x",),
}


@dataclass(frozen=True)
class Message:
    """A line between XBoard and an engine, as its debug log shows it."""

    sent: bool  # by XBoard to the engine
    engine: str  # "first" or "second"
    text: str


class DebugLog:
    """XBoard's debug log while XBoard writes it."""

    PREFIX = re.compile(r"(\d+) ([<>])(first|second)\s*: ")

    def __init__(self, path: Path) -> None:
        self.path = path
        self.messages: list[Message] = []
        self._offset = 0

    def text(self) -> str:
        return self.path.read_text(errors="replace") if self.path.exists() else ""

    def update(self) -> list[Message]:
        """All messages so far."""
        if not self.path.exists():
            return self.messages
        with self.path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        data = data[: data.rfind(b"\n") + 1]  # the last line may be half written
        self._offset += len(data)
        for line in data.decode(errors="replace").splitlines():
            prefix = self.PREFIX.match(line)
            if prefix:
                # A command sent in pieces ("usermove ", "e2e4") has a prefix before each.
                text = self.PREFIX.sub("", line)
                self.messages.append(Message(prefix[2] == ">", prefix[3], text.rstrip()))
        return self.messages
