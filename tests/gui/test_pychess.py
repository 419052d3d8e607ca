"""Oddfish as a UCI engine in PyChess, with the configuration of docs/clients: a person types moves, Oddfish answers."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gui.screen import KEY_PATIENCE, PATIENCE, Display, find_program, missing_programs, stop, wait_until
from gui.table import oddfish_command
from oddfish.engine.game import Game

MISSING = [
    *missing_programs(),
    *(name for name in ("pychess", "dbus-run-session") if find_program(name) is None),
]
pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

ENGINES = Path(__file__).resolve().parents[2] / "docs" / "clients" / "pychess-engines.json"
#: No dialogs at the start; the first engine of the list as the opponent; no engines that give hints.
SETTINGS = """[General]
show_tip_at_startup = False
dont_show_externals_at_startup = True
newgametasker_playercombo = 1
analyzer_check = False
inv_analyzer_check = False
"""


class PyChess:
    """PyChess on a virtual screen, with a separate home folder; ``log`` has its messages about engines."""

    def __init__(self, display: Display, home: Path):
        self.display, self.home = display, home
        settings = home / ".config" / "pychess"
        settings.mkdir(parents=True)
        (settings / "config").write_text(SETTINGS, encoding="utf-8")
        engines = json.loads(ENGINES.read_text(encoding="utf-8"))
        for engine in engines:
            engine["command"] = oddfish_command()
        (settings / "engines.json").write_text(json.dumps(engines), encoding="utf-8")
        pychess = find_program("pychess")
        assert pychess is not None
        kept = {name: value for name, value in display.environment.items() if not name.startswith(("PYTHON", "XDG_"))}
        self.process = subprocess.Popen(
            ["dbus-run-session", "--", pychess, "--no-version-check", "--log-debug"],
            env={**kept, "HOME": str(home), "PATH": f"/usr/bin{os.pathsep}/bin"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def log(self) -> str:
        logs = (self.home / ".local" / "share" / "pychess").glob("*.log")
        return "".join(path.read_text(encoding="utf-8", errors="replace") for path in logs)

    def press(self, *keys: str) -> None:
        self.display.xdotool("key", "--delay", 50, *keys)

    def window(self, title: str) -> bool:
        return any(title in shown for shown in self.display.windows().values())

    def replies(self) -> list[tuple[str, str]]:
        """Black's moves and who chose them: PyChess moves for engines itself while its opening book has moves."""
        return re.findall(r"self\.ply=\d*[13579]: got move=([a-h]\S+) from (book|Oddfish)", self.log)

    def move(self, text: str) -> tuple[str, str]:
        """Type a move; returns the reply, and who chose it."""
        before = len(self.replies())

        def answered() -> bool:
            self.press(*text, "Return")
            return _soon(lambda: len(self.replies()) > before, PATIENCE)

        wait_until(answered, f"a reply to {text}")
        return self.replies()[-1]

    def start(self) -> bool:
        """Press "Start Game"; returns whether a game against Oddfish begins."""
        self.press("alt+s")
        return _soon(lambda: self.window("Oddfish"), 2 * KEY_PATIENCE)


@pytest.fixture
def pychess(display: Display, tmp_path: Path) -> Iterator[PyChess]:
    program = PyChess(display, tmp_path)
    yield program
    stop(program.process)


def test_oddfish_answers_moves(pychess: PyChess, artifacts: Path) -> None:
    wait_until(lambda: "Engine finished Oddfish" in pychess.log, "PyChess to read the options of Oddfish", 180)
    wait_until(lambda: not pychess.window("pychess"), "the list of engines to close")
    wait_until(pychess.start, "the game against Oddfish")
    wait_until(lambda: "ucinewgame" in pychess.log, "Oddfish in the game")
    game, movers = Game("normal"), []
    for text in ("h2h4", "a2a4", "h1h3", "a1a3"):
        game.push(text)
        reply, mover = pychess.move(text)
        game.push(reply)
        movers.append(mover)
    pychess.display.screenshot(artifacts / "pychess.png")
    assert movers[-2:] == ["Oddfish", "Oddfish"]


def _soon(condition: Callable[[], bool], timeout: float) -> bool:
    """Whether a condition becomes true within some seconds."""
    try:
        return wait_until(condition, "it", timeout)
    except TimeoutError:
        return False
