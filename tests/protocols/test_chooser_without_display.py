"""`oddfish xboard` without a display: the game is chosen and played in the terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from oddfish.engine.interpreter import module_command
from oddfish.engine.variants import REGISTRY
from oddfish.protocols.chooser.choice import questions

pty = pytest.importorskip("pty")

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a display is taken for granted")

COMMAND = module_command("oddfish", "xboard")
_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A program in a separate terminal, without a display."""

    def __init__(self, home: Path, *words: str, command: list[str] = COMMAND):
        self._end, theirs = pty.openpty()
        os.set_blocking(self._end, False)
        self.told = ""
        self._seen = 0
        self.process = subprocess.Popen(
            [*command, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=without_display(home),
            start_new_session=True,
        )
        os.close(theirs)

    def expect(self, text: str) -> str:
        """The output until a text appears, from the end of the last one."""
        deadline = time.monotonic() + 60
        while (place := self.told.find(text, self._seen)) < 0:
            assert time.monotonic() < deadline, f"no {text!r} after {self.told[self._seen :]!r}"
            self._read()
        found, self._seen = self.told[self._seen : place], place + len(text)
        return found

    def answer(self, prompt: str, line: str) -> str:
        """Answer a prompt; returns the output before it."""
        found = self.expect(prompt)
        self.type(f"{line}\n")
        return found

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def ends(self) -> int:
        """The exit status."""
        deadline = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read()
        self._read()
        return self.process.wait(1)

    def _read(self) -> None:
        try:
            self.told += _STYLES.sub("", os.read(self._end, 1 << 16).decode())
        except BlockingIOError:
            time.sleep(0.02)
        except OSError:  # the program has ended
            time.sleep(0.02)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._end)


def without_display(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "HOME": str(home), "TERM": "dumb"}


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    running = Terminal(tmp_path)
    yield running
    running.close()


def number(name: str) -> str:
    return str(list(REGISTRY).index(name) + 1)


def test_a_game_is_chosen_and_played(terminal: Terminal) -> None:
    listed = terminal.answer("Game [1]: ", number("half-chess"))
    assert "you play in this terminal" in listed
    assert all(variant.title in listed for variant in REGISTRY.values())
    terminal.answer("[white]: ", "another")
    assert "'checkers': expected a number from 1 to" in terminal.answer("Game [1]: ", "checkers") + terminal.answer(
        "Game [1]: ", "Banqi"
    )
    assert terminal.answer("[white]: ", "black").count("#") == 32  # the board
    terminal.answer("per move [0.5]: ", "0.01")
    terminal.answer("Skill Level [2]: ", "0")
    terminal.answer("armies? [y/N]: ", "y")
    for option in questions(REGISTRY["banqi"]):
        terminal.answer(f"{option.name} [", "")
    terminal.expect("at level 0, the second player: you.")
    terminal.expect("1... You (")
    terminal.answer("> ", "moves")
    terminal.answer("> ", "quit")
    terminal.expect("Game left unfinished.")
    assert terminal.ends() == 0


def test_play_without_a_game_asks_for_one(tmp_path: Path) -> None:
    """Oddfish does not ask again for what the command line gives."""
    words = ("--black", "human", "--level", "1", "--time", "0.01")
    terminal = Terminal(tmp_path, *words, command=module_command("oddfish", "play"))
    try:
        listed = terminal.answer("Game [1]: ", "banki")
        assert all(variant.title in listed for variant in REGISTRY.values())
        assert "no display" not in listed
        assert "'banki': did you mean banqi? expected a number" in terminal.answer("Game [1]: ", "banqi")
        terminal.answer("[white]: ", "")
        terminal.answer("per move [0.5]: ", "")
        terminal.answer("Skill Level [", "")
        terminal.answer("armies? [y/N]: ", "")
        terminal.expect("at level 1, the second player: you.")
        terminal.answer("> ", "quit")
        assert terminal.ends() == 0
    finally:
        terminal.close()


def test_prompts_repeat_until_each_army_is_valid(terminal: Terminal) -> None:
    """If answers contradict each other, they stay as defaults."""
    terminal.answer("Game [1]: ", "augmented-half-chess")
    terminal.answer("[white]: ", "")
    terminal.answer("per move [0.5]: ", "soon")
    assert "'soon' is not a number" in terminal.answer("per move [0.5]: ", "0.01")
    assert "beginners start at 2 or 3 (0 to 20)" in terminal.answer("Skill Level [2]: ", "0")
    terminal.answer("armies? [y/N]: ", "y")
    terminal.answer("WhiteArmy [random]: ", "nonsense")
    assert "Error: option WhiteArmy: army 'nonsense'" in terminal.answer("WhiteArmy [random]: ", "RF-CD-BW-QV")
    terminal.answer("BlackArmy [random]: ", "DistinctPieces")
    assert "Error: option BlackArmy: army 'DistinctPieces'" in terminal.answer("BlackArmy [random]: ", "RF-CD-BW-QV")
    terminal.answer("DistinctPieces [false]: ", "true")
    assert "Error: " in terminal.answer("WhiteArmy [RF-CD-BW-QV]: ", "")
    terminal.answer("BlackArmy [RF-CD-BW-QV]: ", "RA-VS-BC-RVF")
    terminal.answer("DistinctPieces [true]: ", "")
    terminal.answer("1. White> ", "fen")
    terminal.expect(" RF-CD-BW-QV:RA-VS-BC-RVF")


@pytest.mark.parametrize("how", ["end of input", "interrupt"])
@pytest.mark.quick(3)
def test_asking_can_be_cancelled(terminal: Terminal, how: str) -> None:
    terminal.expect("Game [1]: ")
    if how == "interrupt":
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.type("\x04")  # Ctrl-D
    assert terminal.ends() == 0
    assert "Traceback" not in terminal.told


@pytest.mark.parametrize("words", [("--match",), ("--time", "5+3"), ("--save", "games.pgn")])
@pytest.mark.quick(3)
def test_options_for_xboard_alone_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    terminal = Terminal(tmp_path, *words)
    assert terminal.ends() == 2
    assert terminal.told.startswith("oddfish: no display")
    terminal.close()


@pytest.mark.parametrize("closed", [False, True], ids=["a pipe at its end", "no standard input"])
def test_input_that_is_not_a_terminal(tmp_path: Path, closed: bool) -> None:
    words = ["sh", "-c", 'exec "$0" "$@" <&-', *COMMAND] if closed else list(COMMAND)
    done = subprocess.run(
        words, input="", env=without_display(tmp_path), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert re.fullmatch(r"oddfish: no display, and standard input is not a terminal: .*\n", done.stderr), done.stderr
    assert done.stdout == ""
