"""Our UCI engine in XBoard, through Debian's adapter UCI2WB: ordinary moves, no marks.

The adapter takes its engine's set-up from ``info string variant …``. It does not know turns
of several plies, flips, or captures that name their victim: games with these need CECP.
"""

from __future__ import annotations

import shlex

import pytest

from gui.harness import Display, XBoard, find_program, missing_programs
from gui.table import army_options, oddfish_command
from oddfish.engine.game import Game

MISSING = [*missing_programs(), *(["uci2wb"] if find_program("uci2wb") is None else [])]

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]


class Adapted(XBoard):
    """A person against our engine behind the adapter."""

    def __init__(self, display: Display, variant: str):
        adapter = find_program("uci2wb")
        assert adapter is not None
        super().__init__(
            display,
            [adapter],
            variant=variant,
            holdings=5 if variant == "halfgi" else 0,  # XBoard's own
            options=["-testLegality", str(variant == "normal").lower(), "-depth", "2"],
        )

    def command_line(self) -> list[str]:
        armies = [word for item in army_options(self.variant).items() for word in ("--option", "=".join(item))]
        engine = [oddfish_command(), "--uci", "--variant", self.variant, *armies]
        self.engine = (*self.engine, self._script_of(engine))
        return super().command_line()

    def _script_of(self, engine: list[str]) -> str:
        """A script, because the adapter takes its engine as one word."""
        script = self.home / "engine"
        script.write_text(f"#!/bin/sh\nexec {shlex.join(engine)}\n")
        script.chmod(0o755)
        return str(script)

    def play(self, origin: str, target: str) -> str:
        """Move by two clicks; returns the engine's reply."""
        self.skip()
        self.click(origin)
        self.click(target)
        assert self.wait_command(r"usermove (\S+)")[1] == origin + target
        return self.wait_output(r"move (\S+)")[1]


@pytest.mark.parametrize("variant", ["half-chess", "augmented-half-chess", "augmented-chess", "halfgi", "normal"])
def test_a_game_by_mouse(display: Display, variant: str) -> None:
    with Adapted(display, variant) as board:
        offered = [message.text for message in board.messages() if message.text.startswith("feature variants=")]
        names = "normal,chess" if variant == "normal" else variant
        assert offered == [f'feature variants="{names}"']
        moves: list[str] = []
        for origin, target in (("e2", "e3"), ("d2", "d3"), ("a2", "a3")):
            moves += [origin + target, board.play(origin, target)]
        game = Game(variant, army_options(variant))
        for move in moves:
            game.push(move)
        shown = board.save_position(board.home / "shown.fen").split()
        assert shown[0].partition("[")[0] == game.fen().split()[0].partition("[")[0]
        assert not board.errors(), board.dialogs()
